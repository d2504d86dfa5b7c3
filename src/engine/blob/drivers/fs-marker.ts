import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFirst } from '../../files/durable.ts';
import { MARKER_NAME } from './blob-driver.ts';
import { orNull } from './file.ts';

/**
 * The marker of a folder of blobs. If it was seen once and is now absent, the disk is no longer mounted there. Files
 * written now would be hidden when the disk comes back, missing files are not lost, and removed files would come back.
 */
export function folderMarker(root: string) {
  const file = join(root, MARKER_NAME);
  let isSeen = false;
  /** Throws if the marker was seen and is gone. */
  const require = async (): Promise<void> => {
    if (isSeen) await stat(file);
  };
  return {
    require,

    /** null if there is no such file; throws if the folder is not the one that was seen. */
    async orAbsent<T>(attempt: Promise<T>): Promise<T | null> {
      const found = await orNull(attempt);
      if (found === null) await require();
      return found;
    },

    async read(): Promise<string | null> {
      const marker = await orNull(readFile(file, 'utf8'));
      isSeen ||= marker !== null;
      return marker;
    },

    async write(marker: string): Promise<void> {
      await writeFirst(file, marker);
      isSeen = true;
    },

    async remove(): Promise<void> {
      await rm(file, { force: true });
      isSeen = false;
    },
  };
}
