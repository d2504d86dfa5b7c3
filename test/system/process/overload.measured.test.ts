// A process: its event loop is overloaded, and the clients need one of their own.
import { type ChildProcess, spawn } from 'node:child_process';
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
import { knownWorkMs } from '../../support/measured/known-work.ts';
import { cpuMsOf, rssKiBOf } from '../../support/measured/process-usage.ts';
import { median, p99, waitsOf } from '../../support/measured/quiet-partner.ts';
import { sendingMeanwhile } from '../../support/measured/sender.ts';
import type { Flooding } from './flood-thread.ts';

/** Idle connections; `TEST_IDLE_CONNECTIONS=9990` is the long form, which needs as many open files in both processes. */
const IDLE_CONNECTIONS = Number(process.env['TEST_IDLE_CONNECTIONS'] ?? 1_000);
const OPENED_AT_ONCE = 100;
/** Compared with a server of Node alone: the memory for a connection. */
const CONNECTION_MAX = 2;
/** In pieces of known work: the processor time for them while they are idle. */
const IDLE_WORK_MAX = 8;
const IDLE_MS = 500;
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
/** Compared with as many requests for health: how long the other partner waits in the burst, and after it. */
const BURST_WAIT_MAX = 4;
const WAIT_MAX = 3;
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

const waitsOfB = (count: number) => waitsOf(gateway, quietKey, count);

/** How long the other partner waits while as many requests for health come as a flood has answers. */
async function besideHealth() {
  const perSecond = RATE + REFUSALS_A_SECOND;
  const sending = {
    url: gateway.url,
    line: 'GET /healthz',
    perSecond,
    atOnce: CONNECTIONS,
    wrongKeys: false,
    from: '192.0.2.1',
  };
  const { result } = await sendingMeanwhile(sending, async () => ({
    inBurst: (await waitsOfB(ASKED_IN_BURST)).at(-1) ?? Infinity,
    later: p99(await waitsOfB(ASKED)),
  }));
  return result;
}

/**
 * Has a thread flood the gateway until `during` is over, which begins when what its partner had saved up for a burst is
 * used; how often each status came, and how long another partner waited at most in the burst.
 */
async function flooded<Result>(during: () => Promise<Result>) {
  const workerData: Flooding = { url: gateway.url, key: FIRST_KEY, connections: CONNECTIONS };
  const thread = new Worker(FLOOD, { workerData });
  const refused = once(thread, 'message');
  const inBurst = (await waitsOfB(ASKED_IN_BURST)).at(-1) ?? Infinity;
  await refused;
  const ended = once(thread, 'message');
  const result = await during();
  thread.postMessage('stop');
  const [statuses]: Record<number, number>[] = await ended;
  await thread.terminate();
  return { result, inBurst, statuses: statuses ?? {} };
}

/** Of each round: how long the other partner waited in the burst, and after it. */
interface Waits {
  readonly inBurst: number[];
  readonly later: number[];
}

test(
  'beside a flood by one partner another one waits no longer than beside as many requests for health',
  TIMED,
  async () => {
    const quiet: Waits = { inBurst: [], later: [] };
    const busy: Waits = { inBurst: [], later: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const health = await besideHealth();
      const began = performance.now();
      const { result, inBurst, statuses } = await flooded(async () => p99(await waitsOfB(ASKED)));
      const seconds = (performance.now() - began) / 1_000;
      // Who floods gets what it may have, and few refusals a second, however many connections it has.
      expect(Object.keys(statuses)).toEqual(['404', '429']);
      expect(statuses[404]).toBeGreaterThan(RATE);
      expect(statuses[429]).toBeLessThan(CONNECTIONS + REFUSALS_A_SECOND * seconds);
      quiet.inBurst.push(health.inBurst);
      quiet.later.push(health.later);
      busy.inBurst.push(inBurst);
      busy.later.push(result);
    }
    expect(median(busy.inBurst) / median(quiet.inBurst)).toBeLessThan(BURST_WAIT_MAX);
    expect(median(busy.later) / median(quiet.later)).toBeLessThan(WAIT_MAX);
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

/** Opens all of them; how much the memory of the server grew. */
async function openedOn(url: URL, server: ChildProcess) {
  const before = rssKiBOf(server);
  const sockets: Socket[] = [];
  while (sockets.length < IDLE_CONNECTIONS) {
    const length = Math.min(OPENED_AT_ONCE, IDLE_CONNECTIONS - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length }, () => openConnection(url)))));
  }
  return { sockets, kibOfEach: (rssKiBOf(server) - before) / IDLE_CONNECTIONS };
}

/** What a connection takes of a server of Node alone. */
async function kibOfBareConnection(): Promise<number> {
  const program = `const server = require('node:http').createServer({ keepAliveTimeout: 0 }, (_, response) => response.end('x'));
    server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)));`;
  const server = spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [port] = await once(server.stdout, 'data');
    const url = new URL(`http://127.0.0.1:${port}`);
    for (let asked = 0; asked < OPENED_AT_ONCE; asked += 1) (await openConnection(url)).destroy();
    const { sockets, kibOfEach } = await openedOn(url, server);
    for (const socket of sockets) socket.destroy();
    return kibOfEach;
  } finally {
    server.kill();
  }
}

test(`${IDLE_CONNECTIONS} idle connections cost others nothing, and little memory each`, TIMED, async () => {
  const workForB = async () => {
    const before = cpuMsOf(gateway.child);
    expect((await gateway.rest('GET', '/v1/customers', { key: quietKey })).status).toBe(200);
    await setTimeout(IDLE_MS);
    return cpuMsOf(gateway.child) - before;
  };
  const atRest = await workForB();
  const bare = await kibOfBareConnection();
  const { sockets, kibOfEach } = await openedOn(new URL(gateway.url), gateway.child);
  const beside = await workForB();
  expect((beside - atRest) / knownWorkMs()).toBeLessThan(IDLE_WORK_MAX);
  expect(sockets.every((socket) => !socket.destroyed)).toBe(true);
  expect(kibOfEach / bare).toBeLessThan(CONNECTION_MAX);
  for (const socket of sockets) socket.destroy();
});
