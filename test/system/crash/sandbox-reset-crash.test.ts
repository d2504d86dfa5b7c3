// Processes, since they are killed.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { customerBody, openTestGateway } from '../../support/gateway.ts';
import { type GatewayProcess, startGateway } from '../../support/gateway-process.ts';
import { onBothDatabases } from '../../support/on-both-databases.ts';

const SECRET_KEY = '0d'.repeat(32);
/** Of a sandbox. */
const BOOTSTRAP_API_KEY = `fgk_test_${'k'.repeat(32)}`;
/** So many that a reset, which moves each key, takes a while. */
const KEYS = 40;
/** Milliseconds after the request after which each gateway is killed; null: when it has answered. */
const KILLED_AFTER_MS = [0, 5, 10, 15, 20, 30, 50, 100, null];

async function prepare(environment: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const gateway = await openTestGateway(environment);
  const partner = await gateway.partner();
  const keys = [partner.apiKey];
  while (keys.length < KEYS) keys.push((await gateway.key(partner.partnerId)).apiKey);
  await gateway.close();
  return keys;
}

/** How many customers each of the keys sees, and what its clock is ahead. */
const seenBy = (gateway: GatewayProcess, keys: readonly string[]) =>
  Promise.all(
    keys.map(async (key) => {
      const customers = await gateway.rest('GET', '/v1/customers', { key });
      const clock = await gateway.rest('GET', '/v1/sandbox/clock', { key });
      return { status: customers.status, customers: customers.json.count, ahead: clock.json.ahead_seconds };
    }),
  );

async function killInReset(environment: NodeJS.ProcessEnv, folder: string): Promise<void> {
  const settings = {
    ...environment,
    SANDBOX: 'on',
    SECRET_KEY,
    BOOTSTRAP_API_KEY,
    STORAGE_URL: `fs:${join(folder, 'files')}`,
  };
  const keys = await prepare({ ...settings, DATA_DIR: folder });
  const [key = ''] = keys;
  const start = () => startGateway(folder, settings);
  let gateway = await start();
  const outcomes = new Set<string>();
  try {
    for (const [round, ms] of KILLED_AFTER_MS.entries()) {
      const made = await gateway.rest('POST', '/v1/customers', { key, body: customerBody() });
      expect(made.status).toBe(200);
      const advanced = { key, body: { advance: 'P1D' } };
      expect((await gateway.rest('POST', '/v1/sandbox/clock', advanced)).status).toBe(200);
      const before = (await seenBy(gateway, [key]))[0];
      const reset = { key, body: {}, idempotencyKey: `reset-${round}` };
      const resetting = gateway.rest('POST', '/v1/sandbox/reset', reset).catch(() => null);
      await (ms === null ? resetting : setTimeout(ms));
      await gateway.kill();
      const heard = await resetting;
      gateway = await start();

      // All keys work, and all see the same partner: the old one with its records and clock, or an empty one.
      const seen = await seenBy(gateway, keys);
      const isNew = seen[0]?.customers === 0;
      const expected = isNew ? { status: 200, customers: 0, ahead: 0 } : before;
      expect(seen).toEqual(keys.map(() => expected));
      // An answered reset is never lost.
      if (heard?.status === 200) expect(isNew).toBe(true);
      outcomes.add(isNew ? 'new' : 'old');

      // The request with its key does it once: if it is done already, it replays.
      const again = await gateway.rest('POST', '/v1/sandbox/reset', reset);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, isNew ? 'true' : null]);
      expect(await seenBy(gateway, keys)).toEqual(keys.map(() => ({ status: 200, customers: 0, ahead: 0 })));
    }
    // The first gateway was killed before the commit, and the last one after it.
    expect([...outcomes].toSorted()).toEqual(['new', 'old']);
  } finally {
    await gateway.kill();
  }
}

onBothDatabases('a sandbox that is killed within a reset has the old partner or the new one', killInReset);
