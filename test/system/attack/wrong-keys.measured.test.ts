// A process: the hold of its event loop and its memory are measured apart from the attacker.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine, dataFolder, type GatewayProcess, startGateway } from '../../support/gateway-process.ts';
import { cpuMsOf } from '../../support/measured/process-usage.ts';
import { p99, waitsOf } from '../../support/measured/quiet-partner.ts';
import { sendingMeanwhile } from '../../support/measured/sender.ts';

const PER_SECOND = 1_000;
/** `TEST_WRONG_KEYS_SECONDS=30` is the long form. */
const SECONDS = Number(process.env['TEST_WRONG_KEYS_SECONDS'] ?? 3);
/** Compared with as many requests for health: processor time, and how long callers with a valid key wait. */
const CPU_MAX = 5;
const WAIT_MAX = 4;
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

async function waitsForSeconds() {
  const over = setTimeout(SECONDS * 1_000).then(() => true);
  const waits: number[] = [];
  do waits.push(...(await waitsOf(gateway, goodKey, 20)));
  while (!(await Promise.race([over, false])));
  return waits;
}

/** What so many requests a second cost the gateway, each, and others. */
async function costsOf(line: string, wrongKeys: boolean, from: string | null) {
  const sending = { url: gateway.url, line, perSecond: PER_SECOND, atOnce: 0, wrongKeys, from };
  const before = cpuMsOf(gateway.child);
  const { result: waits, statuses } = await sendingMeanwhile(sending, waitsForSeconds);
  const count = Object.values(statuses).reduce((sum, each) => sum + each, 0);
  const cpuMs = (cpuMsOf(gateway.child) - before) / (count + waits.length);
  return { count, statuses, cpuMs, waitMs: p99(waits) };
}

test.each(['one address', 'an address of its own each'])(
  'a thousand wrong keys a second from %s cost little more than as many requests for health, and callers with a valid key wait no longer',
  TIMED,
  async (source) => {
    const isOne = source === 'one address';
    tries += 1;
    const from = isOne ? `192.0.2.${tries}` : null;
    const health = await costsOf('GET /healthz', false, from);
    const wrong = await costsOf('POST /v1/customers', true, from);

    // The thread sends what is late at once, so that these are as many as at any other machine.
    expect(wrong.count).toBeGreaterThan(PER_SECOND * SECONDS * 0.9);
    // Of one address 20 are looked up, and no other; of many, each one.
    expect(wrong.statuses).toEqual(isOne ? { 401: 20, 429: wrong.count - 20 } : { 401: wrong.count });
    expect(wrong.cpuMs / health.cpuMs).toBeLessThan(CPU_MAX);
    expect(wrong.waitMs / health.waitMs).toBeLessThan(WAIT_MAX);
  },
);
