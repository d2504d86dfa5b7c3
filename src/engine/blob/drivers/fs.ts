import { open, opendir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { requireFreeSpace } from '../../files/free-space.ts';
import { isKey } from './key.ts';
import { blobDriver, type BlobDriver, type StoredBlob } from './blob-driver.ts';
import type { StorageKind } from './storage-kind.ts';
import { orNull, streamFile, writeOnce } from './file.ts';
import { folderMarker } from './fs-marker.ts';

/** The suffix of an unfinished write. Keys have no dots, so no blob can have such a name. */
const PART_SUFFIX = '.part';

export const fsStorage: StorageKind = {
  form: 'fs:<folder>',
  isUrl: (url) => /^fs:.*\S/.test(url),
  variables: {},
  open: async (location) => fsDriver(location),
};

/** Keeps blobs as files under a folder, with a sub-folder for each segment of the key except the last. */
function fsDriver(location: string): BlobDriver {
  if (location === '') throw new Error('The storage URL fs: needs the path of a folder.');
  const root = resolve(location);
  const pathOf = (key: string) => join(root, ...key.split(':'));
  const partOf = (key: string) => pathOf(key) + PART_SUFFIX;
  const marker = folderMarker(root);

  return blobDriver('fs', {
    async setItemRaw(key, body) {
      await marker.require();
      await writeOnce(pathOf(key), partOf(key), body);
    },

    async getItemRaw(key, { range, chunks }) {
      const handle = await marker.orAbsent(open(pathOf(key), 'r'));
      return handle && streamFile(handle, range ?? { start: 0, end: Infinity }, chunks);
    },

    getMeta: (key) => marker.orAbsent(stat(pathOf(key))),

    async removeItem(key) {
      await marker.require();
      await rm(pathOf(key), { force: true });
      await rm(partOf(key), { force: true });
    },

    async *list(prefix) {
      await marker.require();
      const folder = prefix.slice(0, prefix.lastIndexOf(':') + 1);
      yield* blobsUnder(pathOf(folder), folder, prefix);
    },

    async ping() {
      await marker.require();
      const probe = join(root, `.ping-${process.pid}`);
      await writeFile(probe, '');
      await rm(probe, { force: true });
      await requireFreeSpace(root);
    },

    readMarker: marker.read,
    writeMarker: marker.write,
    removeMarker: marker.remove,
  });
}

async function* blobsUnder(folder: string, path: string, prefix: string): AsyncGenerator<StoredBlob> {
  const entries = await orNull(opendir(folder));
  if (entries === null) return;
  for await (const entry of entries) {
    const key = path + basename(entry.name, PART_SUFFIX);
    if (!isKey(key) || !key.startsWith(prefix)) continue;
    if (entry.isDirectory()) {
      yield* blobsUnder(join(folder, entry.name), `${key}:`, prefix);
    } else {
      const stats = await orNull(stat(join(folder, entry.name)));
      if (stats === null) continue;
      const size = entry.name.endsWith(PART_SUFFIX) ? null : stats.size;
      yield { key, size, writtenAt: stats.mtime };
    }
  }
}
