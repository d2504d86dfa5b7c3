import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import { dayAt, daysAfter } from '../../kernel/days.ts';
import { mapPage, type Page } from '../../kernel/page.ts';
import { countOfMany, throughManyRows } from '../../engine/sql/many-rows.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { defineQuery, type QueryContext } from '../../pipeline/operation.ts';
import {
  cursorOf,
  type Queued,
  queueInput,
  type QueueKind,
  type QueuePage,
  queuePageOf,
  queueQuery,
} from '../../pipeline/rows/find-queue.ts';
import { locateOwner, ownedBy } from '../../pipeline/rows/tenancy.ts';
import { listedSettlement } from '../settlement/list/listed-settlement.ts';
import { conditionOf } from '../settlement/servicing-condition.ts';
import { LISTED_COLUMNS } from '../settlement/proven-settlements.ts';
import type { InstantSettlementSummary } from '../settlement/settlement.present.ts';
import { type FilteredRows, ROW_FILTERS, rowCondition, type RowFilters } from './row-filters.ts';
import { statusOf } from './snooze.rules.ts';
import type { WorkQueue } from '../provider/provider.input.ts';
import { CURRENCY_FILTER } from './waiting-queue.ts';

/** Money that was paid too much and held for longer should go back to its payer. */
const EXCESS_DAYS = 30;
/** The lists show a settlement from the beginning of a day on, so many days after `pay_by` or `excess_since`. */
export const OVERDUE_AFTER_DAYS = 1;
export const OLD_EXCESS_AFTER_DAYS = EXCESS_DAYS + 1;

/** A hundred years: far longer than any settlement stays overdue before it is written off. */
const OVERDUE_DAYS_MAX = 36_500;

export const OVERDUE: QueueKind = { name: 'overdue', prefix: 'fun', isInParts: false, isByDay: true };
export const OLD_EXCESS: QueueKind = { name: 'excess', prefix: 'fun', isInParts: false, isByDay: true };

/** The filters of overdue settlements. */
export const OVERDUE_FILTERS = {
  ...CURRENCY_FILTER,
  ...ROW_FILTERS,
  days_min: z
    .int()
    .min(1)
    .max(OVERDUE_DAYS_MAX)
    .describe('Only settlements that are overdue for at least this number of days.')
    .optional(),
};

/** The filters of settlements with old excess. */
export const EXCESS_FILTERS = { ...CURRENCY_FILTER, ...ROW_FILTERS };

interface ServicingQueue {
  readonly kind: QueueKind;
  /** The day that sorts it, the oldest first. */
  readonly key: 'pay_by' | 'excess_since';
  /** The condition on what is owed. */
  readonly condition: RawBuilder<SqlBool>;
  readonly owner: string | null;
  readonly currency: string | undefined;
}

interface Asked {
  readonly subject: string | null;
  readonly input: RowFilters & {
    readonly currency?: string | undefined;
    readonly days_min?: number | undefined;
  };
}

async function overdue(
  context: QueryContext,
  { subject: owner, input: { currency, days_min, ...filters } }: Asked,
): Promise<ServicingQueue> {
  const rows = rowsOf('overdue', 'pay_by', OVERDUE_AFTER_DAYS);
  const condition = sql<SqlBool>`${conditionOf('overdue', context)} and ${await rowCondition(context, filters, rows)}`;
  return {
    kind: OVERDUE,
    key: 'pay_by',
    condition:
      days_min === undefined
        ? condition
        : sql<SqlBool>`${condition} and pay_by <= ${daysAfter(dayAt(context.now), -days_min)}`,
    owner,
    currency,
  };
}

export const isOldExcess = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`excess_since < ${daysAfter(dayAt(now), -EXCESS_DAYS)}`;

