import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { world } from '../../../src/kernel/world.ts';
import { limitConnections } from '../../../src/run/server/connections.ts';
import { serve } from '../../../src/run/server/serve.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: gateway.test\r\n\r\n';
const READY = 'GET http://gateway.test/readyz?now HTTP/1.1\r\nHost: gateway.test\r\n\r\n';
const LIST = 'GET /v1/customers HTTP/1.1\r\nHost: gateway.test\r\n\r\n';

/** So long the gateway waits for the header of a connection above the limit. */
const HEADER_MS = 500;
const HOUR_MS = 3_600_000;

/** A connection on which these bytes are sent. */
function asked(port: number, bytes: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  if (bytes !== '') socket.write(bytes);
  return socket;
}

describe('a connection above the limit of the process', () => {
  const MAX = 3;

  let gateway: TestGateway;
  let stop: () => Promise<void>;
  let port: number;
  let idle: readonly Socket[];
  beforeEach(async () => {
    gateway = await openTestGateway();
    const listening = await serve(gateway.app, { host: '127.0.0.1', port: 0, connectionsMax: MAX });
    port = listening.port;
    stop = () => listening.stop(0);
    idle = Array.from({ length: MAX }, () => connect(port, '127.0.0.1'));
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
  });
  afterEach(async () => {
    for (const socket of idle) socket.destroy();
    await stop();
    await gateway.close();
  });

  test.each([
    ['asks for anything but health', LIST],
    ['asks for what only begins like health', HEALTH.replace('/healthz', '/healthz/more')],
    ['says nothing', ''],
    ['does not end its header', 'GET /healthz HTTP/1.1\r\nHost: gate'],
  ])('is answered 503 and closed if it %s; others go on', async (_what, bytes) => {
    const answer = await text(asked(port, bytes));
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toContain('Retry-After: 5\r\n');
    expect(answer).toContain('"service_unavailable"');
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    const [one] = idle;
    one?.write(HEALTH.replace('Host', 'Connection: close\r\nHost'));
    expect(one === undefined ? '' : await text(one)).toMatch(/^HTTP\/1\.1 200 /);
    // Now there is room.
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).headers.get('connection')).toBe('keep-alive');
  });

  test('takes no place that is free', async () => {
    // The gateway never closes the silent one.
    const after = world.after.bind(world);
    const spy = vi
      .spyOn(world, 'after')
      .mockImplementation((run, ms) => after(run, ms === HEADER_MS ? HOUR_MS : ms));
    onTestFinished(() => spy.mockRestore());
    const [one] = idle;
    const silent = asked(port, '');
    // Then the silent one was accepted, too.
    expect(await text(asked(port, LIST))).toMatch(/^HTTP\/1\.1 503 /);
    one?.destroy();
    const kept = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).headers.get('connection');
    await expect.poll(kept).toBe('keep-alive');
    expect(silent.readyState).toBe('open');
    silent.destroy();
  });

  test.each([HEALTH, HEALTH.replace('GET', 'HEAD'), READY])(
    'is answered about health, once, and closed: %j',
    async (bytes) => {
      const answer = await text(asked(port, bytes + HEALTH + LIST));
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).toContain('Connection: close\r\n');
      expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    },
  );
});

describe('connections above the limit of the process', () => {
  const [MAX, BEYOND_MAX, FLOOD] = [3, 20, 120];

  test.each([
    ['say nothing', ''],
    ['ask for health again and again', HEALTH.repeat(64)],
    ['send a part of a body to health', HEALTH.replace('\r\n\r\n', '\r\nContent-Length: 9\r\n\r\n{')],
    ['ask for a list', LIST],
  ])(
    'are bounded in number if those of a flood %s, and a probe is answered meanwhile',
    async (_what, bytes) => {
      let answered = 0;
      let openMax = 0;
      const server = createServer((message, response) => {
        if (connections.isRefused(message, response)) return;
        answered += 1;
        response.end('fine');
      });
      const limit = { publicUrl: 'http://gateway.test', onRefused: () => {} };
      const connections = limitConnections(server, limit, MAX, BEYOND_MAX);
      const count = () => server.getConnections((_error, open) => void (openMax = Math.max(openMax, open)));
      server.on('connection', count);
      const port = await new Promise<number>((resolve) => {
        server.listen(0, '127.0.0.1', () => {
          const address = server.address();
          resolve(typeof address === 'object' && address !== null ? address.port : 0);
        });
      });
      const idle = Array.from({ length: MAX }, () => connect(port, '127.0.0.1'));
      await Promise.all(idle.map((socket) => once(socket, 'connect')));

      const ended: Promise<unknown>[] = [];
      let probes = 0;
      const flood = async () => {
        while (ended.length < FLOOD) {
          ended.push(once(asked(port, bytes).resume(), 'close'));
          await setTimeout(1);
        }
      };
      const probe = async () => {
        while (ended.length < FLOOD) {
          expect(await text(asked(port, HEALTH))).toMatch(/^HTTP\/1\.1 200 /);
          probes += 1;
        }
      };
      await Promise.all([flood(), probe()]);
      expect(probes).toBeGreaterThan(0);
      await Promise.all(ended);
      expect(openMax).toBeLessThanOrEqual(MAX + BEYOND_MAX);
      expect(openMax).toBeGreaterThan(MAX);
      // A connection gets one answer, however often it asks.
      expect(answered).toBeLessThanOrEqual(FLOOD + probes);
      for (const socket of idle) socket.destroy();
      server.close();
    },
  );
});
