import { withDeadline } from '../../async/deadline.ts';
import { OperationError, refusal } from '../../../kernel/errors.ts';
import { giveBack } from '../../bytes/give-back.ts';
import type { PromiseOrValue } from '../../async/promise-or-value.ts';
import { brokenMessage, lateMessage } from '../wire/unfinished-message.ts';
import { wholeMessage } from '../wire/whole-message.ts';
import { WireRequest } from '../wire/wire-request.ts';
import { awaitsContinue, comingFrom, stateOf, waitedForBody, wantBody } from './body-state.ts';
import { world } from '../../../kernel/world.ts';

const MIB = 1024 * 1024;

/** A body counts as aborted after this silence: longer than a mobile network takes to change cells. */
const IDLE_MS = 30_000;

/** The first bytes of a body, which must arrive within `IDLE_MS`: 2 kB/s. */
const SMALL_BODY_BYTES = 64 * 1024;

/** Limits for discarding a body that is not used: bytes, total time, and the longest pause. */
interface DiscardLimits {
  readonly bytesMax: number;
  readonly ms: number;
  readonly idleMs: number;
}

/**
 * For callers with a valid key, who may not know the limit: twice the largest body, and the time for 100 MiB at 30
 * Mbit/s. nginx has the same time and pause by default.
 */
export const DISCARD_WITH_KEY: DiscardLimits = {
  bytesMax: 256 * 1024 * 1024,
  ms: 30_000,
  idleMs: 5_000,
};
/**
 * For requests without a valid key: the size of most uploads, and the time for one at 30 Mbit/s. So a client can read
 * that its key was revoked or has expired. Many clients send everything before they read; otherwise they would only
 * report a broken connection.
 */
export const DISCARD_WITHOUT_KEY: DiscardLimits = { bytesMax: 32 * 1024 * 1024, ms: 10_000, idleMs: 2_000 };

/** The bodies of these requests are never read. */
const isBodiless = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** The Node message of a request. Its bytes are faster to read than the stream of the request. */
const messageOf = (request: Request) => (request instanceof WireRequest ? request.message : null);

/** Whether the client sends a body. The Content-Type does not tell: axios sends one with each POST. */
export function hasBody(request: Request): boolean {
  const { headers } = request;
  if (headers.has('transfer-encoding')) return true;
  const length = headers.get('content-length');
  if (length !== null) return Number(length) > 0;
  return messageOf(request) === null && request.body !== null;
}

/** The whole body; no promise if it has already come. Throws or rejects as `readBody` does. */
export function readWhole(request: Request, bytesMax: number): PromiseOrValue<Uint8Array> {
  requireLength(request, bytesMax);
  const { headers } = request;
  const length = Number(headers.get('content-length') ?? Infinity);
  // The HTTP server enforces the declared length, so nothing needs to be counted.
  const isSmall = length <= SMALL_BODY_BYTES && !headers.has('transfer-encoding');
  return isSmall ? readSmall(request) : readLarge(request, bytesMax);
}

function readSmall(request: Request): PromiseOrValue<Uint8Array> {
  wantBody(request);
  const message = messageOf(request);
  if (message === null)
    return comingFrom(request, within(IDLE_MS, request.arrayBuffer())).then(
      (bytes) => new Uint8Array(bytes),
      brokenOff(request),
    );
  try {
    const bytes = wholeMessage(message, IDLE_MS);
    return bytes instanceof Promise ? comingFrom(request, bytes).catch(brokenOff(request)) : bytes;
  } catch (error) {
    return brokenOff(request)(error);
  }
}

