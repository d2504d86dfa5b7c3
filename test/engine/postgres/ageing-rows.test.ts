import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../../src/kernel/caller.ts';
import { readOutstanding } from '../../../src/nouns/work-list/servicing-overview.operations.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { type DatabaseWithPlans, databaseWithPlans } from '../../support/postgres/plans-in-log.ts';

/** Days on which something is outstanding, and days that are settled, whose counters are zero in all. */
const [OPEN_DAYS, SETTLED_DAYS] = [20, 200];
const CURRENCIES = ['HKD', 'MYR'];
const PARTS = ['count', 'above', 'below'];
/** Rows in which each counter is kept. */
const SHARDS = 16;
/** Other counters, so that the planner does not rather read the whole table. */
const OTHERS = 20_000;

let database: DatabaseWithPlans;
let fixture: TestGateway;
beforeAll(async () => {
  database = await databaseWithPlans();
  fixture = await openTestGateway({ DATABASE_URL: database.url }, () => new Date('2026-03-01T00:00:00Z'));
  const { writes } = fixture.gateway.database;
  await sql`insert into counter (name, shard, total)
    select 'par_' || n || '/customers', 0, 1 from generate_series(1, ${OTHERS}::int) n`.execute(writes);
  for (const currency of CURRENCIES)
    for (const part of PARTS)
      await sql`insert into counter (name, shard, total)
        select 'all/outstanding/' || ${currency}::text || '/'
          || to_char(date '2025-01-01' + n, 'YYYY-MM-DD') || '/' || ${part}::text, shard,
          case when n < ${OPEN_DAYS} then 1 when shard % 2 = 0 then 5 else -5 end
        from generate_series(0, ${OPEN_DAYS + SETTLED_DAYS - 1}::int) n, generate_series(0, ${SHARDS - 1}::int) shard`.execute(
        writes,
      );
  await sql`analyze counter`.execute(writes);
});
afterAll(async () => {
  await fixture.close();
  await database.drop();
});

async function ageing() {
  const call = { caller: commandLine, requestId: 'test', ids: {}, input: {} };
  let count = 0;
  const read = await database.mostReadBy(async () => {
    const { ages } = (await execute(fixture.gateway, readOutstanding, call)).view;
    count = ages.reduce((sum, each) => sum + each.count, 0);
  }, /^select "name", sum/);
  return { count, read };
}

test('after a round of housekeeping, ageing reads one row for each open day, currency and part', async () => {
  const count = OPEN_DAYS * CURRENCIES.length * SHARDS;
  const counters = OPEN_DAYS * CURRENCIES.length * PARTS.length;
  const before = await ageing();
  expect(before.count).toBe(count);
  expect(before.read).toBeGreaterThan(10 * counters);
  await runHousekeeping(fixture.gateway);
  await sql`analyze counter`.execute(fixture.gateway.database.writes);
  const after = await ageing();
  expect(after.count).toBe(count);
  // A bitmap counts each row twice.
  expect(after.read).toBeGreaterThanOrEqual(counters);
  expect(after.read).toBeLessThanOrEqual(2 * counters);
});
