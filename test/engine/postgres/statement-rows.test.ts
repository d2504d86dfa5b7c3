import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLines, type StatementOf } from '../../../src/nouns/statement/find-lines.ts';
import type { StatementPlace } from '../../../src/nouns/statement/statement-cursor.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { type DatabaseWithPlans, databaseWithPlans } from '../../support/postgres/plans-in-log.ts';

const LINES = 10_000;
const [SETTLEMENTS, PARTNERS] = [10, 10];
/** Rows of one insert, far below the timeout of a statement also on a busy machine. */
const TOGETHER = 2_000;
const LIMIT = 100;
/** Entries that are no lines stand between them, at most so many together. */
const INTERNAL = 20;

let database: DatabaseWithPlans;
let fixture: TestGateway;
beforeAll(async () => {
  database = await databaseWithPlans();
  fixture = await openTestGateway({ DATABASE_URL: database.url });
  const { writes } = fixture.gateway.database;
  for (let from = 0; from < LINES; from += TOGETHER)
    await sql`insert into ledger_entry (id, settlement_id, partner_id, customer_id, currency, kind, effective_on,
        posted_on, recorded_at, amount, balance, legs, mac)
      select 'ent_' || lpad(n::text, 26, '0'), 'fun_' || n % ${SETTLEMENTS}::int, 'par_' || n % ${PARTNERS}::int, 'cus_1', 'HKD',
        case when n / ${INTERNAL}::int % 10 = 0 then 'fee_earned' else 'repayment' end, day, day, day || 'T00:00:00Z', 1, 1, '[]', ''
      from generate_series(${from}::int, ${from + TOGETHER - 1}::int) n,
        lateral (select to_char(date '2026-01-01' + n / 100, 'YYYY-MM-DD') as day) days`.execute(writes);
  await sql`analyze ledger_entry`.execute(writes);
});
afterAll(async () => {
  await fixture.close();
  await database.drop();
});

const KNOWN_AT = '2027-01-01T00:00:00Z';
const LINES_READ = /from "ledger_entry"/;
const RANGE = { from: null, until: null, known_at: KNOWN_AT };

/** The most rows that a page read, of the first page and of the later ones; and the number of lines. */
async function readAll(of: StatementOf) {
  let lines = 0;
  let after: StatementPlace | null = null;
  const readPage = async () => {
    const page = await findLines(fixture.gateway.database.reads, of, RANGE, { after, limit: LIMIT });
    const shown = page.slice(0, LIMIT);
    lines += shown.length;
    const last = shown.at(-1);
    after = page.length > LIMIT && last !== undefined ? { ...last, known_at: KNOWN_AT } : null;
    return after !== null;
  };
  const first = await database.mostReadBy(async () => void (await readPage()), LINES_READ);
  const later = await database.mostReadBy(async () => {
    while (await readPage());
  }, LINES_READ);
  return { first, later, lines };
}

test.each<[what: string, of: StatementOf, lines: number]>([
  ['a settlement', { settlement: 'fun_3' }, (LINES * 9) / 10 / SETTLEMENTS],
  ['a partner', { owner: 'par_1', currency: 'HKD' }, (LINES * 9) / 10 / PARTNERS],
  ['all partners', { owner: null, currency: 'HKD' }, (LINES * 9) / 10],
])('the last page of the statement of %s reads no more rows than the first', async (_what, of, lines) => {
  const all = await readAll(of);
  expect(all.lines).toBe(lines);
  expect(all.first).toBeGreaterThan(LIMIT);
  expect(all.first).toBeLessThan(LINES / 5);
  expect(all.later).toBeLessThanOrEqual(all.first + INTERNAL * PARTNERS);
});
