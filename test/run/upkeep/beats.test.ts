import { afterEach, beforeEach, expect, test } from 'vitest';
import { deriveKeys } from '../../../src/engine/crypto/keys.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import { commandLine } from '../../../src/kernel/caller.ts';
import { startRelaying } from '../../../src/run/upkeep/relaying.ts';
import { startWatchingProgress } from '../../../src/run/upkeep/watching-progress.ts';
import { startWebhooks } from '../../../src/run/upkeep/webhooks.ts';
import { recordEvents } from '../../../src/trail/record/record.ts';
import { beatsByHand } from '../../support/beats-by-hand.ts';
import { sharedDatabase } from '../../support/database/shared-database.ts';
import { freePort } from '../../support/free-port.ts';
import { customerBody, openTestGateway, type TestGateway } from '../../support/gateway.ts';

const SILENT = createLogger('silent');
/** Longer than the first pause after a failed attempt. */
const MINUTE_MS = 60_000;

let shared: Awaited<ReturnType<typeof sharedDatabase>>;
let hand: ReturnType<typeof beatsByHand>;
let now: Date;
let working: TestGateway;
/** It has no upkeep, like a process of the command line. */
let other: TestGateway;
let partner: Awaited<ReturnType<TestGateway['partner']>>;
beforeEach(async () => {
  hand = beatsByHand();
  now = new Date();
  shared = await sharedDatabase();
  const environment = { DATABASE_URL: shared.url, WEBHOOK_ALLOW: '127.0.0.1' };
  working = await openTestGateway(environment, () => now);
  other = await openTestGateway(environment, () => now);
  partner = await other.partner();
});
afterEach(async () => {
  await working.close();
  await other.close();
  await shared.drop();
  hand.restore();
});

const rowsOf = (table: 'event' | 'feed' | 'webhook_attempt') =>
  other.gateway.database.reads.selectFrom(table).selectAll().execute();
const waiting = async () => (await rowsOf('event')).length - (await rowsOf('feed')).length;

/** A log that counts the runs of the chore that was made first. */
function countingLog() {
  const runs: number[] = [];
  const log = {
    ...SILENT,
    chore() {
      const at = runs.push(0) - 1;
      return { done: () => void (runs[at] = (runs[at] ?? 0) + 1), failed: () => {} };
    },
  };
  return { log, ran: () => runs[0] ?? 0 };
}

/** Beats once, and waits for the run that follows. */
async function beatAndRun(ran: () => number): Promise<void> {
  const before = ran();
  hand.beat();
  await expect.poll(ran).toBeGreaterThan(before);
}

/** The first run may change something. The one after the first beat finds nothing to do. */
async function settle(ran: () => number): Promise<void> {
  await expect.poll(ran).toBeGreaterThan(0);
  await beatAndRun(ran);
  expect(await waiting()).toBe(0);
}

test('an event of another process gets its position at the next beat', async () => {
  const { log, ran } = countingLog();
  const relaying = startRelaying(working.gateway, log);
  await settle(ran);
  expect((await partner.rest('POST', '/v1/customers', customerBody())).status).toBe(200);
  expect(await waiting()).toBeGreaterThan(0);
  await beatAndRun(ran);
  expect(await waiting()).toBe(0);
  await relaying.stop();
});

test('an event that waits for its time gets its position at a beat, although nothing is committed', async () => {
  const { log, ran } = countingLog();
  const relaying = startRelaying(working.gateway, log);
  await settle(ran);
  const [stranger] = deriveKeys([Buffer.alloc(32, 7)], 'audit');
  const circumstances = { caller: commandLine, requestId: 'test', now, keys: [stranger] as const };
  const event = { type: 'partner.updated', subject: 'partner/par_a', partnerId: null } as const;
  await other.gateway.database.transaction((tx) => recordEvents(tx, [event], circumstances));
  for (let beat = 0; beat < 3; beat += 1) await beatAndRun(ran);
  expect(await waiting()).toBe(1);
  now = new Date(now.getTime() + MINUTE_MS);
  await beatAndRun(ran);
  const held = await other.gateway.database.reads.selectFrom('held_event').selectAll().execute();
  expect(held).toHaveLength(1);
  await relaying.stop();
});

test('a webhook of another process is sent after the next beat, and again when its time has come', async () => {
  // Nothing listens there.
  const url = `http://127.0.0.1:${await freePort()}/`;
  const body = { url, event_types: ['customer.created'] };
  expect((await partner.rest('POST', '/v1/webhook-endpoints', body)).status).toBe(200);
  await other.relay();
  const { log, ran: claimed } = countingLog();
  const webhooks = startWebhooks(working.gateway, working.config, log);
  await settle(claimed);
  expect((await partner.rest('POST', '/v1/customers', customerBody())).status).toBe(200);
  await other.relay();
  await beatAndRun(claimed);
  const attempts = async () => (await rowsOf('webhook_attempt')).length;
  await expect.poll(attempts).toBe(1);
  // From here on there is no beat. Two runs may follow the attempt and its result.
  const before = claimed();
  await expect.poll(claimed).toBeGreaterThan(before + 2);
  now = new Date(now.getTime() + MINUTE_MS);
  await expect.poll(attempts).toBe(2);
  await webhooks.stop();
});

test('a running gateway cancels what waits for a disabled endpoint, and sends it again on request', async () => {
  const own = working.withKey(partner.apiKey);
  const settings = { url: `http://127.0.0.1:${await freePort()}/`, event_types: ['customer.created'] };
  const { json } = await partner.rest('POST', '/v1/webhook-endpoints', settings);
  const path = `/v1/webhook-endpoints/${json.webhook_endpoint_id}`;
  const turn = async (status: string) => (await own.rest('PUT', path, { ...settings, status })).json.status;
  const { next_cursor: start } = (await partner.rest('GET', '/v1/events?after=latest')).json;
  expect((await partner.rest('POST', '/v1/customers', customerBody())).status).toBe(200);
  await other.relay();
  expect(await turn('disabled')).toBe('disabled');
  const webhooks = startWebhooks(working.gateway, working.config, SILENT);
  const states = async () => {
    const { items } = (await partner.rest('GET', `${path}/deliveries`)).json;
    return items.map(({ status, attempt_count }: Record<string, unknown>) => [status, attempt_count]);
  };
  await expect.poll(states).toEqual([['canceled', 0]]);
  expect(await turn('enabled')).toBe('enabled');
  expect((await own.rest('POST', `${path}/replay`, { after: start, only: 'failed' })).status).toBe(200);
  await expect.poll(states).toEqual([['pending', 1]]);
  await webhooks.stop();
});

test('that a person accepts a database that was set back is noticed at a beat, although nothing is committed', async () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  let fault: string | null = 'It was set back.';
  let beat = (_mayHaveChanged: boolean) => {};
  const pulse = { listen: (onBeat: typeof beat) => ((beat = onBeat), () => {}) };
  const progress = { fault: null, check: async () => fault, accept: async () => {} };
  const watching = startWatchingProgress({ progress, pulse }, log);
  beat(true);
  await expect.poll(() => lines.length).toBe(1);
  fault = null;
  beat(false);
  await expect.poll(() => lines.at(-1)).toContain('the database was accepted as it is');
  await watching.stop();
});
