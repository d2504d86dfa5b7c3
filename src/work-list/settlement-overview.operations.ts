import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { secondsLater } from '../kernel/clock.ts';
import { CURRENCIES, type Currency } from '../kernel/currency.ts';
import { momentField } from '../kernel/input/fields.ts';
import { leastId } from '../kernel/id.ts';
import type { Tables } from '../kernel/sql/tables.ts';
import { totalsOf } from '../pipeline/rows/counter.ts';
import { defineQuery, nothing } from '../pipeline/operation.ts';
import { EVERY_PARTNER } from '../pipeline/rows/tenancy.ts';
import { SETTLEMENT_STATUSES, type SettlementStatus } from '../settlement/settlement.machine.ts';
import { totalsWithin } from '../settlement/settlement.rules.ts';

/** The days of an overview: a month and the one before, so that the two can be compared. */
export const OVERVIEW_DAYS_MAX = 62;
/** Decisions that are counted, the newest first: about a second of work for the database. */
const DECISIONS_COUNTED_MAX = 200_000;
const SECONDS_PER_DAY = 86_400;

export interface SettlementTotal {
  readonly status: SettlementStatus;
  readonly currency: Currency;
  readonly count: number;
}

export interface DecisionsOfDay {
  /** UTC. */
  readonly date: string;
  readonly approved: number;
  readonly denied: number;
}

/** How many settlements there are by status and currency, as they are written; what has none is left out. */
export const listSettlementTotals = defineQuery({
  name: 'listSettlementTotals',
  readsMany: true,
  roles: ['operator'],
  input: z.strictObject({}),
  locate: nothing,
  run: ({ db }): Promise<readonly SettlementTotal[]> => countByStatus(db),
});

/** How many settlements were decided on each day, the oldest first; days without a decision are left out. */
export const listDecisionDays = defineQuery({
  name: 'listDecisionDays',
  readsMany: true,
  roles: ['operator'],
  input: z.strictObject({ from: momentField('start').nullish() }),
  locate: nothing,
  async run({ db, now }, { input: { from } }): Promise<readonly DecisionsOfDay[]> {
    const earliest = secondsLater(now, -OVERVIEW_DAYS_MAX * SECONDS_PER_DAY);
    const asked = from === null || from === undefined ? earliest : new Date(from);
    return countByDay(db, asked < earliest ? earliest : asked);
  },
});

export async function countByStatus(db: Kysely<Tables>): Promise<readonly SettlementTotal[]> {
  const wanted = SETTLEMENT_STATUSES.flatMap((status) =>
    CURRENCIES.flatMap((currency) =>
      totalsWithin(EVERY_PARTNER, { status, currency }).map((name) => ({ name, status, currency })),
    ),
  );
  const totals = await totalsOf(
    db,
    wanted.map(({ name }) => name),
  );
  return wanted.flatMap(({ name, status, currency }) => {
    const count = totals.get(name) ?? 0;
    return count === 0 ? [] : [{ status, currency, count }];
  });
}

/** Each type is read from its own index, which ends at the limit. */
async function countByDay(db: Kysely<Tables>, from: Date): Promise<readonly DecisionsOfDay[]> {
  const count = async (type: 'funding.approved' | 'funding.denied') => {
    const newest = db
      .selectFrom('event')
      .select(sql<string>`substr(created_at, 1, 10)`.as('date'))
      .where('type', '=', type)
      .where('id', '>=', leastId('evt', from))
      .orderBy('type', 'desc')
      .orderBy('id', 'desc')
      .limit(DECISIONS_COUNTED_MAX);
    const rows = await db
      .selectFrom(newest.as('newest'))
      .select((eb) => ['date', eb.fn.countAll<number | string>().as('count')])
      .groupBy('date')
      .execute();
    return new Map(rows.map((row) => [row.date, Number(row.count)]));
  };
  const [approved, denied] = [await count('funding.approved'), await count('funding.denied')];
  const dates = [...new Set([...approved.keys(), ...denied.keys()])].toSorted();
  return dates.map((date) => ({ date, approved: approved.get(date) ?? 0, denied: denied.get(date) ?? 0 }));
}
