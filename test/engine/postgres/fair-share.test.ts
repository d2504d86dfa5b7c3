import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Client } from 'pg';
import {
  customerBody,
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';
import { tell } from '../../support/postgres/server.ts';

const POOL = 5;

let fixture: TestGateway;
let busy: TestPartner;
let quiet: TestPartner;
let customerId: string;
let changes = 0;
beforeAll(async () => {
  fixture = await openTestGateway({ DATABASE_POOL: String(POOL) });
  [busy, quiet] = [await fixture.partner(), await fixture.partner()];
  customerId = await newCustomer(quiet);
});
afterAll(() => fixture.close());

/** A change that begins with a question, and so has a connection of its own. */
async function change(partner: TestPartner, id: string) {
  changes += 1;
  const body = customerBody({ contact_name: `Chan ${changes}` });
  return (await partner.rest('PUT', `/v1/customers/${id}`, body)).status;
}
const newCustomer = async (partner: TestPartner): Promise<string> =>
  (await partner.rest('POST', '/v1/customers', customerBody())).json.customer_id;

/** Makes every change of the gateway wait, but no read, until it is released. */
async function holdChanges() {
  const client = new Client({ connectionString: fixture.config.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('lock table event in share row exclusive mode');
  return () => client.end();
}

const waitingForLocks = async () => {
  const { rows } = await tell(
    fixture.config.databaseUrl,
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = 'fundgate' and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count;
};

/**
 * What a round found in which no change was given up, as the gateway does when it has waited four seconds for a lock: on a
 * machine that stands still for so long there is another round.
 */
async function foundBy<Found>(
  round: () => Promise<{ readonly statuses: readonly number[]; readonly found: Found }>,
): Promise<Found> {
  for (;;) {
    const { statuses, found } = await round();
    if (statuses.includes(503)) continue;
    expect(new Set(statuses)).toEqual(new Set([200]));
    return found;
  }
}

test('while one partner waits with sixty-four changes, another reads as if it were alone', async () => {
  const own = await newCustomer(busy);
  const found = await foundBy(async () => {
    const release = await holdChanges();
    let written = 0;
    const writing = Array.from({ length: 64 }, async () => {
      const status = await change(busy, own);
      written += 1;
      return status;
    });
    await expect.poll(waitingForLocks).toBe(POOL - 1);
    const reads = await Promise.all(
      Array.from({ length: 20 }, () => quiet.rest('GET', `/v1/customers/${customerId}`)),
    );
    const { json } = await quiet.graphql(
      'query ($id: ID!) { customer(id: $id) { kyc { ... on Kyc { status } } } }',
      { id: customerId },
    );
    const meanwhile = { written, waiting: await waitingForLocks() };
    await release();
    return { statuses: await Promise.all(writing), found: { reads, json, meanwhile } };
  });
  expect(new Set(found.reads.map(({ status }) => status))).toEqual(new Set([200]));
  expect(found.json.data.customer.kyc.status).toBe('INCOMPLETE');
  expect(found.meanwhile).toEqual({ written: 0, waiting: POOL - 1 });
});

test('changes of two partners are let in by turns', async () => {
  const own = await newCustomer(busy);
  const order = await foundBy(async () => {
    const release = await holdChanges();
    const done: string[] = [];
    const changeOf = async (name: string, partner: TestPartner, id: string) => {
      const status = await change(partner, id);
      done.push(name);
      return status;
    };
    const all = Array.from({ length: 60 }, () => changeOf('busy', busy, own));
    await expect.poll(waitingForLocks).toBe(POOL - 1);
    all.push(...Array.from({ length: 6 }, () => changeOf('quiet', quiet, customerId)));
    await expect.poll(waitingForLocks).toBe(POOL);
    await release();
    return { statuses: await Promise.all(all), found: done };
  });
  // With turns the six are done within the first dozen, and without them they are the last. One of them may be stuck on a
  // connection that the machine forgets for a moment, so most of them count and a wide bound.
  const early = order.slice(0, 30).filter((name) => name === 'quiet');
  expect(early.length).toBeGreaterThanOrEqual(4);
});

test('requests for funding, with a key and without one, outlast the wait of a read', async () => {
  const own = await busy.completeCustomer();
  let round = 0;
  const statuses = await foundBy(async () => {
    round += 1;
    const release = await holdChanges();
    const holding = Array.from({ length: POOL - 1 }, () => change(busy, own));
    await expect.poll(waitingForLocks).toBe(POOL - 1);
    // From here on only the wait for a connection gets a timer, and nothing but this test lets its time pass.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const asking = [{}, { 'idempotency-key': `outlasting-${round}` }].map((headers) =>
        busy.rest('POST', '/v1/instant-settlements', settlementBody(own), headers),
      );
      await expect.poll(() => fixture.gateway.database.usage().waiting).toBe(asking.length);
      await vi.advanceTimersByTimeAsync(5_000);
      await release();
      const found = (await Promise.all(asking)).map(({ status }) => status);
      return { statuses: await Promise.all(holding), found };
    } finally {
      vi.useRealTimers();
    }
  });
  expect(statuses).toEqual([200, 200]);
});
