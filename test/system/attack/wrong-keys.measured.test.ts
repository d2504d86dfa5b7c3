import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine, dataFolder, type GatewayProcess, startGateway } from '../../support/gateway-process.ts';
import { busyMs, cpuMsOf, waitsOf } from '../process/quiet-partner.ts';
import type { Guessing } from './wrong-keys-thread.ts';

const THREAD = new URL('./wrong-keys-thread.ts', import.meta.url);
const WRONG_PER_SECOND = 1_000;
/** `TEST_WRONG_KEYS_SECONDS=30` is the long form. */
const SECONDS = Number(process.env['TEST_WRONG_KEYS_SECONDS'] ?? 3);
/** Half of a core at a thousand a second. */
const CPU_MS_MAX = 0.5;
const QUIET_ASKED = 100;
/** Delays by the gateway appear each time, delays by the machine only once. */
const TIMED = { retry: 3 } as const;

const folder = dataFolder();
let gateway: GatewayProcess;
let goodKey: string;
let tries = 0;
beforeAll(async () => {
  gateway = await startGateway(folder.path, { RATE_LIMIT: '200', TRUST_PROXY: '1' });
  goodKey = JSON.parse((await commandLine(folder.path, 'partner', 'create', 'B', '--json')).out).api_key;
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** The 99th percentile of how long a good caller waits. */
const p99 = (waits: readonly number[]) => waits[Math.ceil(waits.length * 0.99) - 1] ?? 0;

/** Has wrong keys sent from a thread of its own until `during` is over; how often each status came. */
async function guessing<Result>(from: string | null, during: () => Promise<Result>) {
  const workerData: Guessing = { url: gateway.url, perSecond: WRONG_PER_SECOND, from };
  const thread = new Worker(THREAD, { workerData });
  const ended = once(thread, 'message');
  const result = await during();
  thread.postMessage('stop');
  const [statuses]: Record<number, number>[] = await ended;
  await thread.terminate();
  return { result, statuses: statuses ?? {} };
}

async function waitsForSeconds() {
  const over = setTimeout(SECONDS * 1_000).then(() => true);
  const waits: number[] = [];
  do waits.push(...(await waitsOf(gateway, goodKey, 20)));
  while (!(await Promise.race([over, false])));
  return waits.toSorted((a, b) => a - b);
}

test.each(['one address', 'an address of its own each'])(
  'a thousand wrong keys a second from %s take less than half of a core, and callers with a valid key wait no longer',
  TIMED,
  async (source) => {
    const isOne = source === 'one address';
    tries += 1;
    const quiet = p99(await waitsOf(gateway, goodKey, QUIET_ASKED));
    const before = cpuMsOf(gateway);
    const { result: waits, statuses } = await guessing(isOne ? `192.0.2.${tries}` : null, waitsForSeconds);
    const cpuMs = cpuMsOf(gateway) - before;
    const sum = Object.values(statuses).reduce((all, count) => all + count, 0);

    expect(sum).toBeGreaterThan(WRONG_PER_SECOND * SECONDS * 0.9);
    // Of one address 20 are looked up, and no other; of many, each one.
    expect(statuses).toEqual(isOne ? { 401: 20, 429: sum - 20 } : { 401: sum });
    expect(cpuMs / (sum + waits.length)).toBeLessThan(CPU_MS_MAX);
    expect(p99(waits)).toBeLessThan(2 * quiet + busyMs());
  },
);
