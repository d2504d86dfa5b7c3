import { blobDriver, type BlobDriver } from './blob-driver.ts';
import type { StorageKind } from './storage-kind.ts';
import { world } from '../../../kernel/world.ts';

export const memoryStorage: StorageKind = {
  form: 'memory:',
  isUrl: (url) => url === 'memory:',
  variables: {},
  open: async () => memoryDriver(),
};

/** Keeps blobs in the memory of the process, for tests and trials. */
function memoryDriver(): BlobDriver {
  const blobs = new Map<string, { readonly bytes: Uint8Array; readonly writtenAt: Date }>();
  const unfinished = new Map<string, Date>();
  let written: string | null = null;

  return blobDriver('memory', {
    async setItemRaw(key, body) {
      if (blobs.has(key) || unfinished.has(key)) throw new Error('There is a blob of that key already.');
      unfinished.set(key, new Date(world.time()));
      try {
        const chunks = await Array.fromAsync(body, (chunk) => Buffer.from(chunk));
        blobs.set(key, { bytes: Buffer.concat(chunks), writtenAt: new Date(world.time()) });
      } finally {
        unfinished.delete(key);
      }
    },

    async getItemRaw(key, { range }) {
      const bytes = blobs.get(key)?.bytes;
      if (bytes === undefined) return null;
      const wanted = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
      return new ReadableStream({
        start(controller) {
          // The reader may free what it gets.
          controller.enqueue(Buffer.from(wanted));
          controller.close();
        },
      });
    },

    async getMeta(key) {
      const bytes = blobs.get(key)?.bytes;
      return bytes === undefined ? null : { size: bytes.length };
    },

    async removeItem(key) {
      blobs.delete(key);
    },

    async *list(prefix) {
      for (const [key, { bytes, writtenAt }] of blobs) {
        if (key.startsWith(prefix)) yield { key, size: bytes.length, writtenAt };
      }
      for (const [key, writtenAt] of unfinished) {
        if (key.startsWith(prefix)) yield { key, size: null, writtenAt };
      }
    },

    async ping() {},

    readMarker: async () => written,
    async writeMarker(marker) {
      written ??= marker;
    },
    async removeMarker() {
      written = null;
    },
  });
}
