// On both databases: it starts a PostgreSQL of its own, since files that measure get none.
import { afterAll, expect, test } from 'vitest';
import { API_KEYS_MAX } from '../../../src/nouns/api-key/api-key.rules.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { doKnownWork } from '../../support/measured/known-work.ts';
import { startPostgres } from '../../support/postgres/server.ts';

/** Of each of the three tables: ten thousand records in all. */
const CUSTOMERS = 3_334;
const PART_ROWS = 300;
/** The least of some is what a busy machine disturbs least. */
const TIMES = 3;
const FILL_TIMEOUT_MS = 300_000;

/**
 * A reset takes as long for ten thousand records as for none; and this much longer if the machine is busy for a moment.
 */
const RATIO_MAX = 3;
/** In pieces of known work of some 25 ms: a second. */
const KNOWN_WORK_MAX = 40;

const closed: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closed.toReversed()) await close();
});

async function elapsedMs(work: () => unknown): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

/** A partner with ten thousand records, and as many keys as a partner may have. */
async function filledPartner(fixture: TestGateway): Promise<TestPartner> {
  const partner = await partnerWithKeys(fixture);
  const customerId = await partner.completeCustomer();
  const { reads, writes } = fixture.gateway.database;
  const body = { customer_id: customerId, currency: 'HKD', amount: 1_000_002, settlement_period: 14 };
  const rates = { account_chargeback_rate: 0.03, account_refund_rate: 0, transactions: {} };
  const { json } = await partner.rest('POST', '/v1/instant-settlements', { ...body, ...rates });
  const customer = await reads
    .selectFrom('customer')
    .selectAll()
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const record = await reads
    .selectFrom('kyc_record')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const settlement = await reads
    .selectFrom('instant_settlement')
    .selectAll()
    .where('id', '=', String(json.funding_id))
    .executeTakeFirstOrThrow();
  for (let at = 0; at < CUSTOMERS; at += PART_ROWS) {
    const names = Array.from({ length: Math.min(PART_ROWS, CUSTOMERS - at) }, (_, n) => at + n);
    const copies = names.map((n) => `${customerId}-${n}`);
    await writes
      .insertInto('customer')
      .values(copies.map((id) => ({ ...customer, id })))
      .execute();
    await writes
      .insertInto('kyc_record')
      .values(copies.map((customer_id) => ({ ...record, customer_id })))
      .execute();
    const settlements = copies.map((customer_id, n) => ({
      ...settlement,
      id: `${settlement.id}-${at + n}`,
      customer_id,
    }));
    await writes.insertInto('instant_settlement').values(settlements).execute();
  }
  for (const table of ['customer', 'kyc_record', 'instant_settlement'] as const) {
    const rows = await reads
      .selectFrom(table)
      .select('partner_id')
      .where('partner_id', '=', partner.partnerId)
      .execute();
    expect(rows).toHaveLength(CUSTOMERS + 1);
  }
  return partner;
}

async function partnerWithKeys(fixture: TestGateway): Promise<TestPartner> {
  const partner = await fixture.partner({ review: 'manual' });
  for (let keys = 1; keys < API_KEYS_MAX; keys += 1) await fixture.key(partner.partnerId);
  return partner;
}

async function resetMs(partner: TestPartner): Promise<number> {
  let status = 0;
  const took = await elapsedMs(async () => {
    ({ status } = await partner.rest('POST', '/v1/sandbox/reset'));
  });
  expect(status).toBe(200);
  expect((await partner.rest('GET', '/v1/customers')).json.count).toBe(0);
  return took;
}

async function measure(name: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const fixture = await openTestGateway({
    SANDBOX: 'on',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    ...environment,
  });
  closed.push(() => fixture.close());
  const least = { known: Infinity, empty: Infinity, filled: Infinity };
  for (let time = 0; time < TIMES; time += 1) {
    const [empty, filled] = [await partnerWithKeys(fixture), await filledPartner(fixture)];
    least.known = Math.min(least.known, await elapsedMs(doKnownWork));
    least.empty = Math.min(least.empty, await resetMs(empty));
    least.filled = Math.min(least.filled, await resetMs(filled));
  }
  console.log(
    `${name}: a reset with 10,000 records took ${least.filled.toFixed(0)} ms, with none ${least.empty.toFixed(0)} ms, ` +
      `known work ${least.known.toFixed(0)} ms`,
  );
  expect(least.filled / least.empty).toBeLessThan(RATIO_MAX);
  expect(least.filled / least.known).toBeLessThan(KNOWN_WORK_MAX);
}

test(
  'a reset of a partner with ten thousand records takes as long as one of an empty partner, on SQLite',
  () => measure('SQLite', {}),
  FILL_TIMEOUT_MS,
);

test(
  'a reset of a partner with ten thousand records takes as long as one of an empty partner, on PostgreSQL',
  async () => {
    const server = await startPostgres();
    closed.push(async () => server[Symbol.asyncDispose]());
    await measure('PostgreSQL', { DATABASE_URL: await server.create('measured') });
  },
  FILL_TIMEOUT_MS,
);
