import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine, dataFolder, type GatewayProcess, startGateway } from '../../support/gateway-process.ts';
import { busyMs, cpuMsOf, rssKiBOf, waitsOf } from './quiet-partner.ts';

/** Idle connections; `TEST_IDLE_CONNECTIONS=9990` is the long form, which needs as many open files in both processes. */
const IDLE_CONNECTIONS = Number(process.env['TEST_IDLE_CONNECTIONS'] ?? 1_000);
const OPENED_AT_ONCE = 100;
/** Three times what it takes. */
const CONNECTION_KIB_MAX = 40;
const FLOOD_SENDERS = 64;
const ASKED = 60;
/** Delays by the gateway appear each time, delays by the machine only once. */
const TIMED = { retry: 2 } as const;

const folder = dataFolder();
let gateway: GatewayProcess;
let quietKey: string;
beforeAll(async () => {
  gateway = await startGateway(folder.path, { RATE_LIMIT: '200' });
  quietKey = JSON.parse((await commandLine(folder.path, 'partner', 'create', 'B', '--json')).out).api_key;
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** The second longest wait of a quiet partner. */
const slowestOfB = async () => (await waitsOf(gateway, quietKey, ASKED)).at(-2) ?? 0;

/** Does something again and again, many times at once, until `during` is over. */
async function meanwhile<Result>(
  senders: number,
  send: () => Promise<unknown>,
  during: () => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const sending = Promise.all(
    Array.from({ length: senders }, async () => {
      while (!over.signal.aborted) await send();
    }),
  );
  const result = await during();
  over.abort();
  await sending;
  return result;
}

test(
  'a flood by one partner leaves the slowest requests of another within twice of what they take at rest',
  TIMED,
  async () => {
    const quiet = await slowestOfB();
    const statuses = new Set<number>();
    const flood = async () => {
      const { status } = await gateway.rest('GET', '/v1/customers/any');
      statuses.add(status);
      // What is refused comes again after a moment, as from a client that does not look at `Retry-After`.
      if (status === 429) await setTimeout(20);
    };
    const flooded = await meanwhile(FLOOD_SENDERS, flood, slowestOfB);
    expect(statuses).toContain(429);
    expect(flooded).toBeLessThan(2 * quiet + busyMs());
  },
);

/** A connection that had one request, and stays open for the next. */
async function openConnection({ hostname, port }: URL): Promise<Socket> {
  const socket = connect(Number(port), hostname);
  socket.write('GET /healthz HTTP/1.1\r\nHost: gateway\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('200 OK');
  return socket;
}

test(`${IDLE_CONNECTIONS} idle connections cost others nothing, and little memory each`, async () => {
  const url = new URL(gateway.url);
  const atRest = rssKiBOf(gateway);
  const sockets: Socket[] = [];
  while (sockets.length < IDLE_CONNECTIONS) {
    const length = Math.min(OPENED_AT_ONCE, IDLE_CONNECTIONS - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length }, () => openConnection(url)))));
  }
  const before = cpuMsOf(gateway);
  expect((await gateway.rest('GET', '/v1/customers', { key: quietKey })).status).toBe(200);
  await setTimeout(500);
  expect(cpuMsOf(gateway) - before).toBeLessThan(400);
  expect(sockets.every((socket) => !socket.destroyed)).toBe(true);
  expect((rssKiBOf(gateway) - atRest) / IDLE_CONNECTIONS).toBeLessThan(CONNECTION_KIB_MAX);
  for (const socket of sockets) socket.destroy();
});
