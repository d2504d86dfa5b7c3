import { type Kysely, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { OF_LATER_EVENTS } from '../../trail/record/later-events.ts';
import { daysLater, secondsLater, timestamp } from '../../kernel/clock.ts';
import { CURRENCIES, type Currency } from '../../kernel/currency.ts';
import { momentField } from '../../kernel/input/fields.ts';
import { leastId } from '../../kernel/id.ts';
import { throughManyRows } from '../../engine/sql/many-rows.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { totalsOf } from '../../pipeline/rows/counter.ts';
import { defineQuery } from '../../pipeline/operation.ts';
import { EVERY_PARTNER } from '../../pipeline/rows/tenancy.ts';
import { joinedParts, NO_AMOUNT } from '../settlement/amount-sum.ts';
import { lapseChange, lapsedByCurrency, type LapsedSum } from '../settlement/list/lapsed-offers.ts';
import { SETTLEMENT_STATUSES, type SettlementStatus } from '../settlement/settlement.machine.ts';
import { amountNames, totalsWithin } from '../settlement/settlement.rules.ts';

/** The days of an overview: two months, so that a month can be compared with the one before. */
export const OVERVIEW_DAYS_MAX = 62;
/** How many decisions are counted, the newest first: about a second of work for the database. */
const DECISIONS_COUNTED_MAX = 200_000;
const SECONDS_PER_HOUR = 3_600;
/** The ages in hours by which waiting settlements are counted: from an hour to a week. */
export const WAITING_HOURS = [1, 4, 24, 72, 168] as const;
/** How many settlements of a status are counted by age: some tens of milliseconds of work for the database. */
const WAITING_COUNTED_MAX = 200_000;
/** The statuses that wait for operators: for a review, and for the disbursement. */
export const WAITING_STATUSES = ['submitted', 'accepted'] as const satisfies readonly SettlementStatus[];

export interface SettlementTotal {
  readonly status: SettlementStatus;
  readonly currency: Currency;
  readonly count: number;
  /** The sum of their amounts: exact, in minor units. */
  readonly amount: bigint;
}

export interface DecisionsOfDay {
  /** UTC. */
  readonly date: string;
  readonly approved: number;
  readonly denied: number;
}

export interface WaitingOfAge {
  readonly status: (typeof WAITING_STATUSES)[number];
  /** The most whole hours that they have waited; null for the oldest group, which has no upper limit. */
  readonly hours_max: number | null;
  readonly count: number;
}

/** The number of settlements by status and currency. Pairs without a settlement are left out. */
export const listSettlementTotals = defineQuery({
  name: 'listSettlementTotals',
  roles: ['operator'],
  run: ({ db, now }): Promise<readonly SettlementTotal[]> =>
    countByStatus(db, () => lapsedByCurrency(db, now)),
});

/** The number of decisions on each day, the oldest day first. Days without a decision are left out. */
export const listDecisionDays = defineQuery({
  name: 'listDecisionDays',
  roles: ['operator'],
  input: z.strictObject({ from: momentField('start').nullish() }),
  async run({ db, now }, { input: { from } }): Promise<readonly DecisionsOfDay[]> {
    const earliest = daysLater(now, -OVERVIEW_DAYS_MAX);
    const asked = from === null || from === undefined ? earliest : new Date(from);
    return countByDay(db, asked < earliest ? earliest : asked);
  },
});

/** The number of waiting settlements by age, the newest first. An age without a settlement has zero. */
export const listWaitingAges = defineQuery({
  name: 'listWaitingAges',
  roles: ['operator'],
  async run({ db, now }): Promise<readonly WaitingOfAge[]> {
    const ages: WaitingOfAge[] = [];
    for (const status of WAITING_STATUSES) ages.push(...(await countByAge(db, status, now)));
    return ages;
  },
});

async function countByAge(
  db: Kysely<Tables>,
  status: WaitingOfAge['status'],
  now: Date,
): Promise<readonly WaitingOfAge[]> {
  const waiting = db
    .selectFrom('instant_settlement')
    .select('updated_at')
    .where('status', '=', status)
    .limit(WAITING_COUNTED_MAX);
  const older = WAITING_HOURS.map((hours) => timestamp(secondsLater(now, -hours * SECONDS_PER_HOUR)));
  const age = older.map((since) => sql`case when updated_at < ${since} then 1 else 0 end`);
  const rows = await db
    .selectFrom(waiting.as('waiting'))
    .select((eb) => [sql<number>`${sql.join(age, sql` + `)}`.as('age'), eb.fn.countAll<number>().as('count')])
    .groupBy('age')
    .$call(throughManyRows)
    .execute();
  const counts = new Map(rows.map((row) => [row.age, row.count]));
  return [...WAITING_HOURS, null].map((hours_max, at) => ({ status, hours_max, count: counts.get(at) ?? 0 }));
}

/** By the stored status, except that the lapsed offers from `findLapsed` count as denied instead of approved. */
export async function countByStatus(
  db: Kysely<Tables>,
  findLapsed: () => Promise<ReadonlyMap<string, LapsedSum>> = async () => new Map(),
): Promise<readonly SettlementTotal[]> {
  const wanted = SETTLEMENT_STATUSES.flatMap((status) =>
    CURRENCIES.flatMap((currency) =>
      totalsWithin(EVERY_PARTNER, { status, currency }).map((count) => ({ count, status, currency })),
    ),
  );
  const totals = await totalsOf(
    db,
    wanted.flatMap(({ count, status, currency }) => [count, ...Object.values(amountNames(status, currency))]),
  );
  const lapsed = await findLapsed();
  return wanted.flatMap(({ count: name, status, currency }) => {
    const ended = lapsed.get(currency) ?? { count: 0, ...NO_AMOUNT };
    const sum = (counter: string, change: number) => (totals.get(counter) ?? 0) + lapseChange(status, change);
    const parts = amountNames(status, currency);
    const count = sum(name, ended.count);
    const amount = joinedParts({
      above: sum(parts.above, ended.above),
      below: sum(parts.below, ended.below),
    });
    return count === 0 ? [] : [{ status, currency, count, amount }];
  });
}

/** Each type is read from its own index, up to the limit. */
async function countByDay(db: Kysely<Tables>, from: Date): Promise<readonly DecisionsOfDay[]> {
  const count = async (type: 'funding.approved' | 'funding.denied') => {
    const newest = db
      .selectFrom('event')
      .select(sql<string>`substr(created_at, 1, 10)`.as('date'))
      .where('type', '=', type)
      .where(sql.raw<SqlBool>(OF_LATER_EVENTS))
      .where('id', '>=', leastId('evt', from))
      .orderBy('type', 'desc')
      .orderBy('id', 'desc')
      .limit(DECISIONS_COUNTED_MAX);
    const rows = await db
      .selectFrom(newest.as('newest'))
      .select((eb) => ['date', eb.fn.countAll<number>().as('count')])
      .groupBy('date')
      .$call(throughManyRows)
      .execute();
    return new Map(rows.map((row) => [row.date, row.count]));
  };
  const [approved, denied] = [await count('funding.approved'), await count('funding.denied')];
  const dates = [...new Set([...approved.keys(), ...denied.keys()])].toSorted();
  return dates.map((date) => ({ date, approved: approved.get(date) ?? 0, denied: denied.get(date) ?? 0 }));
}