async function oldExcess(
  context: QueryContext,
  { subject: owner, input: { currency, ...filters } }: Asked,
): Promise<ServicingQueue> {
  const rows = rowsOf('excess', 'excess_since', OLD_EXCESS_AFTER_DAYS);
  const condition = sql<SqlBool>`${isOldExcess(context.now)}
    and ${await rowCondition(context, filters, rows)}`;
  return { kind: OLD_EXCESS, key: 'excess_since', condition, owner, currency };
}

/** The rows of a list that shows a row from the beginning of a day on: some days after the day that sorts the list. */
const rowsOf = (queue: WorkQueue, day: ServicingQueue['key'], afterDays: number): FilteredRows => ({
  queue,
  id: 'servicing.id',
  state: statusOf('servicing.id'),
  waitsSince: (moment) => sql<SqlBool>`${sql.ref(day)} <= ${daysAfter(dayAt(new Date(moment)), -afterDays)}`,
});

/** Settlements whose last day for the payment has passed, the longest overdue first. */
export const listOverdueSettlements = defineQuery({
  name: 'listOverdueSettlements',
  readsMany: true,
  roles: ['operator'],
  input: queueInput(OVERDUE, OVERDUE_FILTERS),
  locate: locateOwner,
  run: async (context, asked) => pageOf(context, await overdue(context, asked), asked.input),
});
export const countOverdueSettlements = defineQuery({
  name: 'countOverdueSettlements',
  readsMany: true,
  roles: ['operator'],
  input: z.strictObject(OVERDUE_FILTERS),
  locate: locateOwner,
  run: async (context, asked) => lengthOf(context.db, await overdue(context, asked)),
});

/** Settlements with excess that was held for more than thirty days, the oldest first. */
export const listSettlementsWithOldExcess = defineQuery({
  name: 'listSettlementsWithOldExcess',
  readsMany: true,
  roles: ['operator'],
  input: queueInput(OLD_EXCESS, EXCESS_FILTERS),
  locate: locateOwner,
  run: async (context, asked) => pageOf(context, await oldExcess(context, asked), asked.input),
});
export const countSettlementsWithOldExcess = defineQuery({
  name: 'countSettlementsWithOldExcess',
  readsMany: true,
  roles: ['operator'],
  input: z.strictObject(EXCESS_FILTERS),
  locate: locateOwner,
  run: async (context, asked) => lengthOf(context.db, await oldExcess(context, asked)),
});

async function pageOf(
  context: QueryContext,
  queue: ServicingQueue,
  page: QueuePage,
): Promise<Page<Queued<InstantSettlementSummary>>> {
  const { db } = context;
  const { kind, key: column } = queue;
  const query = queueQuery(
    inQueue(db, queue).select(['id', `${column} as key`]),
    { key: column, id: 'id' },
    page,
  );
  const found = await query.$call(throughManyRows).execute();
  const settlements = await settlementsOf(
    db,
    found.map(({ id }) => id),
  );
  return mapPage(queuePageOf(found, page), ({ id, key }) => {
    const row = settlements.get(id);
    if (row === undefined) throw new Error('Something is owed for a settlement that is not there.');
    return { cursor: cursorOf(kind, { key, id }), item: listedSettlement(context, row) };
  });
}

async function lengthOf(db: Kysely<Tables>, queue: ServicingQueue): Promise<number> {
  return countOfMany(inQueue(db, queue));
}

/** A payout that the bank sent back is not owed. */
export const IS_OWED = sql<SqlBool>`principal_outstanding + fee_outstanding + refund_receivable + excess > 0`;

const inQueue = (db: Kysely<Tables>, { condition, owner, currency }: ServicingQueue) =>
  db
    .selectFrom('servicing')
    .where(condition)
    .where(IS_OWED)
    .where(ownedBy(owner))
    .$if(currency !== undefined, (all) => all.where('currency', '=', currency ?? ''));

async function settlementsOf(db: Kysely<Tables>, ids: readonly string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('instant_settlement').select(LISTED_COLUMNS).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
