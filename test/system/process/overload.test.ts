import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine, dataFolder, type GatewayProcess, startGateway } from '../../support/gateway-process.ts';

/** Milliseconds that a request may wait longer on a machine with other work, for each thread that waits for a core. */
const BUSY_MS = 30;
const busyMs = () => BUSY_MS * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/** Idle connections; `TEST_IDLE_CONNECTIONS=9000` is the long form, which needs as many open files. */
const IDLE_CONNECTIONS = Number(process.env['TEST_IDLE_CONNECTIONS'] ?? 1_000);
const WRONG_KEYS = 2_000;
const FLOOD_SENDERS = 64;
const ASKED = 60;
/** What the gateway does to a client it does each time; what the machine does, once. */
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

/** How long the requests of a quiet partner took, the second longest of all: each must be answered as ever. */
async function slowestOfB(): Promise<number> {
  const took: number[] = [];
  for (let asked = 0; asked < ASKED; asked += 1) {
    const since = performance.now();
    const { status } = await gateway.rest('GET', '/v1/customers/any', { key: quietKey });
    expect(status).toBe(404);
    took.push(performance.now() - since);
    await setTimeout(10);
  }
  return took.toSorted((a, b) => b - a)[1] ?? 0;
}

/** Does something again and again, many times at once, until `during` is over; how often it did. */
async function meanwhile<Result>(
  senders: number,
  send: () => Promise<unknown>,
  during: () => Promise<Result>,
) {
  const over = new AbortController();
  let sent = 0;
  const sending = Promise.all(
    Array.from({ length: senders }, async () => {
      for (; !over.signal.aborted; sent += 1) await send();
    }),
  );
  const result = await during();
  over.abort();
  await sending;
  return { result, sent };
}

/** Processor time of a process in milliseconds, from the ticks of the system, of which there are 100 a second. */
function cpuMsOf({ child }: GatewayProcess): number {
  const [, rest = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ');
  const [user = '0', system = '0'] = rest.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * 10;
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
    const { result: flooded } = await meanwhile(FLOOD_SENDERS, flood, slowestOfB);
    expect(statuses).toContain(429);
    expect(flooded).toBeLessThan(2 * quiet + busyMs());
  },
);

test(
  'a thousand wrong keys a second take less than half of a core, and good callers are answered as ever',
  TIMED,
  async () => {
    const quiet = await slowestOfB();
    const before = cpuMsOf(gateway);
    let wrong = 0;
    const guess = async () => {
      if (wrong >= WRONG_KEYS) return void (await setTimeout(5));
      wrong += 1;
      const { status } = await gateway.rest('GET', '/v1/customers', { key: `fgk_${wrong}` });
      if (status !== 401 && status !== 429) throw new Error(`A wrong key was answered ${status}.`);
    };
    const { result: guessed } = await meanwhile(8, guess, slowestOfB);
    expect(wrong).toBeGreaterThan(100);
    expect((cpuMsOf(gateway) - before) / (wrong + ASKED)).toBeLessThan(0.5);
    expect(guessed).toBeLessThan(2 * quiet + busyMs());
  },
);

test(`${IDLE_CONNECTIONS} idle connections cost others nothing`, async () => {
  const sockets: Socket[] = [];
  const { port } = new URL(gateway.url);
  for (let opened = 0; opened < IDLE_CONNECTIONS; opened += 100) {
    const some = Array.from(
      { length: Math.min(100, IDLE_CONNECTIONS - opened) },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(Number(port), '127.0.0.1', () => resolve(socket)).once('error', reject);
        }),
    );
    sockets.push(...(await Promise.all(some)));
  }
  const before = cpuMsOf(gateway);
  expect((await gateway.rest('GET', '/v1/customers', { key: quietKey })).status).toBe(200);
  await setTimeout(500);
  expect(cpuMsOf(gateway) - before).toBeLessThan(400);
  expect(sockets.every((socket) => !socket.destroyed)).toBe(true);
  for (const socket of sockets) socket.destroy();
});
