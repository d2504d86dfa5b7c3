import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Response as PlainResponse } from '@whatwg-node/fetch';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BytesResponse, OwnBytes } from '../../../src/engine/http/wire/bytes-response.ts';
import { WholeResponse } from '../../../src/engine/http/wire/whole-response.ts';
import { WireRequest } from '../../../src/engine/http/wire/wire-request.ts';
import { sendResponse } from '../../../src/run/server/send-response.ts';
import { KiB, MiB } from '../../support/requests/bytes.ts';

const CHUNKS = 60;
const CHUNK_BYTES = 256 * KiB;

let server = createServer();
beforeEach(async () => {
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** A response of bytes, the chunks that were made for it, and the hash of all bytes. */
function largeAnswer() {
  const chunks: Uint8Array[] = [];
  const hash = createHash('sha256');
  let isCancelled = false;
  const stream = new OwnBytes(
    {
      pull(controller) {
        if (chunks.length === CHUNKS) return controller.close();
        const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
        chunk.set(randomBytes(CHUNK_BYTES));
        hash.update(chunk);
        chunks.push(chunk);
        controller.enqueue(chunk);
      },
      cancel() {
        isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { 'Content-Length': String(CHUNKS * CHUNK_BYTES), 'X-Own': 'x' };
  const answer = new BytesResponse(stream, { status: 200, headers });
  return { answer, chunks, sha256: () => hash.digest('hex'), isCancelled: () => isCancelled };
}

function portOfServer(): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  return address.port;
}

/** The response to a request, which the server answers when it gets it. */
async function asked(answer: Response, takenWithinMs?: number) {
  const port = portOfServer();
  server.once('request', (message, response) => {
    const request = new WireRequest('http://gateway.example', message, response);
    void sendResponse(request, answer, response, takenWithinMs);
  });
  const [response] = await once(get({ host: '127.0.0.1', port, agent: false }), 'response');
  return response;
}

test('bytes are freed when the client has them, and not before, also if it reads slowly', async () => {
  const { answer, chunks, sha256 } = largeAnswer();
  const response = await asked(answer);
  expect(response.headers).toMatchObject({ 'content-length': String(CHUNKS * CHUNK_BYTES), 'x-own': 'x' });
  await setTimeout(100);
  expect(chunks.length, 'made before the client reads').toBeLessThan(CHUNKS);
  const received = createHash('sha256');
  for await (const chunk of response) received.update(chunk);
  expect(received.digest('hex')).toBe(sha256());
  await expect.poll(() => chunks.filter(({ length }) => length > 0)).toHaveLength(0);
});

test('no more is read for a client that went away', async () => {
  const { answer, chunks, isCancelled } = largeAnswer();
  const response = await asked(answer);
  response.destroy();
  await expect.poll(isCancelled).toBe(true);
  expect(chunks.length).toBeLessThan(CHUNKS);
});

describe('a connection whose client takes nothing more of its answer is closed', () => {
  test.each([
    ['bytes', () => largeAnswer().answer],
    [
      'a text that is whole',
      () => new WholeResponse({ status: 200, headers: {}, body: 'x'.repeat(16 * MiB) }),
    ],
    ['a stream', () => new PlainResponse(largeAnswer().answer.body)],
  ])('%s', async (_kind, answer) => {
    const ended = Promise.withResolvers<void>();
    server.once('request', (message, response) => {
      response.once('close', ended.resolve);
      const request = new WireRequest('http://gateway.example', message, response);
      void Promise.resolve(sendResponse(request, answer(), response, 100)).catch(() => {});
    });
    const socket = connect(portOfServer(), '127.0.0.1').pause();
    socket.write('GET / HTTP/1.1\r\nHost: gateway.example\r\n\r\n');
    await ended.promise;
    socket.destroy();
  });
});

test('an answer that has nothing to send for a while stays open', async () => {
  const seldom = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(Buffer.from('one'));
      await setTimeout(400);
      controller.enqueue(Buffer.from('two'));
      controller.close();
    },
  });
  expect(await text(await asked(new PlainResponse(seldom), 100))).toBe('onetwo');
});

test.each(['1.0', '1.1'])(
  'over HTTP/%s a stream that fails does not look like one that has ended',
  async (version) => {
    const part = version === '1.0' ? 'a part' : 'a part\r\n';
    const isHere = Promise.withResolvers<void>();
    const failing = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(Buffer.from('a part'));
        await isHere.promise;
        controller.error(new Error('The rest is missing.'));
      },
    });
    server.once('request', (message, response) => {
      const request = new WireRequest('http://gateway.example', message, response);
      void sendResponse(request, new PlainResponse(failing), response);
    });
    const socket = connect(portOfServer(), '127.0.0.1').setEncoding('utf8');
    const failed: (string | undefined)[] = [];
    let got = '';
    socket.on('error', ({ code }: NodeJS.ErrnoException) => void failed.push(code));
    socket.on('data', (more: string) => {
      got += more;
      if (got.includes(part)) isHere.resolve();
    });
    const closed = Promise.withResolvers<void>();
    socket.once('close', () => closed.resolve());
    socket.write(`GET / HTTP/${version}\r\nHost: gateway.example\r\n\r\n`);
    await closed.promise;
    if (version === '1.0') expect(failed).toEqual(['ECONNRESET']);
    // The last chunk, which is empty, is missing.
    else expect(got.endsWith(part)).toBe(true);
  },
);
