import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { answerError, connectionError } from './s3-error.ts';
import { type S3Call, openS3Call } from './s3-call.ts';
import type { S3Credentials, S3Location } from './s3-location.ts';

export interface S3Limits {
  /** No attempt begins or waits for an answer after this. Clients wait half a minute as a rule. */
  readonly deadlineMs: number;
  /** No byte either way for this long, the time to connect included: the connection is broken. */
  readonly silenceMs: number;
}

export const S3_LIMITS: S3Limits = { deadlineMs: 20_000, silenceMs: 10_000 };

/** What a body adds to it for each of its bytes: the time at 1 MiB a second. */
const DEADLINE_MS_PER_BYTE = 1_000 / (1024 * 1024);
/** The longest pause before the second attempt; it doubles each time. Half of it on average, so that clients spread. */
const BACKOFF_MS = 100;
const BACKOFF_MAX_MS = 3_000;
/** SHA-256 of nothing. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export interface S3Body {
  readonly size: number;
  readonly sha256: string;
  read(): AsyncIterable<Uint8Array>;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** The object, without the prefix; the bucket itself where there is none. */
  readonly object?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly range?: string;
  readonly body?: S3Body;
  readonly deadlineMs?: number;
}

export interface S3Client {
  /**
   * The answer to a request when its status is one of `expected`. Whatever may pass is tried again, with growing pauses
   * of random length, until a deadline; everything else is an S3Error at once, redirects included.
   */
  send(request: S3Request, expected: readonly number[]): Promise<IncomingMessage>;
  readonly bytesOf: S3Call['bytesOf'];
  readonly textOf: S3Call['textOf'];
  close(): void;
}

export function openS3Client(location: S3Location, credentials: S3Credentials, limits: S3Limits): S3Client {
  const call = openS3Call(limits.silenceMs);
  const signingKeys = new Map<string, ArrayBuffer>();

  function urlOf({ object, query = {} }: S3Request): URL {
    const path = object === undefined ? '' : `/${location.prefix}${object}`;
    const url = new URL(location.bucketUrl + path);
    url.search = new URLSearchParams(query).toString();
    return url;
  }

  /** Signed anew for each attempt: a signature has a time. Its hash of the body is what S3 holds the bytes against. */
  async function sign(request: S3Request): Promise<Record<string, string>> {
    const { sessionToken } = credentials;
    const signer = new AwsV4Signer({
      method: request.method,
      url: urlOf(request).href,
      headers: { 'x-amz-content-sha256': request.body?.sha256 ?? EMPTY_SHA256 },
      accessKeyId: credentials.accessKeyId,
      secretAccessKey: credentials.secretAccessKey,
      ...(sessionToken !== null && { sessionToken }),
      service: 's3',
      region: location.region,
      cache: signingKeys,
    });
    const { headers } = await signer.sign();
    return {
      ...Object.fromEntries(headers),
      ...(request.range !== undefined && { range: request.range }),
      ...(request.body !== undefined && { 'content-length': String(request.body.size) }),
    };
  }

  async function attempt(request: S3Request, expected: readonly number[], withinMs: number) {
    const { method, body } = request;
    const outgoing = { method, url: urlOf(request), headers: await sign(request) };
    const response = await call.send(
      body === undefined ? outgoing : { ...outgoing, body: body.read() },
      withinMs,
    );
    const status = response.statusCode ?? 0;
    if (expected.includes(status)) return response;
    throw answerError(status, await call.textOf(response));
  }

  return {
    async send(request, expected) {
      const { deadlineMs = limits.deadlineMs + (request.body?.size ?? 0) * DEADLINE_MS_PER_BYTE } = request;
      const end = performance.now() + deadlineMs;
      for (let pauseMaxMs = BACKOFF_MS; ; pauseMaxMs = Math.min(2 * pauseMaxMs, BACKOFF_MAX_MS)) {
        try {
          return await attempt(request, expected, Math.max(1, end - performance.now()));
        } catch (thrown) {
          const error = connectionError(thrown);
          const pauseMs = Math.random() * pauseMaxMs;
          if (!error.isPassing || performance.now() + pauseMs >= end) throw error;
          await sleep(pauseMs);
        }
      }
    },
    bytesOf: call.bytesOf,
    textOf: call.textOf,
    close: call.close,
  };
}
