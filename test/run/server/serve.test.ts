import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../../src/app.ts';
import { WireRequest } from '../../../src/engine/http/wire/wire-request.ts';
import { type Listening, serve } from '../../../src/run/server/serve.ts';

/** Whether each request was whole when it was answered. */
const whole: boolean[] = [];
/** What was begun and ended of requests whose path is a number of turns of the event loop. */
const steps: string[] = [];

async function takeTurns({ method, url }: Request): Promise<void> {
  const turns = Number(new URL(url).pathname.slice(1));
  steps.push(`begin ${method} ${turns}`);
  for (let turn = 0; turn < turns; turn += 1) await setImmediate();
  steps.push(`end ${method} ${turns}`);
}

const app: App = {
  async fetch(request) {
    if (/\/\d+$/.test(request.url)) await takeTurns(request);
    whole.push(request instanceof WireRequest && request.message.complete);
    return new Response('done');
  },
  warmUp: async () => {},
  publicUrl: 'http://localhost',
  drain() {},
  onRefused() {},
  close: async () => {},
};

let listening: Listening;

beforeAll(async () => {
  listening = await serve(app, { host: '127.0.0.1', port: 0 });
});

afterAll(() => listening.stop(0));

test('a request that came in one piece is answered as a whole, with its body or without one', async () => {
  const client = connect(listening.port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => whole.length).toBe(1);
  client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n0123456789');
  await expect.poll(() => whole).toEqual([true, true]);
  client.destroy();
});

test('requests that one connection sends at once are done one after another', async () => {
  const client = connect(listening.port, '127.0.0.1');
  const post = (turns: number) => `POST /${turns} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok`;
  client.write(`${post(50)}${post(10)}GET /5 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect((await text(client)).match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  const each = ['POST 50', 'POST 10', 'GET 5'].flatMap((request) => [`begin ${request}`, `end ${request}`]);
  expect(steps).toEqual(each);
});

test('after an answer that ends the connection no further request on it is begun', async () => {
  steps.length = 0;
  const client = connect(listening.port, '127.0.0.1');
  // The body of a GET is not read, so its connection is closed.
  client.write(
    'GET /20 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nokPOST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok',
  );
  expect((await text(client)).match(/HTTP\/1\.1 200/g)).toHaveLength(1);
  expect(steps).toEqual(['begin GET 20', 'end GET 20']);
});

test('a stop answers what clients sent on connections that were not accepted yet', async () => {
  const stopping = await serve(app, { host: '127.0.0.1', port: 0 });
  const answers = Array.from({ length: 40 }, () => {
    const client = connect(stopping.port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return text(client).catch((error: Error) => error.message);
  });
  await Promise.all([stopping.stop(0), ...answers]);
  const lines = (await Promise.all(answers)).map((answer) => answer.slice(0, 12));
  expect(new Set(lines)).toEqual(new Set(['HTTP/1.1 200']));
});
