import { type Call, type CallResponse, readResponse, targetOf } from './call.ts';
import { ApiError, ConnectionError, isTransient } from './errors.ts';
import { createList, type List } from './list.ts';
import type { CallOptions, ClientOptions, WriteOptions } from './options.ts';
import { pause, pauseMsBefore, TIMER_MS_MAX } from './retry.ts';
import { unlessItThrows } from './unless-it-throws.ts';

/** The functions that the operations call. */
export interface Http {
  send<Body>(call: Call, options?: WriteOptions): Promise<Body>;
  list<Item>(call: Call, options?: CallOptions): List<Item>;
}

const RETRIES = 5;
const DEADLINE_MS = 60_000;
/** The default deadline of an upload: a hundred megabytes take eight minutes at 200 kB a second. */
const UPLOAD_DEADLINE_MS = 600_000;
/** If an attempt takes longer, it is aborted and repeated. An attempt of an upload has its whole deadline. */
const ATTEMPT_MS = 45_000;

export function createHttp(client: ClientOptions): Http {
  assertHeaders({ apiKey: `Bearer ${client.apiKey}` });
  if (!/^https?:/.test(unlessItThrows(() => new Request(`${client.baseUrl}/`))?.url ?? ''))
    throw new TypeError('baseUrl must be an http or https URL without user name and password.');
  return {
    send: async <Body>(call: Call, options?: WriteOptions) =>
      (await sendUntilResponse<Body>(client, call, options)).body,
    list: <Item>(call: Call, options?: CallOptions) =>
      createList<Item>(
        (query) => sendUntilResponse(client, { ...call, query }, options),
        call.query ?? {},
        signalOf(client, options),
      ),
  };
}

/**
 * Sends a call until it succeeds, is refused or runs out of time. A change always has the same key, so it is done only
 * once.
 */
async function sendUntilResponse<Body>(
  client: ClientOptions,
  call: Call,
  options: WriteOptions = {},
): Promise<CallResponse<Body>> {
  const form = await call.form?.();
  const idempotencyKey =
    call.method === 'GET' || form !== undefined ? null : (options.idempotencyKey ?? crypto.randomUUID());
  const stop = signalOf(client, options);
  const limits = limitsOf(client, options, form !== undefined);
  const url = client.baseUrl.replace(/\/$/, '') + targetOf(call);
  const init = {
    method: call.method,
    headers: headersOf(client, call, { ...options, idempotencyKey }),
    body: form ?? (call.body === undefined ? null : JSON.stringify(call.body)),
    // Following a redirect would turn a change into a GET.
    redirect: 'manual',
  } as const;
  const first = { ...init.headers, ...(options.fault !== undefined && { 'Fundgate-Fault': options.fault }) };
  assertHeaders(first);
  for (let attempts = 1; ; attempts += 1) {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(limits.attemptMs())]);
    try {
      return await readResponse<Body>(
        await fetch(url, { ...init, signal, ...(attempts === 1 && { headers: first }) }),
        { idempotencyKey, attempts },
      );
    } catch (thrown) {
      stop.throwIfAborted();
      const error = known(thrown) ?? noResponse(thrown, { idempotencyKey, attempts });
      const pauseMs = pauseMsBefore(attempts, error.call.retryAfterMs);
      // A timer may fire up to a millisecond too early.
      if (!isTransient(error) || attempts > limits.retries || pauseMs + 1 >= limits.leftMs()) throw error;
      client.onRetry?.(error);
      await pause(pauseMs, stop);
    }
  }
}

/** Aborted as soon as the signal of the client or of the call is aborted. */
const signalOf = (client: ClientOptions, options: CallOptions = {}): AbortSignal =>
  AbortSignal.any([client.signal, options.signal].filter((each) => each !== undefined));

function limitsOf(
  client: ClientOptions,
  { retries = client.retries ?? RETRIES, deadlineMs = client.deadlineMs }: CallOptions,
  isUpload: boolean,
) {
  const endsAt = performance.now() + (deadlineMs ?? (isUpload ? UPLOAD_DEADLINE_MS : DEADLINE_MS));
  const leftMs = () => Math.ceil(endsAt - performance.now());
  const attemptMs = () => Math.max(1, Math.min(leftMs(), isUpload ? TIMER_MS_MAX : ATTEMPT_MS));
  return { retries, leftMs, attemptMs };
}

interface HeaderValues extends CallOptions {
  readonly idempotencyKey: string | null;
}

const headersOf = (
  { apiKey }: ClientOptions,
  { body }: Call,
  { idempotencyKey, requestId }: HeaderValues,
) => ({
  Authorization: `Bearer ${apiKey}`,
  ...(body !== undefined && { 'Content-Type': 'application/json' }),
  ...(idempotencyKey !== null && { 'Idempotency-Key': idempotencyKey }),
  ...(requestId !== undefined && { 'Request-Id': requestId }),
});

/**
 * Throws TypeError if a value cannot be in a header. The error of `fetch` would look like a network failure, and it
 * quotes the value, which may be the API key.
 */
function assertHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers))
    if (unlessItThrows(() => new Headers({ [name]: value })) === undefined)
      throw new TypeError(`${name} has a character that no header can have.`);
}

const known = (thrown: unknown) =>
  thrown instanceof ApiError || thrown instanceof ConnectionError ? thrown : null;

/** The error if `fetch` throws: the network failed, the attempt took too long, or the response broke off. */
const noResponse = (cause: unknown, attempt: { idempotencyKey: string | null; attempts: number }) =>
  new ConnectionError('The gateway did not respond.', null, { ...attempt, retryAfterMs: 0 }, cause);
