import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSettlements } from '../../../src/nouns/settlement/list/find-settlements.ts';
import { reopenedChange } from '../../../src/nouns/settlement/list/reopened.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { type DatabaseWithPlans, databaseWithPlans } from '../../support/postgres/plans-in-log.ts';
import { makeMany } from '../../nouns/work-list/many.ts';

const COUNT = 10_000;
/** One of so many was reopened, each of them funded. */
const EACH = 700;
const REOPENED = Math.floor((COUNT - 3) / EACH) + 1;
const LIMIT = 20;
/** Pages of seven currencies and two statuses, each row with a look at the reopened ones. All of a status are as many. */
const READ_MAX = COUNT / 8;
/** PostgreSQL plans a statement for its values this often, before it compares that with a plan for any values. */
const PLANNED_FOR_VALUES = 5;

let database: DatabaseWithPlans;
let fixture: TestGateway;
let owner: string;
beforeAll(async () => {
  database = await databaseWithPlans();
  fixture = await openTestGateway({ DATABASE_URL: database.url });
  owner = (await fixture.partner({ v1_members: 'interface' })).partnerId;
  const { writes } = fixture.gateway.database;
  await makeMany(writes, owner, COUNT);
  await sql`update instant_settlement set reopened = 1
    where cast(right(id, 12) as bigint) % ${EACH}::int = 3 and status = 'funded'`.execute(writes);
  await sql`analyze`.execute(writes);
});
afterAll(async () => {
  await fixture.close();
  await database.drop();
});

const PAGE = { limit: LIMIT, offset: 0, starting_after: null, ending_before: null, from: 'newest' } as const;
const NOW = new Date('2026-09-01T03:00:00Z');

test.each([
  { status: ['repaid'] },
  { status: ['funded'] },
  { status: ['funded', 'repaid'] },
  { status: ['accepted', 'denied'] },
  { status: ['repaid'], currency: 'HKD' },
] as const)('in the first interface a list of %j reads few rows, and so does its count', async (filter) => {
  const { reads } = fixture.gateway.database;
  const asked = { owner, customer: null, now: NOW, policy: { sandbox: false } };
  let found = 0;
  const most = await database.mostReadBy(async () => {
    for (let time = 0; time < PLANNED_FOR_VALUES + 2; time += 1) {
      const page = await findSettlements(
        reads,
        { ...asked, isRepaidKept: true, isWhole: true },
        { ...PAGE, ...filter },
      );
      found = page.rows.length;
    }
  });
  expect(found).toBe(LIMIT);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(READ_MAX);
  const counted = await database.mostReadBy(async () => {
    for (let time = 0; time < PLANNED_FOR_VALUES + 2; time += 1) {
      await reopenedChange(reads, { owner, customer: null, ...filter });
    }
  });
  expect(counted).toBeLessThanOrEqual(2 * REOPENED);
});
