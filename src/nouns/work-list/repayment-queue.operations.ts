import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { daysLater, timestamp } from '../../kernel/clock.ts';
import { mapPage, type Page } from '../../kernel/page.ts';
import { countOfMany, throughManyRows } from '../../engine/sql/many-rows.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { defineQuery } from '../../pipeline/operation.ts';
import { totalOf } from '../../pipeline/rows/counter.ts';
import {
  cursorOf,
  type Queued,
  queueInput,
  type QueueKind,
  queuePageOf,
  queueQuery,
} from '../../pipeline/rows/find-queue.ts';
import { countedFor, locateOwner, ownedBy } from '../../pipeline/rows/tenancy.ts';
import { listedRepayment } from '../repayment/list/listed-repayment.ts';
import type { RepaymentView } from '../repayment/repayment.present.ts';
import { totalName } from '../repayment/repayment.rules.ts';
import { type FilteredRows, narrowsRows, ROW_FILTERS, rowCondition } from './row-filters.ts';
import { statusOf } from './snooze.rules.ts';
import { CURRENCY_FILTER } from './waiting-queue.ts';

/** A report that waits longer is marked: by then the money is on the provider's account, or it was not sent. */
export const ANSWER_DAYS = 3;

export const REPORTED: QueueKind = { name: 'reported', prefix: 'rep', isInParts: false };

/** The filters of reported repayments. */
export const REPORTED_FILTERS = {
  ...ROW_FILTERS,
  currency: CURRENCY_FILTER.currency.describe('Only items in this currency; ISO 4217, such as HKD.'),
};

/** Repayments that partners reported and that wait for an answer, the oldest report first. */
export const listReportedRepayments = defineQuery({
  name: 'listReportedRepayments',
  readsMany: true,
  roles: ['operator'],
  input: queueInput(REPORTED, REPORTED_FILTERS),
  locate: locateOwner,
  async run(
    context,
    { subject: owner, input: { currency, snoozed, late, ...page } },
  ): Promise<Page<Queued<RepaymentView>>> {
    const condition = await rowCondition(context, { snoozed, late }, ROWS);
    // Ids begin with the time of the report, and there is an index on them.
    const query = queueQuery(inQueue(context.db, { owner, currency, condition }).selectAll(), BY_ID, page);
    const isLong = currency !== undefined || narrowsRows({ snoozed, late });
    const rows = await query.$if(isLong, throughManyRows).execute();
    return mapPage(queuePageOf(rows, page), (row) => ({
      cursor: cursorOf(REPORTED, { key: row.created_at, id: row.id }),
      item: listedRepayment(context, row),
    }));
  },
});

/** The length of this queue. */
export const countReportedRepayments = defineQuery({
  name: 'countReportedRepayments',
  readsMany: true,
  roles: ['operator'],
  input: z.strictObject(REPORTED_FILTERS),
  locate: locateOwner,
  async run(context, { subject: owner, input: { currency, ...filters } }): Promise<number> {
    const { db } = context;
    if (currency === undefined && !narrowsRows(filters))
      return totalOf(db, [totalName(countedFor(owner), STATUS)]);
    const condition = await rowCondition(context, filters, ROWS);
    return countOfMany(inQueue(db, { owner, currency, condition }));
  },
});

/** Whether a repayment was reported so long ago that the provider should have answered. */
export const isLongUnanswered = (
  { status, created_at }: Pick<RepaymentView, 'status' | 'created_at'>,
  now: Date,
): boolean => status === STATUS && created_at < timestamp(daysLater(now, -ANSWER_DAYS));

const STATUS = 'reported';
const BY_ID = { key: null, id: 'id' } as const;

interface Selection {
  readonly owner: string | null;
  readonly currency: string | undefined;
  readonly condition: RawBuilder<SqlBool>;
}

/** A report that comes after a snooze of its settlement is not hidden. */
const ROWS: FilteredRows = {
  queue: 'reported',
  id: 'repayment.settlement_id',
  state: statusOf('repayment.settlement_id'),
  since: 'repayment.created_at',
  waitsSince: (moment) => sql<SqlBool>`created_at <= ${moment}`,
};

const inQueue = (db: Kysely<Tables>, { owner, currency, condition }: Selection) =>
  db
    .selectFrom('repayment')
    .where('status', '=', STATUS)
    .where(condition)
    .where(ownedBy(owner))
    .$if(currency !== undefined, (some) => some.where('currency', '=', currency ?? ''));
