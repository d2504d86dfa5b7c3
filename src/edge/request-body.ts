import { refusal } from '../kernel/errors.ts';

/** Silence after which a body counts as broken off: longer than a mobile network is away between two cells. */
const IDLE_MS = 30_000;

/** How long an unwanted body is read past: enough to send 100 MiB at 30 Mbit/s. Time and pause are those of nginx. */
const DISCARD_MS = 30_000;
const DISCARD_IDLE_MS = 5_000;
/** How much of it: twice the largest body, for those who do not know the limit. */
const DISCARD_BYTES_MAX = 256 * 1024 * 1024;

/** Where the reading of a body stands, so that whoever comes after goes on from there. */
const sources = new WeakMap<Request, AsyncIterator<Uint8Array>>();
const discards = new WeakMap<Request, Promise<void>>();

/**
 * The bytes of a body as they arrive. Throws request_too_large as soon as more than `bytesMax` are announced or have
 * come, body_invalid when the client goes away or falls silent. Whenever the reader stops, the rest is discarded.
 */
export async function* readBody(request: Request, bytesMax: number): AsyncGenerator<Uint8Array> {
  try {
    requireLength(request, bytesMax);
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
export function discardBody(request: Request): Promise<void> {
  const discard = discards.get(request) ?? readPast(request);
  discards.set(request, discard);
  return discard;
}

/**
 * Holds an answer back where giving it early would lose it. On a connection that is to be kept, a client can be
 * answered while it still sends; one that asked to close it would be cut off right after the answer.
 */
export async function answerTo(request: Request, response: Response): Promise<Response> {
  const discarded = discardBody(request);
  if (/\bclose\b/i.test(request.headers.get('connection') ?? '')) await discarded;
  return response;
}

async function readPast(request: Request): Promise<void> {
  const source = sourceOf(request);
  const end = performance.now() + DISCARD_MS;
  let bytes = 0;
  try {
    while (bytes < DISCARD_BYTES_MAX && performance.now() < end) {
      const step = await within(DISCARD_IDLE_MS, source.next());
      if (step.done) return;
      bytes += step.value.byteLength;
    }
    await source.return?.();
  } catch {
    // Gone or silent: either way nobody waits for the answer on this connection any more.
    source.return?.().catch(() => {});
  }
}

async function nextChunk(request: Request): Promise<Uint8Array | undefined> {
  try {
    const step = await within(IDLE_MS, sourceOf(request).next());
    return step.done ? undefined : step.value;
  } catch (cause) {
    throw refusal('body_invalid', 'The body was broken off.', { cause });
  }
}

function sourceOf(request: Request): AsyncIterator<Uint8Array> {
  const known = sources.get(request);
  if (known !== undefined) return known;
  const source =
    request.body === null || request.body.locked ? nothing() : request.body[Symbol.asyncIterator]();
  sources.set(request, source);
  return source;
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
