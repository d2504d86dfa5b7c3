// Processes, since they are killed.
import { join } from 'node:path';
import { expect } from 'vitest';
import { openTestGateway, settlementBody } from '../../support/gateway.ts';
import { type GatewayProcess, startGateway } from '../../support/gateway-process.ts';
import { onBothDatabases } from '../../support/on-both-databases.ts';

const SECRET_KEY = '0d'.repeat(32);
/** Of a sandbox. */
const BOOTSTRAP_API_KEY = `fgk_test_${'k'.repeat(32)}`;
/** So many that an advance needs many transactions. */
const SETTLEMENTS = 60;
/** The events of the clock after which each gateway is killed: early, in the middle and late. */
const KILLED_AFTER_EVENTS = [1, 60, 200];

/** A partner whose settlements with magic amounts are paid out, repaid and returned within a week. */
async function prepare(environment: NodeJS.ProcessEnv) {
  const gateway = await openTestGateway(environment);
  const partner = await gateway.partner();
  const customerId = await partner.completeCustomer();
  for (let made = 0; made < SETTLEMENTS; made += 1) {
    const body = { ...settlementBody(customerId), amount: 1_000_010 };
    expect((await partner.rest('POST', '/v1/instant-settlements', body)).json.status).toBe('accepted');
  }
  await gateway.close();
  return partner.apiKey;
}

/** Advances the clock. Null if the connection broke. */
const advance = (gateway: GatewayProcess, key: string) =>
  gateway
    .rest('POST', '/v1/sandbox/clock', { key, body: { advance: 'P1M' }, idempotencyKey: 'a-month' })
    .then(({ status, json }) => ({ status, json }))
    .catch(() => null);

interface Told {
  readonly event_id: string;
  readonly type: string;
  readonly subject: string;
  readonly created_at: string;
  readonly actor: string;
}

/** The events that others caused, in the order of the feed. */
async function feedOf(gateway: GatewayProcess, key: string): Promise<readonly Told[]> {
  const events: Told[] = [];
  for (let after = ''; ;) {
    const { json } = await gateway.rest('GET', `/v1/events?limit=100${after}`, { key });
    events.push(...json.items);
    if (!json.has_more) return events.filter(({ actor }) => actor === 'operator' || actor === 'clock');
    after = `&after=${json.next_cursor}`;
  }
}

const ofSettlements = (events: readonly Told[]) =>
  events.filter(({ type }) => type.startsWith('funding.') || type.startsWith('repayment.'));

async function killInAdvance(environment: NodeJS.ProcessEnv, folder: string): Promise<void> {
  const settings = {
    ...environment,
    SANDBOX: 'on',
    SECRET_KEY,
    BOOTSTRAP_API_KEY,
    STORAGE_URL: `fs:${join(folder, 'files')}`,
  };
  const key = await prepare({ ...settings, DATA_DIR: folder });
  const start = () => startGateway(folder, settings);
  let gateway = await start();
  const left: number[] = [];
  try {
    for (const events of KILLED_AFTER_EVENTS) {
      const advancing = advance(gateway, key);
      await expect
        .poll(async () => ofSettlements(await feedOf(gateway, key)).length, { interval: 5 })
        .toBeGreaterThanOrEqual(events);
      await gateway.kill();
      await advancing;
      gateway = await start();
      // The clock is not behind what has happened.
      const told = ofSettlements(await feedOf(gateway, key));
      left.push(told.length);
      const { json: clock } = await gateway.rest('GET', '/v1/sandbox/clock', { key });
      expect((told.at(-1)?.created_at ?? '') <= clock.now).toBe(true);
    }
    const done = await advance(gateway, key);
    expect(done?.status).toBe(200);
    const told = ofSettlements(await feedOf(gateway, key));
    // The first kill came in the middle.
    expect(left[0]).toBeLessThan(told.length);
    for (const member of ['event_id', 'created_at'] as const) {
      const values = told.map((event) => event[member]);
      expect(values).toEqual(values.toSorted());
    }
    // Each settlement had its life once.
    const types = told.map(({ type }) => type);
    const count = (type: string) => types.filter((each) => each === type).length;
    expect({
      disbursed: count('funding.disbursed'),
      received: count('repayment.received'),
      reversed: count('repayment.reversed'),
      repaid: count('funding.repaid'),
      reopened: count('funding.reopened'),
      overdue: count('funding.overdue'),
    }).toEqual({
      disbursed: SETTLEMENTS,
      received: 3 * SETTLEMENTS,
      reversed: SETTLEMENTS,
      repaid: SETTLEMENTS,
      reopened: SETTLEMENTS,
      overdue: SETTLEMENTS,
    });
    expect(await advance(gateway, key)).toMatchObject({ status: 200, json: { now: expect.any(String) } });
  } finally {
    await gateway.kill();
  }
}

onBothDatabases(
  'a sandbox that is killed within an advance has its clock where its events are',
  killInAdvance,
);
