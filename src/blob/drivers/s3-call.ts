import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connectionError, S3Error } from './s3-error.ts';

/** Connections at once: far more than uploads and downloads need, few enough for any store. */
const CONNECTIONS_MAX = 256;
/** A page of a list takes a few hundred KB; more is not an answer of S3. */
const TEXT_BYTES_MAX = 4 * 1024 * 1024;

export interface Outgoing {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with the Content-Length among the headers. */
  readonly body?: AsyncIterable<Uint8Array>;
}

export interface S3Call {
  /** Resolves when an answer begins. Rejects with an S3Error, after `withinMs` at the latest. */
  send(outgoing: Outgoing, withinMs: number): Promise<IncomingMessage>;
  /** The bytes of an answer; fails when they stop coming or are fewer than announced, and lets go when it is cancelled. */
  bytesOf(response: IncomingMessage): ReadableStream<Uint8Array>;
  /** A short answer, read to its end so that its connection can be used again. */
  textOf(response: IncomingMessage): Promise<string>;
  close(): void;
}

/**
 * HTTP by Node's own client and not by fetch, which cannot tell a silent connection from a slow one, buffers what it
 * sends, and would follow a redirect with the documents in hand.
 */
export function openS3Call(silenceMs: number): S3Call {
  const options = { keepAlive: true, maxSockets: CONNECTIONS_MAX };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };

  function bytesOf(response: IncomingMessage): ReadableStream<Uint8Array> {
    const chunks = response[Symbol.asyncIterator]();
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const silence = setTimeout(() => response.destroy(new S3Error('ETIMEDOUT', null)), silenceMs);
          try {
            const { done, value } = await chunks.next();
            if (done) controller.close();
            else controller.enqueue(value);
          } catch (error) {
            throw connectionError(error);
          } finally {
            clearTimeout(silence);
          }
        },
        cancel: () => void response.destroy(),
      },
      { highWaterMark: 0 },
    );
  }

  return {
    send({ method, url, headers, body }, withinMs) {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const init = { method, headers, timeout: silenceMs };
      const request =
        url.protocol === 'https:'
          ? httpsRequest(url, { ...init, agent: agents['https:'] })
          : httpRequest(url, { ...init, agent: agents['http:'] });
      const giveUp = () => void request.destroy(new S3Error('ETIMEDOUT', null));
      const late = setTimeout(giveUp, withinMs);
      request.on('timeout', giveUp);
      request.on('error', (error) => {
        clearTimeout(late);
        reject(connectionError(error));
      });
      request.on('response', (response) => {
        clearTimeout(late);
        // From here on silence may be that of our own reader, and errors are for whoever reads.
        request.setTimeout(0);
        response.on('error', () => {});
        // An answer before the end of the request makes the rest of it pointless.
        response.on('end', () => request.writableFinished || request.destroy());
        resolve(response);
      });
      if (body === undefined) request.end();
      // What breaks in between is told by the request's own error, or by an answer that came early.
      else pipeline(Readable.from(body, { objectMode: false }), request).catch(() => {});
      return promise;
    },
    bytesOf,
    textOf: (response) => shortText(bytesOf(response)),
    close() {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}

async function shortText(bytes: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > TEXT_BYTES_MAX) throw new S3Error('EMSGSIZE', null);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
