import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { encryptedSize } from '../../../../src/engine/blob/encrypted/segment.ts';
import { type Listening, serve } from '../../../../src/run/server/serve.ts';
import { BOUNDARY, bodyOf, END, MULTIPART } from '../../../support/requests/multipart-body.ts';
import { pdf } from '../../../support/gateway.ts';
import {
  describing,
  filePart,
  metadataPart,
  openUploadFixture,
  wholeBody,
} from '../../../support/fixtures/upload-fixture.ts';
import type { UploadFixture } from '../../../support/fixtures/upload-fixture.ts';

const MiB = 1024 * 1024;

let fixture: UploadFixture;
let listening: Listening;
let customerId: string;
beforeAll(async () => {
  fixture = await openUploadFixture();
  customerId = await fixture.customer();
  listening = await serve(fixture.app, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await listening.stop(0);
  await fixture.close();
});
afterEach(async () => {
  await expect.poll(async () => [await fixture.files(), await fixture.loose()]).toEqual([[], []]);
  expect((await fetch(`http://127.0.0.1:${listening.port}/healthz`)).status).toBe(200);
});

const big = pdf('x'.repeat(MiB));
const begun = bodyOf(
  metadataPart('nar1', { file: describing(big) }),
  filePart('file', big).subarray(0, MiB / 2),
);

function headOf(headers: Readonly<Record<string, string | number>>, customer = customerId): string {
  const all = {
    Host: 'gateway.test',
    Authorization: fixture.partner.authorization,
    'Content-Type': MULTIPART,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /v1/kyc/documents/${customer} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

function open(): Socket {
  const socket = connect({ port: listening.port, host: '127.0.0.1', allowHalfOpen: true });
  return socket.on('error', () => {});
}

/** The beginning of the answer. */
async function answerTo(socket: Socket): Promise<{ status: number; body: string }> {
  const [chunk] = await once(socket, 'data');
  const answer = String(chunk);
  socket.destroy();
  return { status: Number(answer.split(' ')[1]), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) };
}

describe('there is a response at once to an upload', () => {
  // What the gateway waited for would never be over.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['that ends before its last part does', () => begun],
    ['that ends within a delimiter', () => wholeBody().subarray(0, -6)],
    ['whose boundary is another', () => bodyOf(wholeBody().toString().replaceAll(BOUNDARY, 'another'))],
    ['that is empty', () => Buffer.alloc(0)],
    ['with a part that has no header', () => bodyOf(`--${BOUNDARY}\r\n\r\nbytes\r\n`, END)],
    [
      'with a part that has no name',
      () => bodyOf(`--${BOUNDARY}\r\nContent-Type: a/b\r\n\r\nbytes\r\n`, END),
    ],
  ])('%s', async (_what, body) => {
    const socket = open();
    const bytes = body();
    socket.write(headOf({ 'Content-Length': bytes.length }));
    socket.write(bytes);
    const { status, body: answer } = await answerTo(socket);
    expect(status).toBe(400);
    expect(JSON.parse(answer).error.code).toBe('body_invalid');
  });

  test('without a boundary', async () => {
    const socket = open();
    socket.write(headOf({ 'Content-Type': 'multipart/form-data', 'Content-Length': 10 * MiB }));
    const { status, body } = await answerTo(socket);
    expect([status, JSON.parse(body).error.code]).toEqual([400, 'body_invalid']);
  });

  test('whose client stops sending and still listens', async () => {
    const socket = open();
    socket.write(headOf({ 'Content-Length': 10 * MiB }));
    socket.end(begun);
    const { status, body } = await answerTo(socket);
    expect([status, JSON.parse(body).error.code]).toEqual([400, 'body_invalid']);
  });

  test('whose chunks are malformed', async () => {
    const socket = open();
    socket.write(headOf({ 'Transfer-Encoding': 'chunked' }));
    socket.write(`${begun.length.toString(16)}\r\n`);
    socket.write(begun);
    socket.write('\r\nnot a length\r\n');
    const { status, body } = await answerTo(socket);
    expect([status, JSON.parse(body).error.code]).toEqual([400, 'body_invalid']);
  });

  test('that is declared to be larger than 100 MiB', async () => {
    const socket = open();
    socket.write(headOf({ 'Content-Length': 101 * MiB }));
    const { status, body } = await answerTo(socket);
    expect([status, JSON.parse(body).error.code]).toEqual([413, 'request_too_large']);
  });

  test.each([
    ['with a malformed key', 'Bearer none', undefined, 401, 'api_key_invalid'],
    [
      'for a customer that is not there',
      undefined,
      'cus_01J00000000000000000000000',
      404,
      'resource_missing',
    ],
  ] as const)('%s before its body comes', async (_what, key, customer, status, code) => {
    const socket = open();
    socket.write(headOf({ 'Content-Length': 50 * MiB, ...(key && { Authorization: key }) }, customer));
    const answer = await answerTo(socket);
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([status, code]);
  });
});

test('a body of more than 100 MiB in chunks is refused, although it declares no length', async () => {
  const chunk = Buffer.alloc(MiB, 'x');
  let sent = 0;
  const head = bodyOf(metadataPart('nar1', { file: describing(big) }), filePart('file', big).subarray(0, -2));
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(head),
    pull(controller) {
      if (sent++ < 101) controller.enqueue(chunk);
      else controller.close();
    },
  });
  const init = {
    method: 'POST',
    headers: { authorization: fixture.partner.authorization, 'content-type': MULTIPART },
    body,
    duplex: 'half',
  } as const;
  const answer = await fetch(`http://127.0.0.1:${listening.port}/v1/kyc/documents/${customerId}`, init);
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ error: { code: 'request_too_large' } });
});

test('an upload whose client disconnects in the middle leaves nothing', async () => {
  const socket = open();
  socket.write(headOf({ 'Content-Length': 10 * MiB }));
  socket.write(begun);
  await expect.poll(fixture.files).toHaveLength(1);
  socket.destroy();
});

test.each([
  ['what is no HTTP', 'hello\r\n\r\n', 400, 'body_invalid'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
    'body_invalid',
  ],
  ['a header of 100 KB', `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 413, 'request_too_large'],
])('%s gets an error in the usual form, and its connection is closed', async (_what, sent, status, code) => {
  const socket = open();
  socket.write(sent);
  const answer = await text(socket);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
  expect(answer).toContain('\r\nConnection: close\r\n');
  const { error } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
  expect(error).toMatchObject({ type: 'invalid_request_error', code });
  expect(answer).toContain(`\r\nRequest-Id: ${error.request_id}\r\n`);
});

test('a whole upload through the wire is stored', async () => {
  const other = await fixture.customer();
  const headers = { authorization: fixture.partner.authorization, 'content-type': MULTIPART };
  const path = `http://127.0.0.1:${listening.port}/v1/kyc/documents/${other}`;
  const answer = await fetch(path, { method: 'POST', headers, body: wholeBody(big) });
  expect(answer.status).toBe(200);
  const [key = ''] = await fixture.files();
  expect(await fixture.gateway.blobs.size(key)).toBe(encryptedSize(big.length));
  await fixture.gateway.database.writes.deleteFrom('document').execute();
  await fixture.gateway.blobs.remove(key);
});
