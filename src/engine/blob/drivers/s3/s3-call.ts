import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connectionError, S3Error } from './s3-error.ts';
import { world } from '../../../../kernel/world.ts';

/** Connections at once: far more than uploads and downloads need, and few enough for any store. */
const CONNECTIONS_MAX = 256;
/** A page of a list takes a few hundred KB; a larger body is not a valid response of S3. */
const TEXT_BYTES_MAX = 4 * 1024 * 1024;

interface Outgoing {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Its length is in the Content-Length header. */
  readonly body?: AsyncIterable<Uint8Array>;
}

export interface S3Call {
  /** Resolves when the response begins. Rejects with an S3Error, after `withinMs` at the latest. */
  send(outgoing: Outgoing, withinMs: number): Promise<IncomingMessage>;
  /**
   * The body of a response. Fails if bytes stop arriving or are fewer than announced. Cancelling it closes the
   * connection.
   */
  bytesOf(response: IncomingMessage): ReadableStream<Uint8Array>;
  /** A short body, read to its end so that the connection can be used again. */
  textOf(response: IncomingMessage): Promise<string>;
  close(): void;
}

/**
 * Sends requests with Node's HTTP client. `fetch` does not fit: it cannot tell a silent connection from a slow one,
 * buffers the request body, and would follow a redirect with the files.
 */
export function openS3Call(silenceMs: number): S3Call {
  const options = { keepAlive: true, maxSockets: CONNECTIONS_MAX };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };

  return {
    send({ method, url, headers, body }, withinMs) {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const init = { method, headers, timeout: silenceMs };
      const request =
        url.protocol === 'https:'
          ? httpsRequest(url, { ...init, agent: agents['https:'] })
          : httpRequest(url, { ...init, agent: agents['http:'] });
      const timeOut = () => void request.destroy(new S3Error('ETIMEDOUT', null));
      const deadline = world.after(timeOut, withinMs);
      request.on('timeout', timeOut);
      request.on('error', (error) => {
        world.cancel(deadline);
        reject(connectionError(error));
      });
      request.on('response', (response) => {
        world.cancel(deadline);
        // From here on our own reader may pause the connection, and `bytesOf` handles silence and errors.
        request.setTimeout(0);
        response.on('error', () => {});
        // If the response ends before the request, the rest of the body is not needed.
        response.on('end', () => request.writableFinished || request.destroy());
        resolve(response);
      });
      if (body === undefined) request.end();
      // It rejects if the body fails or the response came early. Both are handled above.
      else pipeline(Readable.from(body, { objectMode: false }), request).catch(() => {});
      return promise;
    },
    bytesOf: (response) => bytesOf(response, silenceMs),
    textOf: (response) => shortText(bytesOf(response, silenceMs)),
    close() {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}

function bytesOf(response: IncomingMessage, silenceMs: number): ReadableStream<Uint8Array> {
  const chunks = response[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const silence = world.after(() => response.destroy(new S3Error('ETIMEDOUT', null)), silenceMs);
        try {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          throw connectionError(error);
        } finally {
          world.cancel(silence);
        }
      },
      cancel: () => void response.destroy(),
    },
    { highWaterMark: 0 },
  );
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