async function readLarge(request: Request, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBody(request, bytesMax)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/**
 * The bytes of a body as they arrive; a chunk is valid until the next one is requested. Throws `request_too_large` as
 * soon as more than `bytesMax` are announced or received, and `body_invalid` if the client disconnects, is silent, or
 * is too slow with the first bytes. If the reader stops early, the rest is discarded.
 */
export async function* readBody(request: Request, bytesMax: number): AsyncGenerator<Uint8Array> {
  try {
    requireLength(request, bytesMax);
    wantBody(request);
    let bytes = 0;
    for (;;) {
      const waitMs = bytes < SMALL_BODY_BYTES ? IDLE_MS - waitedForBody(request) : IDLE_MS;
      const next = within(waitMs, sourceOf(request).next());
      const step = await comingFrom(request, next).catch(brokenOff(request));
      if (step.done) return;
      const chunk = step.value;
      bytes += chunk.byteLength;
      if (bytes > bytesMax) throw tooLarge(bytesMax);
      yield chunk;
      release(request, chunk);
    }
  } finally {
    void discardBody(request);
  }
}

/** Throws `request_too_large` if the announced length is more than `bytesMax`. */
export function requireLength(request: Request, bytesMax: number): void {
  if (Number(request.headers.get('content-length')) > bytesMax) throw tooLarge(bytesMax);
}

export const tooLarge = (bytesMax: number, what = 'The body') =>
  refusal('request_too_large', `${what} is larger than ${bytesMax / MIB} MiB (${bytesMax} bytes).`);

/**
 * Reads past the rest of a body. Never rejects. Most clients send their whole body before they read the response. If
 * the connection closed earlier, they would lose the response. The limits stop a client that would hold the connection
 * for ever.
 */
export function discardBody(request: Request, limits: DiscardLimits = DISCARD_WITH_KEY): Promise<void> {
  if (!isLeft(request)) return Promise.resolve();
  const state = stateOf(request);
  state.discarded ??= readPast(request, limits);
  return state.discarded;
}

/**
 * Whether a part of the body may still be unread. False if there is no body, no body will come, or all of it was read.
 */
function isLeft(request: Request): boolean {
  if (isBodiless(request) || awaitsContinue(request)) return false;
  const message = messageOf(request);
  if (message === null) return true;
  return !message.readableEnded && !(message.complete && message.readableLength === 0);
}

/**
 * Delays a response that would be lost if it was sent early. If the connection stays open, a client can get the
 * response while it still sends. If the connection closes after the response, the client would be cut off, so the body
 * is read first.
 */
export function respondAfterBody(
  request: Request,
  response: Response,
  limits: (request: Request) => DiscardLimits = () => DISCARD_WITH_KEY,
): PromiseOrValue<Response> {
  // Usually nothing is left. Then the response is passed on without a promise, which is faster.
  return isLeft(request) ? afterBody(request, response, limits(request)) : response;
}

async function afterBody(request: Request, response: Response, limits: DiscardLimits): Promise<Response> {
  const discarded = discardBody(request, limits);
  const isLost = closesConnection(request.headers) || closesConnection(response.headers);
  if (isLost && !stateOf(request).isEnded) await discarded;
  return response;
}

function closesConnection(headers: Headers): boolean {
  const options = (headers.get('connection') ?? '').toLowerCase().split(',');
  return options.some((option) => option.trim() === 'close');
}

async function readPast(request: Request, { bytesMax, ms, idleMs }: DiscardLimits): Promise<void> {
  const source = sourceOf(request);
  const end = world.elapsedMs() + ms;
  let bytes = 0;
  try {
    while (bytes < bytesMax && world.elapsedMs() < end) {
      const step = await within(idleMs, source.next());
      if (step.done) return;
      bytes += step.value.byteLength;
      release(request, step.value);
    }
  } catch {
    // The client disconnected or is silent, so the response cannot reach it.
  }
  // Ends the connection after a pause, so the client can read the response.
  world.after(() => void source.return?.().catch(() => {}), CLOSE_AFTER_MS).unref();
}

/**
 * Milliseconds in which a client that is still sending can read its response. The gateway reads nothing more from it.
 */
const CLOSE_AFTER_MS = 500;

/** Frees a chunk that Node made for this request. A chunk of any other stream may be in use elsewhere. */
function release(request: Request, chunk: Uint8Array): void {
  if (messageOf(request) !== null) giveBack(chunk);
}

/** A client that disconnects in the middle is not a failure of the gateway. */
const brokenOff =
  (request: Request) =>
  (cause: unknown): never => {
    stateOf(request).isEnded = true;
    throw cause instanceof OperationError ? cause : brokenMessage(cause);
  };

function sourceOf(request: Request): AsyncIterator<Uint8Array> {
  const state = stateOf(request);
  state.source ??= iteratorOf(request);
  return state.source;
}

function iteratorOf(request: Request): AsyncIterator<Uint8Array> {
  if (isBodiless(request)) return nothing();
  const message = messageOf(request);
  if (message !== null) return message[Symbol.asyncIterator]();
  return request.body === null || request.body.locked ? nothing() : request.body[Symbol.asyncIterator]();
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

const within = <T>(ms: number, promise: Promise<T>): Promise<T> =>
  withDeadline(promise, ms, () => lateMessage(new Error(`Nothing came for ${ms} ms.`)));
