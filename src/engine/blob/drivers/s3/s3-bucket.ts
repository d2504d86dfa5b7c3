import type { IncomingMessage } from 'node:http';
import type { ByteRange } from '../../../bytes/byte-range.ts';
import type { S3Body, S3Client } from './s3-client.ts';
import { responseError, S3Error } from './s3-error.ts';
import { readListPage, type S3ListPage } from './s3-list-page.ts';

/** Shorter than the time limit of a readiness check. */
const PING_DEADLINE_MS = 2_500;
/** For removing the object of a failed upload. If this fails too, the sweep removes the object later. */
const CLEAR_DEADLINE_MS = 5_000;
/** The largest page that S3 returns. */
const LIST_PAGE = '1000';

/**
 * The objects of a bucket below a prefix. Names do not include the prefix, except in pages. Methods reject with an
 * S3Error.
 */
export class S3Bucket {
  readonly #client: S3Client;
  readonly #prefix: string;

  constructor(client: S3Client, prefix: string) {
    this.#client = client;
    this.#prefix = prefix;
  }

  async ping(): Promise<void> {
    const response = await this.#client.send({ method: 'HEAD', deadlineMs: PING_DEADLINE_MS }, [200, 404]);
    await this.#client.textOf(response);
    if (response.statusCode === 404) throw new S3Error('NoSuchBucket', 404);
  }

  /** Bytes of an object; null if the object does not exist, and also if the bucket does not exist. */
  async sizeOf(object: string): Promise<number | null> {
    const response = await this.#client.send({ method: 'HEAD', object }, [200, 404]);
    await this.#client.textOf(response);
    return response.statusCode === 404 ? null : lengthOf(response);
  }

  async get(object: string, range: ByteRange | undefined): Promise<ReadableStream<Uint8Array> | null> {
    const header = range && { range: `bytes=${range.start}-${range.end}` };
    const request = { method: 'GET', object, ...header } as const;
    const response = await this.#client.send(request, range === undefined ? [200, 404] : [206, 404, 416]);
    if (response.statusCode === 404) return this.#nullUnlessNoBucket(response);
    if (response.statusCode === 416) return this.#emptyStream(response);
    if (range !== undefined) requireRange(response, range);
    return this.#client.bytesOf(response);
  }

  async getText(object: string): Promise<string | null> {
    const response = await this.#client.send({ method: 'GET', object }, [200, 404]);
    return response.statusCode === 404 ? this.#nullUnlessNoBucket(response) : this.#client.textOf(response);
  }

  async put(object: string, body: S3Body): Promise<void> {
    await this.#client.textOf(await this.#client.send({ method: 'PUT', object, body }, [200]));
  }

  /** Like `put`, but leaves no object behind if it rejects. */
  async putOrClear(object: string, body: S3Body): Promise<void> {
    try {
      await this.put(object, body);
    } catch (error) {
      // After a server error or a lost response the object may be stored; after a refusal it is not.
      if (error instanceof S3Error && error.status !== null && error.status < 500) throw error;
      await this.remove(object, { deadlineMs: CLEAR_DEADLINE_MS }).catch(() => {});
      throw error;
    }
  }

  async remove(object: string, limit: { readonly deadlineMs?: number } = {}): Promise<void> {
    const request = { method: 'DELETE', object, ...limit } as const;
    await this.#nullUnlessNoBucket(await this.#client.send(request, [200, 204, 404]));
  }

  /** One page of the objects whose names begin with `start`. `token` is `next` of the previous page. */
  async listPage(start: string, token: string | null): Promise<S3ListPage> {
    const query = {
      'list-type': '2',
      'max-keys': LIST_PAGE,
      prefix: this.#prefix + start,
      ...(token !== null && { 'continuation-token': token }),
    };
    return readListPage(await this.#client.textOf(await this.#client.send({ method: 'GET', query }, [200])));
  }

  close(): void {
    this.#client.close();
  }

  /** Null for an object that does not exist; throws if the bucket does not exist. */
  async #nullUnlessNoBucket(response: IncomingMessage): Promise<null> {
    const error = responseError(response.statusCode ?? 0, await this.#client.textOf(response));
    if (error.code === 'NoSuchBucket') throw error;
    return null;
  }

  /** The result for a range that begins beyond the end of the object. */
  async #emptyStream(response: IncomingMessage): Promise<ReadableStream<Uint8Array>> {
    await this.#client.textOf(response);
    return new Blob([]).stream();
  }
}

function lengthOf({ headers }: IncomingMessage): number {
  const length = Number(headers['content-length'] ?? NaN);
  if (!Number.isSafeInteger(length)) throw new S3Error('NO_CONTENT_LENGTH', null);
  return length;
}

/** If a store ignored the range, the reader would put a file together wrongly. */
function requireRange(response: IncomingMessage, { start, end }: ByteRange): void {
  const header = response.headers['content-range'] ?? '';
  const { first, last, size } = /^bytes (?<first>\d+)-(?<last>\d+)\/(?<size>\d+)$/.exec(header)?.groups ?? {};
  if (Number(first) === start && Number(last) === Math.min(end, Number(size) - 1)) return;
  response.destroy();
  throw new S3Error('WRONG_RANGE', null);
}
