import { open, opendir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { isKey } from '../key.ts';
import { blobDriver, type BlobDriver } from './blob-driver.ts';
import { makeFolder, orNull, streamFile, writeOnce } from './file.ts';

/** An unfinished write. No key has a dot, so it is never taken for a blob. */
const PART_SUFFIX = '.part';

/** Keeps blobs as files under a folder, with a sub-folder for each segment of the key but the last. */
export function fsDriver(location: string): BlobDriver {
  if (location === '') throw new Error('The storage URL fs: needs the path of a folder.');
  const root = resolve(location);
  const pathOf = (key: string) => join(root, ...key.split(':'));
  const partOf = (key: string) => pathOf(key) + PART_SUFFIX;

  return blobDriver('fs', {
    setItemRaw: (key, body) => writeOnce(pathOf(key), partOf(key), body),

    async getItemRaw(key, { range }) {
      const handle = await orNull(open(pathOf(key), 'r'));
      return handle && streamFile(handle, range ?? { start: 0, end: Infinity });
    },

    getMeta: (key) => orNull(stat(pathOf(key))),

    async removeItem(key) {
      await rm(pathOf(key), { force: true });
      await rm(partOf(key), { force: true });
    },

    async *streamKeys(prefix) {
      const folder = prefix.slice(0, prefix.lastIndexOf(':') + 1);
      for await (const key of keysUnder(pathOf(folder), folder)) if (key.startsWith(prefix)) yield key;
    },

    async ping() {
      const probe = join(root, `.ping-${process.pid}`);
      await makeFolder(root);
      await writeFile(probe, '');
      await rm(probe, { force: true });
    },
  });
}

async function* keysUnder(folder: string, prefix: string): AsyncGenerator<string> {
  const entries = await orNull(opendir(folder));
  if (entries === null) return;
  for await (const entry of entries) {
    const key = prefix + basename(entry.name, PART_SUFFIX);
    if (!isKey(key)) continue;
    if (entry.isDirectory()) yield* keysUnder(join(folder, entry.name), `${key}:`);
    else yield key;
  }
}
