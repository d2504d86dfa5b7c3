import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from 'pg';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { type PostgresServer, startPostgres, tell } from '../../support/postgres/server.ts';

const POOL = 5;

let server: PostgresServer;
let fixture: TestGateway;
let busy: TestPartner;
let quiet: TestPartner;
let customerId: string;
beforeAll(async () => {
  server = await startPostgres();
  const url = await server.create('gateway');
  fixture = await openTestGateway({ DATABASE_URL: url, DATABASE_POOL: String(POOL) });
  [busy, quiet] = [await fixture.partner(), await fixture.partner()];
  customerId = (await quiet.rest('POST', '/v1/customers', customerBody())).json.customer_id;
});
afterAll(async () => {
  await fixture.close();
  await server[Symbol.asyncDispose]();
});

/** Keeps every change of the gateway waiting, and no read, until it is let go. */
async function holdChanges() {
  const client = new Client({ connectionString: server.url('gateway') });
  await client.connect();
  await client.query('begin');
  await client.query('lock table event in share row exclusive mode');
  return () => client.end();
}

const waitingForLocks = async () => {
  const { rows } = await tell(
    server.url('gateway'),
    `select count(*)::int as count from pg_stat_activity
      where application_name = 'fundgate' and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count;
};

test('while one partner waits with sixty-four changes, another reads as if it were alone', async () => {
  const release = await holdChanges();
  let written = 0;
  const writing = Array.from({ length: 64 }, async () => {
    const { status } = await busy.rest('POST', '/v1/customers', customerBody());
    written += 1;
    return status;
  });
  await expect.poll(waitingForLocks).toBe(POOL - 1);

  const reads = await Promise.all(
    Array.from({ length: 20 }, () => quiet.rest('GET', `/v1/customers/${customerId}`)),
  );
  expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
  const { json } = await quiet.graphql(
    'query ($id: ID!) { customer(id: $id) { kyc { ... on Kyc { status } } } }',
    {
      id: customerId,
    },
  );
  expect(json.data.customer.kyc.status).toBe('INCOMPLETE');
  expect(written).toBe(0);
  expect(await waitingForLocks()).toBe(POOL - 1);
  await release();
  expect(new Set(await Promise.all(writing))).toEqual(new Set([200]));
});

test('changes of two partners are let in by turns', async () => {
  const release = await holdChanges();
  const order: string[] = [];
  const create = async (name: string, partner: TestPartner) => {
    expect((await partner.rest('POST', '/v1/customers', customerBody())).status).toBe(200);
    order.push(name);
  };
  const all = Array.from({ length: 60 }, () => create('busy', busy));
  await expect.poll(waitingForLocks).toBe(POOL - 1);
  all.push(...Array.from({ length: 6 }, () => create('quiet', quiet)));
  await expect.poll(waitingForLocks).toBe(POOL);
  await release();
  await Promise.all(all);
  // With turns the six are through after about as many of the others, and what those held already.
  expect(order.lastIndexOf('quiet')).toBeLessThan(30);
});
