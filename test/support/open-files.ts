import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

const DESCRIPTORS = '/proc/self/fd';

/**
 * The files of a folder that this process has open, those that were removed meanwhile, too. What others open in the
 * process at the same time, such as sockets, does not count. Empty on a system without `/proc`.
 */
export async function openFilesIn(folder: string): Promise<readonly string[]> {
  const descriptors = await readdir(DESCRIPTORS).catch(() => []);
  // A descriptor may be closed while the others are read.
  const paths = await Promise.all(
    descriptors.map((name) => readlink(join(DESCRIPTORS, name)).catch(() => '')),
  );
  return paths.filter((path) => path.startsWith(`${folder}/`));
}
