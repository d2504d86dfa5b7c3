import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, serve } from '../../../src/run/server/serve.ts';

/** As the gateway has it; written out, so that a change of it is seen here. */
const REQUESTS_OF_TURN = 32;
/** The requests of one connection begin one after another. */
const CONNECTIONS = 200;

let server: Listening;
/** The senders of the requests that began, in their order. */
let begun: (string | null)[] = [];
beforeAll(async () => {
  server = await serve(
    {
      fetch: async ({ headers }) => {
        begun.push(headers.get('authorization'));
        return new Response();
      },
      warmUp: async () => {},
      publicUrl: 'http://gateway.test',
      drain: () => {},
      onRefused: () => {},
      close: async () => {},
    },
    { host: '127.0.0.1', port: 0 },
  );
});
afterAll(() => server.stop(0));

const requestOf = (sender: string) =>
  `GET / HTTP/1.1\r\nHost: gateway\r\n${sender === '' ? '' : `Authorization: ${sender}\r\n`}\r\n`;

/** Sends a request of each sender at once, each on a connection of its own, and waits until all began. */
async function sendAll(senders: readonly string[]): Promise<number> {
  const sockets = senders.map(() => connect(server.port, '127.0.0.1'));
  // One that was answered is accepted, so that what is sent next on all of them is read in one turn.
  await Promise.all(
    sockets.map((socket) =>
      once(
        socket.on('connect', () => socket.write(requestOf(''))),
        'data',
      ),
    ),
  );
  begun = [];
  senders.forEach((sender, at) => void sockets[at]?.write(requestOf(sender)));
  let together = 0;
  for (let before = 0; begun.length < senders.length; before = begun.length) {
    await setImmediate();
    together = Math.max(together, begun.length - before);
  }
  for (const socket of sockets) socket.destroy();
  return together;
}

const busy = Array.from({ length: CONNECTIONS }, () => 'busy');

test('of hundreds of requests that come at once, each turn of the event loop begins a few', async () => {
  expect(await sendAll(busy)).toBe(REQUESTS_OF_TURN);
});

test('a request comes before most of the hundreds that another partner sent before it, on any connection', async () => {
  await sendAll([...busy, 'other']);
  expect(begun.indexOf('other')).toBeLessThanOrEqual(2 * REQUESTS_OF_TURN);
});

test('so do requests without a key', async () => {
  await sendAll([...busy, '']);
  expect(begun.indexOf(null)).toBeLessThanOrEqual(2 * REQUESTS_OF_TURN);
});
