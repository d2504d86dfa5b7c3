import type { IncomingMessage } from 'node:http';
import { AwsV4Signer } from 'aws4fetch';
import { connectionError, responseError } from './s3-error.ts';
import { type S3Call, openS3Call } from './s3-call.ts';
import type { S3Credentials, S3Location } from './s3-location.ts';
import { world } from '../../../../kernel/world.ts';

interface S3Limits {
  /** No attempt starts or waits for a response after this. Clients usually wait half a minute. */
  readonly deadlineMs: number;
  /** If no byte comes or goes for this long, the connection counts as broken. The time to connect counts too. */
  readonly silenceMs: number;
}

export const S3_LIMITS: S3Limits = { deadlineMs: 20_000, silenceMs: 10_000 };

/** Each byte of a body adds this to the deadline: its time at 1 MiB a second. */
const DEADLINE_MS_PER_BYTE = 1_000 / (1024 * 1024);
/**
 * The longest pause before the second attempt; it doubles each time. The actual pause is random, so clients do not
 * retry together.
 */
const BACKOFF_MS = 100;
const BACKOFF_MAX_MS = 3_000;
/** The SHA-256 of an empty body. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export interface S3Body {
  readonly size: number;
  readonly sha256: string;
  read(): AsyncIterable<Uint8Array>;
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** The name of the object without the prefix; undefined if the request is for the bucket. */
  readonly object?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly range?: string;
  readonly body?: S3Body;
  readonly deadlineMs?: number;
}

export interface S3Client {
  /**
   * Returns the response if its status is one of `expected`. Retries temporary failures until the deadline, with
   * growing random pauses. Any other failure, also a redirect, is an S3Error at once.
   */
  send(request: S3Request, expected: readonly number[]): Promise<IncomingMessage>;
  readonly bytesOf: S3Call['bytesOf'];
  readonly textOf: S3Call['textOf'];
  close(): void;
}

export function openS3Client(location: S3Location, credentials: S3Credentials, limits: S3Limits): S3Client {
  const call = openS3Call(limits.silenceMs);
  const sign = requestSigner(location, credentials);

  async function attempt(request: S3Request, expected: readonly number[], withinMs: number) {
    const { method, body } = request;
    // Each attempt is signed anew, because a signature expires.
    const outgoing = { method, url: urlOf(location, request), headers: await sign(request) };
    const response = await call.send(
      body === undefined ? outgoing : { ...outgoing, body: body.read() },
      withinMs,
    );
    const status = response.statusCode ?? 0;
    if (expected.includes(status)) return response;
    throw responseError(status, await call.textOf(response), response.headers.date);
  }

  return {
    async send(request, expected) {
      const { deadlineMs = limits.deadlineMs + (request.body?.size ?? 0) * DEADLINE_MS_PER_BYTE } = request;
      const end = world.elapsedMs() + deadlineMs;
      for (let pauseMaxMs = BACKOFF_MS; ; pauseMaxMs = Math.min(2 * pauseMaxMs, BACKOFF_MAX_MS)) {
        try {
          return await attempt(request, expected, Math.max(1, end - world.elapsedMs()));
        } catch (thrown) {
          const error = connectionError(thrown);
          const pauseMs = world.chance() * pauseMaxMs;
          if (!error.isPassing || world.elapsedMs() + pauseMs >= end) throw error;
          await world.pause(pauseMs);
        }
      }
    },
    bytesOf: call.bytesOf,
    textOf: call.textOf,
    close: call.close,
  };
}

function urlOf({ bucketUrl, prefix }: S3Location, { object, query = {} }: S3Request): URL {
  const url = new URL(bucketUrl + (object === undefined ? '' : `/${prefix}${object}`));
  url.search = new URLSearchParams(query).toString();
  return url;
}

/** Returns a function that makes the signed headers of a request. S3 checks the body against the signed hash. */
function requestSigner(location: S3Location, { accessKeyId, secretAccessKey, sessionToken }: S3Credentials) {
  const cache = new Map<string, ArrayBuffer>();
  return async (request: S3Request): Promise<Record<string, string>> => {
    const signer = new AwsV4Signer({
      method: request.method,
      url: urlOf(location, request).href,
      headers: { 'x-amz-content-sha256': request.body?.sha256 ?? EMPTY_SHA256 },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== null && { sessionToken }),
      service: 's3',
      region: location.region,
      cache,
    });
    const { headers } = await signer.sign();
    return {
      ...Object.fromEntries(headers),
      ...(request.range !== undefined && { range: request.range }),
      ...(request.body !== undefined && { 'content-length': String(request.body.size) }),
    };
  };
}
