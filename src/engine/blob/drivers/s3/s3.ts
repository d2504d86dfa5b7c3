import { createHash } from 'node:crypto';
import { isKey } from '../key.ts';
import { blobDriver, type BlobDriver, type BlobVerbs, MARKER_NAME, type StoredBlob } from '../blob-driver.ts';
import { S3Bucket } from './s3-bucket.ts';
import { openS3Client, S3_LIMITS, type S3Body } from './s3-client.ts';
import type { S3ListPage } from './s3-list-page.ts';
import { type S3Credentials, readS3Url } from './s3-location.ts';
import { openSpool } from '../spool.ts';
import { world } from '../../../../kernel/world.ts';

export interface S3Options {
  readonly credentials: S3Credentials;
  /** A folder on the local disk with room for all concurrent uploads. */
  readonly spoolFolder: string;
}

/**
 * Keeps blobs as objects of a bucket, with a slash for each colon of the key. A body is first spooled to the local
 * disk, then sent as one object. Its size and hash are known before its first byte is sent, so every S3 store can check
 * it against both, a failed attempt can be repeated, and the bucket never holds an unfinished object. A multipart
 * upload would need memory for each part and its own sweep.
 */
export function s3Driver(path: string, options: S3Options, limits = S3_LIMITS): BlobDriver {
  const location = readS3Url(`s3:${path}`, options.credentials.region);
  const bucket = new S3Bucket(openS3Client(location, options.credentials, limits), location.prefix);
  const spool = openSpool(options.spoolFolder);
  const unfinished = new Map<string, Date>();
  const keyOf = (name: string) => name.slice(location.prefix.length).replaceAll('/', ':');

  const driver = blobDriver('s3', {
    async setItemRaw(key, body) {
      if (unfinished.has(key)) throw new Error('There is a blob of that key already.');
      unfinished.set(key, new Date(world.time()));
      try {
        await using file = await spool.take(body);
        if ((await bucket.sizeOf(objectOf(key))) !== null)
          throw new Error('There is a blob of that key already.');
        await bucket.putOrClear(objectOf(key), file);
      } finally {
        unfinished.delete(key);
      }
    },

    getItemRaw: (key, { range }) => bucket.get(objectOf(key), range),

    async getMeta(key) {
      const size = await bucket.sizeOf(objectOf(key));
      // The response to a HEAD does not distinguish a missing bucket from a missing object.
      if (size === null) await bucket.ping();
      return size === null ? null : { size };
    },

    removeItem: (key) => bucket.remove(objectOf(key)),

    async *list(prefix) {
      for (const [key, writtenAt] of unfinished)
        if (key.startsWith(prefix)) yield { key, size: null, writtenAt };
      let token: string | null = null;
      do {
        const page: S3ListPage = await bucket.listPage(objectOf(prefix), token);
        for (const { name, size, writtenAt } of page.objects) {
          const blob: StoredBlob = { key: keyOf(name), size, writtenAt };
          if (isKey(blob.key) && !unfinished.has(blob.key)) yield blob;
        }
        token = page.next;
      } while (token !== null);
    },

    ping: () => bucket.ping(),
    ...markerOf(bucket),
  });

  return { ...driver, dispose: () => bucket.close() };
}

const objectOf = (key: string) => key.replaceAll(':', '/');

function markerOf(bucket: S3Bucket): Pick<BlobVerbs, 'readMarker' | 'writeMarker' | 'removeMarker'> {
  const readMarker = () => bucket.getText(MARKER_NAME);
  return {
    readMarker,
    /** Not every store supports conditional writes, so the last of two concurrent writers wins. */
    async writeMarker(marker) {
      if ((await readMarker()) === null) await bucket.put(MARKER_NAME, bodyOf(marker));
    },
    removeMarker: () => bucket.remove(MARKER_NAME),
  };
}

function bodyOf(text: string): S3Body {
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    size: bytes.length,
    sha256,
    read: async function* () {
      yield bytes;
    },
  };
}
