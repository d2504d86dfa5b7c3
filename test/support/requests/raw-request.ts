import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** A request as it goes over the wire, byte for byte. */
export interface RawRequest {
  /** `POST /v1/customers`, without the version. */
  readonly line: string;
  /** `Host` and `Connection: close` are added unless they are named here; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  /** With its `Content-Length` unless the headers say something else. An iterable goes as it is. */
  readonly body?: string | Uint8Array | Iterable<Uint8Array>;
  /** How long to wait for the end of the answer. */
  readonly deadlineMs?: number;
}

export interface RawAnswer {
  /** 0 if no answer came. */
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: number;
  /** Everything that was received, up to a limit. */
  readonly raw: string;
  /** The beginning of the body, enough for an error. */
  readonly text: string;
  /** Whether the connection was closed, by the gateway or its client. */
  readonly closed: boolean;
  /** Bytes that went out before the connection ended. */
  readonly sentBytes: number;
}

const DEADLINE_MS = 120_000;
const KEPT_BYTES = 64 * 1024;

export async function sendRaw(url: string, request: RawRequest): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(url);
  const { body = '' } = request;
  const socket = connect(Number(port), hostname);
  let bytes = 0;
  let kept = Buffer.alloc(0);
  let closed = false;
  const answered = Promise.withResolvers<void>();
  const keepsAlive = request.headers?.['Connection'] === 'keep-alive';
  // A broken connection is an answer too, with status 0.
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    if (kept.length < KEPT_BYTES) kept = Buffer.concat([kept, Buffer.from(chunk)]);
    if (isWhole(kept)) answered.resolve();
  });
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      closed = true;
      resolve();
    });
  });
  socket.write(headOf(request, host));
  if (typeof body === 'string' || body instanceof Uint8Array) socket.write(body);
  else Readable.from(body).pipe(socket, { end: false });
  await Promise.race([
    ended,
    ...(keepsAlive ? [answered.promise] : []),
    setTimeout(request.deadlineMs ?? DEADLINE_MS, null, { ref: false }),
  ]);
  const sentBytes = socket.bytesWritten;
  socket.destroy();
  const raw = kept.toString('latin1');
  return { ...readAnswer(raw), raw, bytes, closed, sentBytes };
}

/** Whether an answer of declared length has come to its end. */
function isWhole(raw: Buffer): boolean {
  const { headers, text } = readAnswer(raw.toString('latin1'));
  const length = headers.get('content-length');
  return length !== null && text.length >= Number(length);
}

function headOf({ line, headers = {}, body = '' }: RawRequest, host: string): string {
  const length =
    typeof body === 'string' || body instanceof Uint8Array
      ? { 'Content-Length': String(Buffer.byteLength(body)) }
      : {};
  const all = { Host: host, Connection: 'close', ...(body === '' ? {} : length), ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) => {
    if (value === null) return [];
    return (typeof value === 'string' ? [value] : value).map((each) => `${name}: ${each}\r\n`);
  });
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** The last answer that is no interim one. */
export function readAnswer(raw: string): Pick<RawAnswer, 'status' | 'headers' | 'text'> {
  const end = raw.indexOf('\r\n\r\n');
  const [line = '', ...lines] = raw.slice(0, end === -1 ? 0 : end).split('\r\n');
  const status = Number(line.split(' ')[1] ?? 0);
  if (status >= 100 && status < 200) return readAnswer(raw.slice(end + 4));
  const headers = new Headers(
    lines.map((each): [string, string] => {
      const colon = each.indexOf(':');
      return [each.slice(0, colon), each.slice(colon + 1).trim()];
    }),
  );
  return { status, headers, text: end === -1 ? '' : raw.slice(end + 4) };
}
