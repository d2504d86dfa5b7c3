import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readAnswer } from '../../support/requests/raw-request.ts';
import { type Served, serveTestGateway } from '../../support/served.ts';

const MiB = 1024 * 1024;

let served: Served;
let authorization: string;
let reader: string;
beforeAll(async () => {
  served = await serveTestGateway();
  const partner = await served.partner();
  ({ authorization } = partner);
  reader = (await served.gateway.key(partner.partnerId, { scopes: ['read'] })).authorization;
});
afterAll(() => served.stop());

const opened: Socket[] = [];
afterEach(() => opened.splice(0).forEach((socket) => socket.destroy()));

const JSON_TYPE = 'application/json';
const FORM = 'multipart/form-data; boundary=b';
const NO_CUSTOMER = 'POST /v1/kyc/documents/cus_x';

interface Early {
  readonly line: string;
  readonly type?: string;
  readonly key?: string | null;
  readonly more?: string;
}

/** Sends the header of a request with a megabyte, and the beginning of it. */
function begin({ line, type = JSON_TYPE, key = authorization, more = '' }: Early) {
  const socket = connect(Number(new URL(served.baseUrl).port), '127.0.0.1');
  opened.push(socket);
  let raw = '';
  socket.on('data', (bytes) => (raw += bytes.toString('latin1'))).on('error', () => {});
  const lines = [`${line} HTTP/1.1`, 'Host: x', `Content-Type: ${type}`, `Content-Length: ${MiB}`];
  if (key !== null) lines.push(`Authorization: ${key}`);
  socket.write(`${lines.join('\r\n')}\r\n${more}\r\n{"a":`);
  return { socket, received: () => raw };
}

const REFUSED: readonly (readonly [string, number, () => Early])[] = [
  ['a path that is none', 404, () => ({ line: 'POST /v1/nothing' })],
  ['a method that is none', 405, () => ({ line: 'PATCH /v1/customers' })],
  ['a method that GraphQL has not', 405, () => ({ line: 'PUT /graphql' })],
  ['no key', 401, () => ({ line: 'POST /v1/customers', key: null })],
  ['no key on GraphQL', 401, () => ({ line: 'POST /graphql', key: null })],
  ['a key that may not write', 403, () => ({ line: 'POST /v1/customers', key: reader })],
  ['another media type', 415, () => ({ line: 'POST /v1/customers', type: 'text/plain' })],
  ['another media type on GraphQL', 415, () => ({ line: 'POST /graphql', type: 'text/plain' })],
  ['an encoding', 415, () => ({ line: 'POST /v1/customers', more: 'Content-Encoding: gzip\r\n' })],
  ['an upload for no customer', 404, () => ({ line: NO_CUSTOMER, type: FORM })],
  ['an upload without boundary', 400, () => ({ line: NO_CUSTOMER, type: 'multipart/form-data' })],
];

describe('an answer that leaves before the body of its request is complete', () => {
  test.each(REFUSED)('says that the connection ends: %s, %s', async (_what, status, early) => {
    const { socket, received } = begin(early());
    await expect.poll(received).toMatch(/\r\n\r\n.*\}/s);
    const answer = readAnswer(received());
    expect([answer.status, answer.headers.get('connection')]).toEqual([status, 'close']);
    // It is read to its end, so that a client which sends all before it reads has the answer.
    const closed = once(socket, 'close');
    socket.write(Buffer.alloc(MiB - '{"a":'.length, ' '));
    await closed;
  });

  test('is the last one of its connection: what follows is not carried out', async () => {
    const { socket, received } = begin({ line: 'POST /v1/nothing' });
    await expect.poll(received).toMatch(/\r\n\r\n.*\}/s);
    const closed = once(socket, 'close');
    const rest = ' '.repeat(MiB - '{"a":'.length);
    socket.write(`${rest}GET /v1/customers HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`);
    await closed;
    expect(received().match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });
});

test('a client with a wrong key reads so after an upload of 24 MiB, all of which it sends before it reads', async () => {
  const socket = connect(Number(new URL(served.baseUrl).port), '127.0.0.1');
  opened.push(socket);
  const faults: Error[] = [];
  socket.on('error', (error) => faults.push(error)).pause();
  const lines = [
    `${NO_CUSTOMER} HTTP/1.1`,
    'Host: x',
    `Content-Type: ${FORM}`,
    'Authorization: Bearer fgk_wrong',
  ];
  socket.write(`${lines.join('\r\n')}\r\nContent-Length: ${24 * MiB}\r\n\r\n`);
  const chunk = Buffer.alloc(MiB, 'x');
  for (let sent = 0; sent < 24 && faults.length === 0; sent += 1)
    await new Promise<void>((resolve) => {
      socket.write(chunk, () => resolve());
    });
  let raw = '';
  socket.on('data', (bytes) => (raw += bytes.toString('latin1')));
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
  expect([readAnswer(raw).status, faults]).toEqual([401, []]);
});

test('an answer to a complete request keeps the connection, whatever its status', async () => {
  const socket = connect(Number(new URL(served.baseUrl).port), '127.0.0.1');
  opened.push(socket);
  let raw = '';
  socket.on('data', (bytes) => (raw += bytes.toString('latin1')));
  for (const count of [1, 2]) {
    socket.write(
      'POST /v1/nothing HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}',
    );
    await expect.poll(() => raw.match(/HTTP\/1\.1 404/g)?.length).toBe(count);
  }
  expect(raw).not.toMatch(/connection: close/i);
});
