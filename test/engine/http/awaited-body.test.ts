import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawRequest, readAnswer, sendRaw } from '../../support/requests/raw-request.ts';
import { type Served, serveTestGateway } from '../../support/served.ts';

const MiB = 1024 * 1024;

let gateway: Served;
let authorization: string;
beforeAll(async () => {
  gateway = await serveTestGateway();
  ({ authorization } = await gateway.partner());
});
afterAll(() => gateway.stop());

describe('a client that waits for 100 Continue', () => {
  const expecting = (headers: RawRequest['headers']) =>
    sendRaw(gateway.baseUrl, {
      line: 'POST /v1/customers',
      headers: {
        Authorization: authorization,
        Expect: '100-continue',
        Connection: 'keep-alive',
        'Content-Length': '10',
        ...headers,
      },
    });

  test.each([
    ['without a key', { Authorization: null }, 401],
    ['of another media type', { 'Content-Type': 'text/plain' }, 415],
    ['too large', { 'Content-Type': 'application/json', 'Content-Length': String(4 * MiB) }, 413],
    ['with an encoding', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }, 415],
  ])('is refused at once, without it: %s', async (_what, headers, status) => {
    const answer = await expecting(headers);
    expect(answer.status).toBe(status);
    expect(answer.raw).not.toContain('100 Continue');
    expect(answer.headers.get('connection')).toBe('close');
  });

  test('gets it when the body is to be read', async () => {
    const socket = connect(Number(new URL(gateway.baseUrl).port), '127.0.0.1');
    let raw = '';
    socket.on('data', (chunk) => (raw += String(chunk)));
    const head = `POST /v1/customers HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`;
    socket.write(head);
    await expect.poll(() => raw).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('{}');
    await expect.poll(() => readAnswer(raw).status).toBe(400);
    expect(raw).toContain('parameter_missing');
    socket.destroy();
  });
});

test('a body that is announced and never comes does not hold a connection after its refusal', async () => {
  const answer = await sendRaw(gateway.baseUrl, {
    line: 'POST /v1/customers',
    headers: { Connection: 'keep-alive', 'Content-Length': '100', 'Content-Type': 'application/json' },
  });
  expect(answer.status).toBe(401);
  const socket = connect(Number(new URL(gateway.baseUrl).port), '127.0.0.1');
  socket.write('POST /v1/customers HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n');
  let closed = false;
  socket.on('close', () => (closed = true)).resume();
  await expect.poll(() => closed).toBe(true);
});
