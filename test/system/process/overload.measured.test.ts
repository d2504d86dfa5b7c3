import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  commandLine,
  dataFolder,
  FIRST_KEY,
  type GatewayProcess,
  startGateway,
} from '../../support/gateway-process.ts';
import type { Flooding } from './flood-thread.ts';
import { busyFactor, cpuMsOf, rssKiBOf, waitsOf } from './quiet-partner.ts';

/** Idle connections; `TEST_IDLE_CONNECTIONS=9990` is the long form, which needs as many open files in both processes. */
const IDLE_CONNECTIONS = Number(process.env['TEST_IDLE_CONNECTIONS'] ?? 1_000);
const OPENED_AT_ONCE = 100;
/** Three times what it takes. */
const CONNECTION_KIB_MAX = 40;
const FLOOD = new URL('./flood-thread.ts', import.meta.url);
/** More than a partner may have requests at once. */
const CONNECTIONS = 256;
const RATE = 200;
/** One in four milliseconds. */
const REFUSALS_A_SECOND = 250;
const ROUNDS = 3;
/** Requests of the quiet partner in a round. */
const ASKED = 100;
/** As long as the thread needs to start and to use its burst. */
const ASKED_IN_BURST = 10;
/** No one waits longer for what another one may have. */
const BURST_WAIT_MS_MAX = 100;
/** What the thread that floods takes from a machine with two cores, and garbage collections. */
const NOISE_MS = 5;
/** Delays by the gateway appear each time, delays by the machine only once. */
const TIMED = { retry: 2 } as const;

const folder = dataFolder();
let gateway: GatewayProcess;
let quietKey: string;
beforeAll(async () => {
  gateway = await startGateway(folder.path, { RATE_LIMIT: String(RATE) });
  quietKey = JSON.parse((await commandLine(folder.path, 'partner', 'create', 'B', '--json')).out).api_key;
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** The 99th percentile of how long a quiet partner waits. */
const p99OfB = async () => (await waitsOf(gateway, quietKey, ASKED)).at(-1 - Math.floor(ASKED / 100)) ?? 0;

/**
 * Has a thread flood the gateway until `during` is over, which begins when what its partner had saved up for a burst is
 * used; how often each status came, and how long another partner waited at most in the burst.
 */
async function flooded<Result>(during: () => Promise<Result>) {
  const workerData: Flooding = { url: gateway.url, key: FIRST_KEY, connections: CONNECTIONS };
  const thread = new Worker(FLOOD, { workerData });
  const refused = once(thread, 'message');
  const inBurst = (await waitsOf(gateway, quietKey, ASKED_IN_BURST)).at(-1) ?? Infinity;
  await refused;
  const ended = once(thread, 'message');
  const result = await during();
  thread.postMessage('stop');
  const [statuses]: Record<number, number>[] = await ended;
  await thread.terminate();
  return { result, inBurst, statuses: statuses ?? {} };
}

const median = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Infinity;

test(
  'a flood by one partner leaves the 99th percentile of another partner within twice of what it is at rest',
  TIMED,
  async () => {
    const quiet: number[] = [];
    const busy: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push(await p99OfB());
      const began = performance.now();
      const { result, inBurst, statuses } = await flooded(p99OfB);
      const seconds = (performance.now() - began) / 1_000;
      busy.push(result);
      expect(inBurst).toBeLessThan(BURST_WAIT_MS_MAX * busyFactor());
      // Who floods gets what it may have, and few refusals a second, however many connections it has.
      expect(Object.keys(statuses)).toEqual(['404', '429']);
      expect(statuses[404]).toBeGreaterThan(RATE);
      expect(statuses[429]).toBeLessThan(CONNECTIONS + REFUSALS_A_SECOND * seconds);
    }
    expect(median(busy)).toBeLessThan(2 * median(quiet) + NOISE_MS * busyFactor());
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
