import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { wholeMessage } from '../../../../src/engine/http/wire/whole-message.ts';

/** Longer than a busy machine takes to hand over a few bytes. */
const LONG_MS = 30_000;

const open: Server[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) {
    server.close().closeAllConnections();
    await once(server, 'close');
  }
});

/** The message that a client begins with `sent`, and a function that sends the rest. */
async function begin(sent: string) {
  const server = createServer();
  open.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  const arrived = once(server, 'request');
  const client = connect(address.port, '127.0.0.1');
  client.on('error', () => {});
  client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n${sent}`);
  const [message]: IncomingMessage[] = await arrived;
  if (message === undefined) throw new Error('No message came.');
  return { message, client };
}

test('a message comes as it was sent, in one piece or in several', async () => {
  const { message } = await begin('0123456789');
  expect(Buffer.from(await wholeMessage(message, LONG_MS)).toString()).toBe('0123456789');

  const slow = await begin('01234');
  const whole = wholeMessage(slow.message, LONG_MS);
  await once(slow.message, 'data');
  slow.client.write('56789');
  expect(Buffer.from(await whole).toString()).toBe('0123456789');
});

test('a message that has come as a whole is read without waiting for anything', async () => {
  const { message } = await begin('0123456789');
  await expect.poll(() => message.complete).toBe(true);
  // Promises alone have their turn before the next event.
  const { promise: next, resolve } = Promise.withResolvers();
  process.nextTick(resolve);
  expect(await Promise.race([wholeMessage(message, LONG_MS), next])).toEqual(Buffer.from('0123456789'));
  expect(message.readableLength).toBe(0);
});

test('a client that disconnects in the middle breaks its message off', async () => {
  const { message, client } = await begin('01234');
  const whole = wholeMessage(message, LONG_MS);
  client.destroy();
  await expect(whole).rejects.toMatchObject({
    code: 'body_invalid',
    cause: { message: expect.stringContaining('closed') },
  });
  expect(() => wholeMessage(message, LONG_MS)).toThrow('broken off');
});

test('a message that does not arrive in time is refused', async () => {
  const { message } = await begin('01234');
  await expect(wholeMessage(message, 50)).rejects.toMatchObject({
    code: 'body_invalid',
    cause: { message: expect.stringContaining('within 50 ms') },
  });
});

test('a message that was read before is not read as an empty one', async () => {
  const { message } = await begin('0123456789');
  await wholeMessage(message, LONG_MS);
  expect(() => wholeMessage(message, LONG_MS)).toThrow('read before');
});
