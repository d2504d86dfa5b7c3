import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BytesResponse, OwnBytes } from '../../../src/http/wire/bytes-response.ts';
import { WireRequest } from '../../../src/http/wire/wire-request.ts';
import { sendAnswer } from '../../../src/run/server/send-answer.ts';
import { KiB } from '../../support/requests/bytes.ts';

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

/** The response to a request, which the server answers when it gets it. */
async function asked(answer: Response) {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  server.once('request', (message, response) => {
    void sendAnswer(new WireRequest('http://gateway.example', message, response), answer, response);
  });
  const [response] = await once(get({ host: '127.0.0.1', port: address.port, agent: false }), 'response');
  return response;
}

test('bytes are freed when the client has them, and not before, also where it reads slowly', async () => {
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
