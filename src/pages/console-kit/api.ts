import type { TypedDocumentString } from './generated/graphql.ts';
import { base } from './base.ts';
import { compareClock } from './clock.ts';
import { watchSilence } from './silence.ts';
import { sessionEnded } from './session-state.ts';
import { noteWaiting, type Waiting } from './waiting.ts';

/** A refusal of the gateway, or a failure on the way to it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly requestId: string | null;
  /** The pause that the gateway asks for; null for none. */
  readonly retryAfterSeconds: number | null;
  /** The input that is at fault, such as `rules[1].when`; null if none is. */
  readonly param: string | null;

  constructor(
    message: string,
    code: string,
    requestId: string | null = null,
    retryAfterSeconds: number | null = null,
    param: string | null = null,
  ) {
    super(message);
    this.code = code;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.param = param;
  }
}

interface Shown {
  readonly message?: string;
  readonly code?: string;
  readonly requestId?: string;
  readonly extensions?: {
    readonly code?: string;
    readonly requestId?: string;
    readonly retryAfter?: number;
    readonly param?: string;
  };
}

/** The key of an action, the same at each attempt, so that it is done once. */
export interface Once {
  readonly idempotencyKey: string;
}

interface RunOptions extends Partial<Once> {
  /** Whether the request outlives the page. */
  readonly keepalive?: boolean;
}

/** Without these headers the gateway ignores the cookie. */
const PAGE_HEADERS = { 'Content-Type': 'application/json', 'Fundgate-Console': '1' };

/** Milliseconds after which a request is given up; the gateway refuses its own slowest work after ten seconds. */
const RESPONSE_MS = 30_000;
/** Milliseconds after which a silent stream is given up: the gateway sends something twice a minute. */
const SILENCE_MS = 75_000;

const UNREACHABLE = 'The gateway does not respond. Check your connection, and try again.';

/** Runs a GraphQL document; throws ApiError if any part of it was refused. */
export async function run<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  options: RunOptions = {},
): Promise<Result> {
  const { result } = await runKept(document, variables, options);
  return result;
}

interface Answered<Result> {
  readonly data?: Result | null;
  readonly errors?: readonly Shown[];
  readonly extensions?: { readonly pendingApproval?: Waiting };
}

/** Like `run`. Also returns whether the response was kept from an earlier request, so that nothing was done now. */
export async function runKept<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  { idempotencyKey, keepalive = false }: RunOptions,
): Promise<{ readonly result: Result; readonly isKept: boolean }> {
  const response = await send('POST', '/graphql', {
    body: JSON.stringify({ query: document.toString(), variables }),
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
    keepalive,
  });
  const json: Answered<Result> = await response.json().catch(() => ({ errors: [{ message: UNREACHABLE }] }));
  if (json.extensions?.pendingApproval !== undefined) noteWaiting(json.extensions.pendingApproval);
  const [error] = json.errors ?? [];
  if (error !== undefined) throw asError(error);
  if (json.data === undefined || json.data === null) throw asError({});
  return { result: json.data, isKept: response.headers.has('idempotent-replayed') };
}

/** Sends a request of the session; throws ApiError if it is refused. */
export async function callSession(
  method: 'GET' | 'POST' | 'DELETE',
  body?: object,
): Promise<{ readonly issuer_sign_out_url?: string | null }> {
  const response = await send(method, '/console/session', {
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await errorOf(response);
  return response.json();
}

/** The path of a link that saves a list, valid for a minute; throws ApiError if the list is refused. */
export async function linkToExport(
  list: string,
  filter: Readonly<Record<string, string | number | boolean>>,
  format: 'csv' | 'xlsx',
): Promise<string> {
  const body = JSON.stringify({ list, filter, format });
  const response = await send('POST', '/console/exports', { body });
  if (!response.ok) throw await errorOf(response);
  const { path }: { readonly path: string } = await response.json();
  return path;
}

async function errorOf(response: Response): Promise<ApiError> {
  const { error = {} }: { readonly error?: Shown } = await response.json().catch(() => ({}));
  const { message = UNREACHABLE, code = 'unreachable' } = error;
  if (code === 'session_ended') sessionEnded();
  return new ApiError(message, code, idOf(response));
}

async function send(method: string, path: string, init: RequestInit): Promise<Response> {
  const headers = { ...PAGE_HEADERS, ...init.headers };
  const sentMs = Date.now();
  try {
    const response = await fetch(base + path, {
      signal: AbortSignal.timeout(RESPONSE_MS),
      ...init,
      method,
      headers,
      credentials: 'same-origin',
    });
    compareClock(response, sentMs);
    return response;
  } catch {
    throw unreachable();
  }
}

export const unreachable = (): ApiError => new ApiError(UNREACHABLE, 'unreachable');

const idOf = ({ headers }: Response) => headers.get('request-id');

function asError({ message = UNREACHABLE, extensions = {} }: Shown): ApiError {
  const { code = 'unreachable', requestId = null, retryAfter = null, param = null } = extensions;
  if (code === 'session_ended') sessionEnded();
  return new ApiError(message, code, requestId, retryAfter, param);
}

export const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('The page has an error; load it again.', 'page');

interface Following<Result> {
  /** The stream has begun: every event from now on is sent. */
  readonly onOpen: () => void;
  readonly onData: (data: Result) => void;
}

/**
 * Runs a subscription until it ends or is aborted. Throws ApiError if it is refused, or if the connection is broken
 * or silent.
 */
export async function follow<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal: AbortSignal,
  handlers: Following<Result>,
): Promise<void> {
  const silence = watchSilence(SILENCE_MS);
  try {
    const response = await send('POST', '/graphql', {
      body: JSON.stringify({ query: document.toString(), variables }),
      headers: { Accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    await pass(response, silence.heard, handlers);
  } finally {
    silence.stop();
  }
}

async function pass<Result>(
  response: Response,
  heard: () => void,
  { onOpen, onData }: Following<Result>,
): Promise<void> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const { errors }: { readonly errors?: readonly Shown[] } = await response.json().catch(() => ({}));
    throw asError(errors?.[0] ?? {});
  }
  onOpen();
  for await (const text of messagesOf(response, heard)) {
    const { data, errors }: { readonly data?: Result; readonly errors?: readonly Shown[] } = JSON.parse(text);
    const [error] = errors ?? [];
    if (error !== undefined) throw asError(error);
    if (data !== undefined) onData(data);
  }
}

/** The data of the messages `next` of an event stream, as they come. */
async function* messagesOf(response: Response, heard: () => void): AsyncGenerator<string> {
  if (response.body === null) return;
  let rest = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    heard();
    const messages = (rest + part.value).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const lines = message.split('\n');
      if (!lines.includes('event: next')) continue;
      const data = lines
        .filter((line) => line.startsWith('data: '))
        .map((line) => line.slice('data: '.length));
      yield data.join('\n');
    }
  }
}
