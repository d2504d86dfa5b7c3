import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readBody, readWhole } from '../../../../src/engine/http/body/request-body.ts';
import { WireRequest } from '../../../../src/engine/http/wire/wire-request.ts';
import { inChunks, MiB } from '../../../support/requests/bytes.ts';
import { bodyOf, END, MULTIPART, partOf, uploadOf } from '../../../support/requests/multipart-body.ts';
import { UploadHandler } from '../upload-handler.ts';

/** What a function finds in a request that came from a socket. */
async function findInRequest<T>(
  chunks: AsyncIterable<Uint8Array>,
  find: (request: WireRequest) => Promise<T>,
): Promise<T> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  const headers = { 'Content-Type': MULTIPART };
  const sent = send({ host: '127.0.0.1', port: address.port, method: 'POST', headers });
  Readable.from(chunks).pipe(sent);
  try {
    const [message, response] = await once(server, 'request');
    const found = await find(new WireRequest('http://gateway.example', message, response));
    response.end();
    await once(sent, 'response');
    return found;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Bytes that were read, and how many of these are still in memory at the end. */
async function readAndKeep(request: Request) {
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of readBody(request, MiB)) {
    chunks.push(chunk);
    read += chunk.length;
  }
  return { read, kept: chunks.reduce((sum, { length }) => sum + length, 0) };
}

test('a chunk from a socket is freed when the next one is asked for', async () => {
  expect(await findInRequest(inChunks(Buffer.alloc(MiB)), readAndKeep)).toEqual({ read: MiB, kept: 0 });
});

test('a chunk of a stream is left alone', async () => {
  const own = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(1000));
      controller.enqueue(new Uint8Array(1000));
      controller.close();
    },
  });
  expect(await readAndKeep(uploadOf(own))).toEqual({ read: 2000, kept: 2000 });
});

test('a long body that is read as a whole has all its chunks', async () => {
  const bytes = randomBytes(MiB);
  const whole = await findInRequest(inChunks(bytes), async (request) => readWhole(request, MiB));
  expect(Buffer.from(whole).equals(bytes)).toBe(true);
});

test('a text part has all its chunks', async () => {
  const text = 'a'.repeat(3000);
  const body = inChunks(bodyOf(partOf('metadata', text), END), 100);
  const parts = await findInRequest(body, (request) => new UploadHandler().read(request));
  expect(parts).toEqual([{ kind: 'field', name: 'metadata', text }]);
});
