import { open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder, PRIVATE_FILE_MODE } from '../../files/private-folder.ts';
import { once } from '../../async/once.ts';
import { digesting } from '../../bytes/digest.ts';
import { writeBody } from './file.ts';
import { world } from '../../../kernel/world.ts';

/** A complete body on the local disk. Its size and hash are known, and it can be read several times. */
interface Spooled extends AsyncDisposable {
  readonly size: number;
  readonly sha256: string;
  /** Reads from the beginning. */
  read(): AsyncIterable<Uint8Array>;
}

/** Local disk space for bodies on their way to a remote store. */
interface Spool {
  /** Rejects with the error of the body. Disposing of the result frees its space. */
  take(body: AsyncIterable<Uint8Array>): Promise<Spooled>;
}

/** Bytes of one read: few system calls for an upload, and little memory. */
const READ_BUFFER_BYTES = 256 * 1024;
const SUFFIX = '.spool';

/**
 * Each file is unlinked as soon as it is open, so the system frees its space even if the process is killed. If the
 * process is killed between opening and unlinking, an empty file is left, and the next spool in the folder removes it.
 * Several processes may share a folder: an unlinked file stays readable for the process that has it open.
 */
export function openSpool(folder: string): Spool {
  const clear = once(async () => {
    const names = await readdir(folder);
    for (const name of names) if (name.endsWith(SUFFIX)) await rm(join(folder, name), { force: true });
  });

  async function namelessFile(): Promise<FileHandle> {
    // Made each time, because the folder always looks empty and clean-up programs remove empty folders.
    makePrivateFolder(folder);
    await clear();
    const path = join(folder, `${world.uuid()}${SUFFIX}`);
    const handle = await open(path, 'wx+', PRIVATE_FILE_MODE);
    await rm(path, { force: true });
    return handle;
  }

  return {
    async take(body) {
      const file = digesting(body);
      const handle = await namelessFile();
      try {
        await writeBody(handle, file.body);
        const { size, sha256 } = file.digest();
        return { size, sha256, read: () => contents(handle), [Symbol.asyncDispose]: () => handle.close() };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
  };
}

async function* contents(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ;) {
    const chunk = Buffer.allocUnsafeSlow(READ_BUFFER_BYTES);
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
    position += bytesRead;
  }
}
