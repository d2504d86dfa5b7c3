import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDurableFolder, syncFolder } from '../../files/durable.ts';
import { PRIVATE_FILE_MODE } from '../../files/private-folder.ts';
import { giveBack } from '../../bytes/give-back.ts';
import type { ByteRange } from '../../bytes/byte-range.ts';
import type { ChunkLife } from './blob-driver.ts';

/** Bytes of a write buffer; an upload has two of them. Few, long writes, and little memory for ten uploads at once. */
const WRITE_BUFFER_BYTES = 512 * 1024;
/** Bytes of one read: few system calls for a download, and little memory. */
const READ_BUFFER_BYTES = 256 * 1024;

/**
 * Writes a new file completely or not at all. It has the name `part` until its bytes are on the disk. The stream closes
 * the handle.
 */
export async function writeOnce(file: string, part: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  await makeDurableFolder(dirname(file));
  const handle = await open(part, 'wx', PRIVATE_FILE_MODE);
  try {
    // Only the process that created the part file can create the file.
    if ((await orNull(stat(file))) !== null) throw new Error('There is a blob of that key already.');
    await writeBody(handle, body);
    await handle.sync();
    await handle.close();
  } catch (error) {
    await handle.close();
    await rm(part, { force: true });
    throw error;
  }
  try {
    await rename(part, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(part, { force: true });
    await rm(file, { force: true });
    throw error;
  }
}

/**
 * Writes a body into an open file. It copies each chunk before it requests the next one. One buffer is filled while the
 * disk takes the other.
 */
export async function writeBody(handle: FileHandle, body: AsyncIterable<Uint8Array>): Promise<void> {
  let buffer = newBuffer();
  let other: NonSharedBuffer | undefined;
  let filled = 0;
  let writing = Promise.resolve();
  try {
    for await (const chunk of body) {
      for (let at = 0; at < chunk.length;) {
        const piece = chunk.subarray(at, at + buffer.length - filled);
        buffer.set(piece, filled);
        filled += piece.length;
        at += piece.length;
        if (filled < buffer.length) continue;
        await writing;
        writing = writeBytes(handle, buffer);
        // An error is thrown by the next `await writing`.
        writing.catch(() => {});
        [buffer, other] = [other ?? newBuffer(), buffer];
        filled = 0;
      }
    }
    await writing;
    await writeBytes(handle, buffer.subarray(0, filled));
  } finally {
    await writing.catch(() => {});
    giveBack(buffer);
    if (other !== undefined) giveBack(other);
  }
}

const newBuffer = () => Buffer.allocUnsafeSlow(WRITE_BUFFER_BYTES);

async function writeBytes(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at)).bytesWritten;
}

/** The bytes of an open file. Closes the handle at the end of the range or when the stream is cancelled. */
export function streamFile(
  handle: FileHandle,
  { start, end }: ByteRange,
  chunks: ChunkLife = 'lasting',
): ReadableStream<Uint8Array> {
  let position = start;
  // The stream reads one chunk ahead, so two buffers take turns: the reader uses one while the other one is filled.
  const used: Buffer[] = [];
  return new ReadableStream({
    async pull(controller) {
      const size = Math.min(READ_BUFFER_BYTES, end + 1 - position);
      const again = used.length < 2 ? undefined : used.shift();
      const chunk = again?.subarray(0, size) ?? Buffer.allocUnsafeSlow(size);
      if (chunks === 'brief') used.push(again ?? chunk);
      try {
        const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
        position += bytesRead;
        if (bytesRead > 0) return controller.enqueue(chunk.subarray(0, bytesRead));
        await handle.close();
        return controller.close();
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    cancel: () => handle.close(),
  });
}

/** null if the file or folder does not exist. */
export async function orNull<T>(attempt: Promise<T>): Promise<T | null> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
