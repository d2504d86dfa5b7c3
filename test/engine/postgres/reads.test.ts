import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { throughManyRows } from '../../../src/engine/sql/many-rows.ts';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { tell } from '../../support/postgres/server.ts';
import { stopClock } from '../../support/stopped-clock.ts';

let fixture: TestGateway;
let partner: TestPartner;
beforeAll(async () => {
  fixture = await openTestGateway({ DATABASE_POOL: '8' });
  partner = await fixture.partner();
});
afterAll(() => fixture.close());

const ask = (expression: string) =>
  sql<{ value: number }>`select ${sql.raw(expression)} as value`
    .execute(fixture.gateway.database.reads)
    .then(({ rows }) => rows[0]?.value);

/** The processes of the server that served the gateway. */
const connections = async () => {
  const { rows } = await tell(
    fixture.config.databaseUrl,
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'fundgate'`,
  );
  return rows[0]?.count;
};

test('hundreds of reads at once share two connections, and each gets its own answer', async () => {
  // On a busy machine a connection opens slower than a read may take, and would count as stuck.
  const clock = stopClock();
  const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => ask(`${index}::int`)));
  clock.restore();
  expect(answers).toEqual(Array.from({ length: 300 }, (_, index) => index));
  // Those of the pool that were open before stay open, for a minute. The process of one that the start has closed ends in a
  // moment.
  await expect.poll(connections).toBeLessThanOrEqual(4);
});

test('a read that fails does not affect the reads that were sent with it', async () => {
  const settled = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => ask(index === 7 ? '1 / (0 * 1)' : `${index}::int`)),
  );
  const failed = settled.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
  expect(failed).toEqual([7]);
});

test('nothing waits behind a slow read', async () => {
  const LOCK = 4_711;
  const holder = new Client({ connectionString: fixture.config.databaseUrl });
  await holder.connect();
  await holder.query(`select pg_advisory_lock(${LOCK})`);
  let areDone = false;
  const slowly = () => ask(`pg_advisory_xact_lock(${LOCK})::text`);
  const slow = Promise.all([slowly(), slowly()]).then(() => (areDone = true));
  // Long enough for the two to count as slow; they take until the lock is free.
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await tell(fixture.config.databaseUrl, waiting)).rowCount).toBe(2);
  const clock = stopClock();
  clock.pass(1_000);
  await Promise.all(Array.from({ length: 10 }, () => ask('1')));
  clock.restore();
  expect(areDone).toBe(false);
  await holder.end();
  await slow;
});

test('nothing that is sent at once with a read of many rows waits behind it', async () => {
  const LOCK = 4_712;
  const holder = new Client({ connectionString: fixture.config.databaseUrl });
  await holder.connect();
  await holder.query(`select pg_advisory_lock(${LOCK})`);
  const db = fixture.gateway.database.readsOf('one');
  const slowly = () =>
    db
      .selectNoFrom(sql`pg_advisory_xact_lock(${LOCK})::text`.as('value'))
      .$call(throughManyRows)
      .execute();
  const slow = Promise.all([slowly(), slowly()]);
  // What waited behind it would wait for ever.
  await Promise.all(Array.from({ length: 10 }, () => ask('1')));
  await holder.end();
  await slow;
});

test('a reader sees every change that was confirmed to it, on any connection', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { json } = await partner.rest('POST', '/v1/customers', customerBody());
    const found = await partner.rest('GET', `/v1/customers/${json.customer_id}`);
    expect(found.status).toBe(200);
  }
});
