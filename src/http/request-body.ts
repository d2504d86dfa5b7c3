import type { IncomingMessage } from 'node:http';
import { refusal } from '../kernel/errors.ts';
import { wholeMessage } from './whole-message.ts';

/** Silence after which a body counts as broken off: longer than a mobile network is away between two cells. */
const IDLE_MS = 30_000;

/** A body of this size that is not there within `IDLE_MS` is silence too: 2 kB/s. */
const SMALL_BODY_BYTES = 64 * 1024;

/** How much of an unwanted body is read past, for how long, and with which pauses. */
interface DiscardLimits {
  readonly bytesMax: number;
  readonly ms: number;
  readonly idleMs: number;
}

/**
 * Twice the largest body, for those who do not know the limit; enough time to send 100 MiB at 30 Mbit/s. Time and pause
 * are those of nginx.
 */
export const DISCARD_OF_CALLER: DiscardLimits = {
  bytesMax: 256 * 1024 * 1024,
  ms: 30_000,
  idleMs: 5_000,
};
/** Who has not shown a key is told so after any JSON body, and cannot make the gateway read more than that. */
export const DISCARD_OF_STRANGER: DiscardLimits = { bytesMax: 4 * 1024 * 1024, ms: 5_000, idleMs: 2_000 };

/** Where the reading of a body stands, so that whoever comes after goes on from there. */
interface BodyState {
  source?: AsyncIterator<Uint8Array>;
  discarded?: Promise<void>;
  /** The message that the server has the request from: a shorter way to the bytes than the stream made of it. */
  message?: IncomingMessage;
  /** For a client that waits for `100 Continue` before it sends a body. */
  tell?: () => void;
}

const states = new WeakMap<Request, BodyState>();

function stateOf(request: Request): BodyState {
  const known = states.get(request);
  if (known !== undefined) return known;
  const state: BodyState = {};
  states.set(request, state);
  return state;
}

/** Nobody reads the body of these. */
const isBodiless = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** Says which message a request with a body was made of, so that its bytes are read from there. */
export function readFrom(request: Request, message: IncomingMessage): void {
  if (!isBodiless(request)) stateOf(request).message = message;
}

/** For a client that sends its body only when told to: `tell` is called when the body is first wanted, if ever. */
export function holdContinue(request: Request, tell: () => void): void {
  stateOf(request).tell = tell;
}

/** Whether the client still waits to be told that its body is wanted, so that none will come. */
export const awaitsContinue = (request: Request): boolean => states.get(request)?.tell !== undefined;

function wantBody(request: Request): void {
  const state = stateOf(request);
  const { tell } = state;
  delete state.tell;
  tell?.();
}

/** The whole of a body. Throws as `readBody` does. */
export async function readWhole(request: Request, bytesMax: number): Promise<Uint8Array> {
  requireLength(request, bytesMax);
  const { headers } = request;
  const length = Number(headers.get('content-length') ?? Infinity);
  // The server holds a body to its declared length, so there is nothing to count.
  if (length <= SMALL_BODY_BYTES && !headers.has('transfer-encoding')) {
    wantBody(request);
    const { message } = stateOf(request);
    if (message !== undefined) return wholeMessage(message, IDLE_MS).catch(brokenOff);
    return new Uint8Array(await within(IDLE_MS, request.arrayBuffer()).catch(brokenOff));
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBody(request, bytesMax)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * The bytes of a body as they arrive. Throws request_too_large as soon as more than `bytesMax` are announced or have
 * come, body_invalid when the client goes away or falls silent. Whenever the reader stops, the rest is discarded.
 */
export async function* readBody(request: Request, bytesMax: number): AsyncGenerator<Uint8Array> {
  try {
    requireLength(request, bytesMax);
    wantBody(request);
    let bytes = 0;
    for (;;) {
      const chunk = await nextChunk(request);
      if (chunk === undefined) return;
      bytes += chunk.byteLength;
      if (bytes > bytesMax) throw tooLarge(bytesMax);
      yield chunk;
    }
  } finally {
    void discardBody(request);
  }
}

/** Refuses a body that is announced as larger than `bytesMax`. */
export function requireLength(request: Request, bytesMax: number): void {
  if (Number(request.headers.get('content-length')) > bytesMax) throw tooLarge(bytesMax);
}

const tooLarge = (bytesMax: number) =>
  refusal('request_too_large', `The body is larger than ${bytesMax} bytes.`);

/**
 * Reads past what is left of a body; never rejects. A client sends its body before it looks for an answer, and one
 * whose connection is closed meanwhile may lose the answer: so the rest is taken off the wire, within limits that
 * keep a client from holding the connection for ever.
 */
export function discardBody(request: Request, limits: DiscardLimits = DISCARD_OF_CALLER): Promise<void> {
  if (!isLeft(request)) return Promise.resolve();
  const state = stateOf(request);
  state.discarded ??= readPast(request, limits);
  return state.discarded;
}

/** Whether there may be more of a body: not where none came, none will come, or all was read. */
function isLeft(request: Request): boolean {
  if (isBodiless(request) || awaitsContinue(request)) return false;
  return states.get(request)?.message?.readableEnded !== true;
}

/**
 * Holds an answer back where giving it early would lose it. On a connection that is to be kept, a client can be
 * answered while it still sends; one that asked to close it would be cut off right after the answer.
 */
export async function answerTo(
  request: Request,
  response: Response,
  limits: DiscardLimits = DISCARD_OF_CALLER,
): Promise<Response> {
  if (!isLeft(request)) return response;
  const discarded = discardBody(request, limits);
  if (closesConnection(request.headers) || closesConnection(response.headers)) await discarded;
  return response;
}

function closesConnection(headers: Headers): boolean {
  const options = (headers.get('connection') ?? '').toLowerCase().split(',');
  return options.some((option) => option.trim() === 'close');
}

async function readPast(request: Request, { bytesMax, ms, idleMs }: DiscardLimits): Promise<void> {
  const source = sourceOf(request);
  const end = performance.now() + ms;
  let bytes = 0;
  try {
    while (bytes < bytesMax && performance.now() < end) {
      const step = await within(idleMs, source.next());
      if (step.done) return;
      bytes += step.value.byteLength;
    }
  } catch {
    // Gone or silent: either way nobody waits for the answer on this connection any more.
  }
  // This ends the connection; the pause is for the answer to be read before.
  setTimeout(() => void source.return?.().catch(() => {}), CLOSE_AFTER_MS).unref();
}

/** A client that is still sending gets to see its answer, and meanwhile nothing more is read. */
const CLOSE_AFTER_MS = 500;

async function nextChunk(request: Request): Promise<Uint8Array | undefined> {
  const step = await within(IDLE_MS, sourceOf(request).next()).catch(brokenOff);
  return step.done ? undefined : step.value;
}

/** A client that goes away in the middle is no failure of ours. */
function brokenOff(cause: unknown): never {
  throw refusal('body_invalid', 'The body was broken off.', { cause });
}

function sourceOf(request: Request): AsyncIterator<Uint8Array> {
  const state = stateOf(request);
  state.source ??= iteratorOf(request, state.message);
  return state.source;
}

function iteratorOf(request: Request, message: IncomingMessage | undefined): AsyncIterator<Uint8Array> {
  if (isBodiless(request)) return nothing();
  if (message !== undefined) return message[Symbol.asyncIterator]();
  return request.body === null || request.body.locked ? nothing() : request.body[Symbol.asyncIterator]();
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Nothing came for ${ms} ms.`)), ms);
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}
