import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../../src/app.ts';
import { WireRequest } from '../../../src/http/wire/wire-request.ts';
import { type Listening, serve } from '../../../src/run/server/serve.ts';

/** Whether each request was whole when it was answered. */
const whole: boolean[] = [];

const app: App = {
  async fetch(request) {
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
