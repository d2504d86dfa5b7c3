import { setTimeout } from 'node:timers/promises';
import { ApiError, createClient as createFundgate } from 'fundgate/client';
import { z } from 'zod';
import { demand } from './step.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: string;
}

interface Sent {
  readonly json?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Partner {
  readonly baseUrl: string;
  readonly apiKey: string;
}

const Failure = z.looseObject({
  error: z.looseObject({
    type: z.string(),
    code: z.string(),
    message: z.string().min(1),
    request_id: z.string().min(1),
  }),
});

const GraphqlAnswer = z.strictObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.looseObject({
        message: z.string().min(1),
        extensions: z.looseObject({ type: z.string(), code: z.string(), requestId: z.string().min(1) }),
      }),
    )
    .min(1)
    .optional(),
});

/** The gateway as a partner reaches it: by the client for partners, and by HTTP alone if the bytes matter. */
export function createClient({ baseUrl, apiKey }: Partner) {
  const base = baseUrl.replace(/\/+$/, '');
  const authorization = `Bearer ${apiKey}`;

  const rest = (method: string, path: string, { json, form, headers = {} }: Sent = {}): Promise<Answer> =>
    send(`${base}${path}`, {
      method,
      headers: {
        authorization,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ?? (json === undefined ? null : JSON.stringify(json)),
    });

  const graphql = (query: string, variables: unknown, headers: Readonly<Record<string, string>> = {}) =>
    rest('POST', '/graphql', { json: { query, variables }, headers });

  /** By the GraphQL multipart request specification: each file stands at `variables.input.files.N.file`. */
  function graphqlUpload(query: string, variables: unknown, files: readonly Blob[]): Promise<Answer> {
    const form = new FormData();
    form.set('operations', JSON.stringify({ query, variables }));
    const map = files.map((_, position) => [position, [`variables.input.files.${position}.file`]]);
    form.set('map', JSON.stringify(Object.fromEntries(map)));
    files.forEach((file, position) => form.set(String(position), file, 'scan'));
    return rest('POST', '/graphql', { form });
  }

  /** A request without the API key, as a browser makes that follows a link. */
  const follow = (url: string, headers: Readonly<Record<string, string>> = {}) => send(url, { headers });

  const fundgate = createFundgate({ baseUrl: base, apiKey });

  return { base, fundgate, rest, graphql, graphqlUpload, follow };
}

export type Client = ReturnType<typeof createClient>;

/** How often a request is sent to a gateway that has too much to do; each time it says how long to wait. */
const TRIES_MAX = 10;

async function send(url: string, init: RequestInit, tries = 1): Promise<Answer> {
  const response = await fetch(url, init);
  const retryAfter = Number(response.headers.get('retry-after') ?? 0);
  if (response.status === 503 && retryAfter > 0 && tries < TRIES_MAX) {
    await response.body?.cancel();
    await setTimeout(retryAfter * 1_000);
    return send(url, init, tries + 1);
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  demand(response.headers.has('request-id'), 'the answer has no Request-Id.');
  const text = new TextDecoder().decode(bytes);
  return { status: response.status, headers: response.headers, bytes, text };
}

/** The body of a success, which is 200 for every method, in the form of the contract. */
export function success<Schema extends z.ZodType>(answer: Answer, schema: Schema): z.output<Schema> {
  demand(answer.status === 200, `the status is ${answer.status} and not 200. ${answer.text}`);
  return inForm(JSON.parse(answer.text), schema);
}

/** Checks that REST refused with this status and code. */
export function refused(answer: Answer, status: number, code: string): void {
  demand(answer.status === status, `the status is ${answer.status} and not ${status}. ${answer.text}`);
  const { error } = inForm(JSON.parse(answer.text), Failure);
  demand(error.code === code, `the error code is ${error.code} and not ${code}.`);
  demand(error.request_id === answer.headers.get('request-id'), 'the error has another request id.');
}

/** Checks that a call of the client is refused with this status and code. */
export async function refusedWith(call: Promise<unknown>, status: number, code: string): Promise<void> {
  const thrown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  demand(thrown instanceof ApiError, 'it was not refused.');
  demand(
    thrown.status === status && thrown.code === code,
    `it was refused with ${thrown.status} ${thrown.code}, not ${code}.`,
  );
}

/** A field of the data of a GraphQL answer without errors. */
export function field<Schema extends z.ZodType>(
  answer: Answer,
  name: string,
  schema: Schema,
): z.output<Schema> {
  const { data, errors } = success(answer, GraphqlAnswer);
  demand(errors === undefined, `GraphQL answered with errors. ${answer.text}`);
  return inForm(data?.[name], schema);
}

/** Checks that GraphQL refused with this code. */
export function graphqlRefused(answer: Answer, code: string): void {
  const first = inForm(JSON.parse(answer.text), GraphqlAnswer).errors?.[0];
  demand(first !== undefined, 'GraphQL answered without errors.');
  demand(first.extensions.code === code, `the error code is ${first.extensions.code} and not ${code}.`);
}

/** An answer, checked to be in the form of the contract. */
export function inForm<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`the answer is not as the contract says at "${issue?.path.join('.')}": ${issue?.message}.`);
}
