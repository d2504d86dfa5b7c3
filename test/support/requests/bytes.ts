import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

export const KiB = 1024;
export const MiB = 1024 * KiB;

export async function* inChunks(bytes: Uint8Array, size = 64 * KiB): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Each chunk is valid only until the next one is asked for: its memory is used again. */
export async function* briefChunks(bytes: Uint8Array, size = 64 * KiB): AsyncGenerator<Uint8Array> {
  const memory = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    memory.set(piece);
    yield memory.subarray(0, piece.length);
    memory.fill(0xff);
  }
}

export async function* failingAfter(bytes: number, error: Error): AsyncGenerator<Uint8Array> {
  yield* inChunks(randomBytes(bytes));
  throw error;
}

export async function readAll(stream: ReadableStream<Uint8Array> | null): Promise<Buffer | null> {
  return stream && buffer(stream);
}
