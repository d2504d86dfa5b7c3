import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ByteRange } from '../range.ts';
import { isKey } from '../key.ts';
import { blobDriver, type BlobDriver, MARKER_NAME, type StoredBlob } from './blob-driver.ts';
import { openS3Client, S3_LIMITS, type S3Body } from './s3-client.ts';
import { answerError, S3Error } from './s3-error.ts';
import { readListPage } from './s3-list-page.ts';
import { isS3Url, readS3Url, type S3Credentials } from './s3-location.ts';
import { S3_VARIABLES, s3Credentials } from './s3-variables.ts';
import type { StorageKind } from './storage-kind.ts';
import { openSpool } from './spool.ts';

/** Sooner than whoever asks whether the gateway is ready gives up. */
const PING_DEADLINE_MS = 2_500;
/** For the removal of what a failed upload may have left: the sweep comes after it in any case. */
const CLEAR_DEADLINE_MS = 5_000;
/** As many as S3 gives at once. */
const LIST_PAGE = '1000';

/** What an S3 store needs beside its URL. */
export interface S3Options {
  readonly credentials: S3Credentials;
  /** A folder on the local disk, with room for as many uploads as come at once. */
  readonly spoolFolder: string;
}

export const s3Storage: StorageKind = {
  form: 's3://<bucket>/<prefix>?endpoint=<url>&region=<region>',
  isUrl: isS3Url,
  variables: S3_VARIABLES,
  open: (location, settings) =>
    s3Driver(location, {
      credentials: s3Credentials(settings),
      spoolFolder: `${settings.dataDir}/spool`,
    }),
};

/**
 * Keeps blobs as objects of a bucket, with a slash for each colon of the key.
 *
 * A body is first spooled to the local disk, then sent as one object: its size and hash are known before its first byte
 * leaves, so that every S3 store can hold it against both, a broken attempt can be made again, and nothing unfinished
 * ever stands in the bucket. Parts of a multipart upload would need memory for each, and a sweep of their own.
 */
export function s3Driver(path: string, means: S3Options, limits = S3_LIMITS): BlobDriver {
  const location = readS3Url(`s3:${path}`, means.credentials.region);
  const client = openS3Client(location, means.credentials, limits);
  const spool = openSpool(means.spoolFolder);
  const unfinished = new Map<string, Date>();
  const objectOf = (key: string) => key.replaceAll(':', '/');
  const keyOf = (name: string) => name.slice(location.prefix.length).replaceAll('/', ':');

  async function sizeOf(key: string): Promise<number | null> {
    const response = await client.send({ method: 'HEAD', object: objectOf(key) }, [200, 404]);
    await client.textOf(response);
    return response.statusCode === 404 ? null : lengthOf(response);
  }

  async function ping(): Promise<void> {
    const response = await client.send({ method: 'HEAD', deadlineMs: PING_DEADLINE_MS }, [200, 404]);
    await client.textOf(response);
    if (response.statusCode === 404) throw new S3Error('NoSuchBucket', 404);
  }

  /** Null for what is not there, unless it is the bucket. */
  async function absent(response: IncomingMessage): Promise<null> {
    const error = answerError(response.statusCode ?? 0, await client.textOf(response));
    if (error.code === 'NoSuchBucket') throw error;
    return null;
  }

  /** What is left of a blob after its end. */
  async function nothing(response: IncomingMessage): Promise<ReadableStream<Uint8Array>> {
    await client.textOf(response);
    return new Blob([]).stream();
  }

  async function remove(key: string, limit: { readonly deadlineMs?: number } = {}): Promise<void> {
    const request = { method: 'DELETE', object: objectOf(key), ...limit } as const;
    await absent(await client.send(request, [200, 204, 404]));
  }

  async function send(key: string, body: S3Body): Promise<void> {
    try {
      await client.textOf(await client.send({ method: 'PUT', object: objectOf(key), body }, [200]));
    } catch (error) {
      // What was sent may have been stored, and only the answer lost; a store that refused has nothing.
      if (error instanceof S3Error && error.status !== null && error.status < 500) throw error;
      await remove(key, { deadlineMs: CLEAR_DEADLINE_MS }).catch(() => {});
      throw error;
    }
  }

  const driver = blobDriver('s3', {
    async setItemRaw(key, body) {
      if (unfinished.has(key)) throw new Error('There is a blob of that key already.');
      unfinished.set(key, new Date());
      try {
        await using file = await spool.take(body);
        if ((await sizeOf(key)) !== null) throw new Error('There is a blob of that key already.');
        await send(key, file);
      } finally {
        unfinished.delete(key);
      }
    },

    async getItemRaw(key, { range }) {
      const asked = range && { range: `bytes=${range.start}-${range.end}` };
      const request = { method: 'GET', object: objectOf(key), ...asked } as const;
      const response = await client.send(request, range === undefined ? [200, 404] : [206, 404, 416]);
      if (response.statusCode === 404) return absent(response);
      if (response.statusCode === 416) return nothing(response);
      if (range !== undefined) requireRange(response, range);
      return client.bytesOf(response);
    },

    async getMeta(key) {
      const size = await sizeOf(key);
      // The answer to a HEAD does not tell a missing bucket from a missing object.
      if (size === null) await ping();
      return size === null ? null : { size };
    },

    removeItem: (key) => remove(key),

    async *list(prefix) {
      for (const [key, writtenAt] of unfinished)
        if (key.startsWith(prefix)) yield { key, size: null, writtenAt };
      let token: string | null = null;
      do {
        const page = readListPage(await listPage(prefix, token));
        for (const { name, size, writtenAt } of page.objects) {
          const blob: StoredBlob = { key: keyOf(name), size, writtenAt };
          if (isKey(blob.key) && !unfinished.has(blob.key)) yield blob;
        }
        token = page.next;
      } while (token !== null);
    },

    ping,

    async readMarker() {
      const response = await client.send({ method: 'GET', object: MARKER_NAME }, [200, 404]);
      return response.statusCode === 404 ? absent(response) : client.textOf(response);
    },

    /** S3 knows no "unless there is one" that every store understands: of two who write at once the last wins. */
    async writeMarker(marker) {
      if ((await driver.readMarker()) !== null) return;
      const body = bodyOf(marker);
      await client.textOf(await client.send({ method: 'PUT', object: MARKER_NAME, body }, [200]));
    },

    removeMarker: () => remove(MARKER_NAME),
  });

  async function listPage(prefix: string, token: string | null): Promise<string> {
    const query = {
      'list-type': '2',
      'max-keys': LIST_PAGE,
      prefix: location.prefix + objectOf(prefix),
      ...(token !== null && { 'continuation-token': token }),
    };
    return client.textOf(await client.send({ method: 'GET', query }, [200]));
  }

  return { ...driver, dispose: () => client.close() };
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

function lengthOf({ headers }: IncomingMessage): number {
  const length = Number(headers['content-length'] ?? NaN);
  if (!Number.isSafeInteger(length)) throw new S3Error('NO_CONTENT_LENGTH', null);
  return length;
}

/** A store that gives other bytes than were asked for would be taken at its word by everyone behind it. */
function requireRange(response: IncomingMessage, { start, end }: ByteRange): void {
  const told = response.headers['content-range'] ?? '';
  const { first, last, size } = /^bytes (?<first>\d+)-(?<last>\d+)\/(?<size>\d+)$/.exec(told)?.groups ?? {};
  if (Number(first) === start && Number(last) === Math.min(end, Number(size) - 1)) return;
  response.destroy();
  throw new S3Error('WRONG_RANGE', null);
}
