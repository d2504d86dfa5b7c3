import { blobDriver, type BlobDriver } from './blob-driver.ts';

/** Keeps blobs in the process, for tests and trials. */
export function memoryDriver(): BlobDriver {
  const blobs = new Map<string, Uint8Array>();
  const unfinished = new Set<string>();

  return blobDriver('memory', {
    async setItemRaw(key, body) {
      if (blobs.has(key) || unfinished.has(key)) throw new Error('There is a blob of that key already.');
      unfinished.add(key);
      try {
        const chunks = await Array.fromAsync(body);
        blobs.set(key, Buffer.concat(chunks));
      } finally {
        unfinished.delete(key);
      }
    },

    async getItemRaw(key, { range }) {
      const bytes = blobs.get(key);
      if (bytes === undefined) return null;
      const wanted = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
      return new ReadableStream({
        start(controller) {
          controller.enqueue(wanted);
          controller.close();
        },
      });
    },

    async getMeta(key) {
      const bytes = blobs.get(key);
      return bytes === undefined ? null : { size: bytes.length };
    },

    async removeItem(key) {
      blobs.delete(key);
    },

    async *list(prefix) {
      for (const [key, { length: size }] of blobs) if (key.startsWith(prefix)) yield { key, size };
      for (const key of unfinished) if (key.startsWith(prefix)) yield { key, size: null };
    },

    async ping() {},
  });
}
