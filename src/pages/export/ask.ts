import { Request as PlainRequest } from '@whatwg-node/fetch';
import { isErrorCode } from '../../kernel/error-catalogue.ts';
import { type OperationError, refusal } from '../../kernel/errors.ts';
import type { TypedDocumentString } from '../console-kit/generated/graphql.ts';
import { markUnattended } from '../../nouns/session/unattended.ts';
import type { Ask } from './lists/list.ts';
import { world } from '../../kernel/world.ts';

/** Processes a request like any other request: with its permission, its share and its line in the log. */
export type Respond = (request: Request) => Promise<Response>;

interface Shown {
  readonly message?: string;
  readonly extensions?: { readonly code?: string };
}

interface Asking {
  readonly respond: Respond;
  /** The request of the person; its session is used. */
  readonly request: Request;
  readonly requestId: string;
}

/** Asks by GraphQL, as the page of the same session does. */
export const askOnce =
  ({ respond, request, requestId }: Asking): Ask =>
  async (document, variables) => {
    const { response, result } = await send({ respond, request, requestId }, document, variables);
    if (result.data !== undefined && result.data !== null && result.errors === undefined) return result.data;
    throw refusalOf(result.errors?.[0] ?? {}, response);
  };

/** An export uses at most half of the rate of the person, so that the rest is left for the page. */
const SHARE_OF_RATE = 0.5;
/**
 * The shortest and the longest pause between two attempts, if the gateway has too much to do. If the gateway asks for
 * a longer pause, a record is damaged and a person has to look at it, so another attempt would fail too.
 */
const RETRY_MS = { least: 250, most: 5_000 } as const;

/** Asks like `askOnce`, but waits if the gateway is busy or the rate of the person is used up. */
export const askPatiently =
  (asking: Asking, gone: AbortSignal): Ask =>
  async (document, variables) => {
    for (;;) {
      gone.throwIfAborted();
      const { response, result } = await send(asking, document, variables);
      if (result.data !== undefined && result.data !== null && result.errors === undefined) {
        await pause(untilHalfFull(response.headers), gone);
        return result.data;
      }
      const failure = refusalOf(result.errors?.[0] ?? {}, response);
      if (!isPassing(failure)) throw failure;
      await pause(Math.min(RETRY_MS.most, Math.max(RETRY_MS.least, msUntilRetry(failure))), gone);
    }
  };

const msUntilRetry = ({ retryAfterSeconds = 0 }: OperationError): number => retryAfterSeconds * 1000;

const isPassing = (failure: OperationError): boolean =>
  failure.code === 'rate_limited' ||
  (failure.code === 'service_unavailable' && msUntilRetry(failure) <= RETRY_MS.most);

async function send<Result, Variables>(
  { respond, request, requestId }: Asking,
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
) {
  const own = new PlainRequest('http://gateway/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Fundgate-Console': '1',
      'Sec-Fetch-Site': 'same-origin',
      Cookie: request.headers.get('cookie') ?? '',
      'Request-Id': requestId,
    },
    body: JSON.stringify({ query: document.toString(), variables }),
  });
  // The person asked for the link; the file may take a quarter of an hour more.
  markUnattended(own);
  const response = await respond(own);
  const result: { readonly data?: Result | null; readonly errors?: readonly Shown[] } = await response.json();
  return { response, result };
}

function refusalOf({ message = '', extensions = {} }: Shown, { headers }: Response): OperationError {
  const code = extensions.code ?? '';
  const retryAfterSeconds = Number(headers.get('retry-after') ?? 0);
  return refusal(isErrorCode(code) ? code : 'internal_error', message, {
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
  });
}

/** Milliseconds until half of the rate of the person is free again, by the headers of a response. */
function untilHalfFull(headers: Headers): number {
  const [, quota, seconds] = /q=(\d+);w=(\d+)/.exec(headers.get('ratelimit-policy') ?? '') ?? [];
  const [, left] = /r=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
  if (quota === undefined || seconds === undefined || left === undefined) return 0;
  const lacking = Number(quota) * SHARE_OF_RATE - Number(left);
  return Math.min(RETRY_MS.most, Math.max(0, (lacking * Number(seconds) * 1000) / Number(quota)));
}

/** Waits; ends at once when the person is gone. */
async function pause(ms: number, gone: AbortSignal): Promise<void> {
  if (ms > 0) await world.pause(ms, { signal: gone }).catch(() => {});
}
