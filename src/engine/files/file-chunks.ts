import { open } from 'node:fs/promises';

/** Bytes: enough that few reads are made for a large file, and little beside the memory of a process. */
const CHUNK_BYTES = 256 * 1024;

/**
 * The bytes of a file, all in one buffer, so a long file needs no more memory than a short one. A chunk is valid until
 * the next one is requested.
 */
export async function* fileChunks(path: string): AsyncGenerator<Uint8Array, void> {
  await using file = await open(path);
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(buffer);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}
