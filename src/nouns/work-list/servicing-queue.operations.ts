import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import { dayAt, daysAfter } from '../../kernel/days.ts';
import { mapPage, type Page } from '../../kernel/page.ts';
import { throughManyRows } from '../../engine/sql/many-rows.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { defineQuery } from '../../pipeline/operation.ts';
import {
  cursorOf,
  type Queued,
  queueInput,
  type QueueKind,
  queuePageOf,
  queueQuery,
} from '../../pipeline/rows/find-queue.ts';
import { locateOwner, ownedBy } from '../../pipeline/rows/tenancy.ts';
import { listedSettlement } from '../settlement/list/listed-settlement.ts';
import { conditionOf } from '../settlement/servicing-condition.ts';
import { LISTED_COLUMNS } from '../settlement/proven-settlements.ts';
import type { InstantSettlementSummary } from '../settlement/settlement.present.ts';
import { CURRENCY_FILTER } from './waiting-queue.ts';

/** Money that was paid too much and held for longer should go back to its payer. */
const EXCESS_DAYS = 30;

export const OVERDUE: QueueKind = { name: 'overdue', prefix: 'fun', isInParts: false, isByDay: true };
export const OLD_EXCESS: QueueKind = { name: 'excess', prefix: 'fun', isInParts: false, isByDay: true };

interface ServicingQueue {
  readonly kind: QueueKind;
  /** The day that sorts it, the oldest first. */
  readonly key: 'pay_by' | 'excess_since';
  /** The condition on what is owed. */
  readonly condition: (now: Date) => RawBuilder<SqlBool>;
}

const overdue: ServicingQueue = {
  kind: OVERDUE,
  key: 'pay_by',
  condition: (now) => conditionOf('overdue', now),
};
const oldExcess: ServicingQueue = {
  kind: OLD_EXCESS,
  key: 'excess_since',
  condition: (now) => sql<SqlBool>`excess_since < ${daysAfter(dayAt(now), -EXCESS_DAYS)}`,
};

/** Settlements whose last day for the payment has passed, the longest overdue first. */
export const listOverdueSettlements = listQueue('listOverdueSettlements', overdue);
export const countOverdueSettlements = countQueue('countOverdueSettlements', overdue);

/** Settlements with excess that was held for more than thirty days, the oldest first. */
export const listSettlementsWithOldExcess = listQueue('listSettlementsWithOldExcess', oldExcess);
export const countSettlementsWithOldExcess = countQueue('countSettlementsWithOldExcess', oldExcess);

function listQueue(name: string, queue: ServicingQueue) {
  return defineQuery({
    name,
    readsMany: true,
    roles: ['operator'],
    input: queueInput(queue.kind, CURRENCY_FILTER),
    locate: locateOwner,
    async run(
      context,
      { subject: owner, input: { currency, ...page } },
    ): Promise<Page<Queued<InstantSettlementSummary>>> {
      const { db, now } = context;
      const found = await queueQuery(
        inQueue(db, queue, { owner, currency, now }).select(['id', `${queue.key} as key`]),
        { key: queue.key, id: 'id' },
        page,
      )
        .$call(throughManyRows)
        .execute();
      const settlements = await settlementsOf(
        db,
        found.map(({ id }) => id),
      );
      return mapPage(queuePageOf(found, page), ({ id, key }) => {
        const row = settlements.get(id);
        if (row === undefined) throw new Error('Something is owed for a settlement that is not there.');
        return { cursor: cursorOf(queue.kind, { key, id }), item: listedSettlement(context, row) };
      });
    },
  });
}

function countQueue(name: string, queue: ServicingQueue) {
  return defineQuery({
    name,
    readsMany: true,
    roles: ['operator'],
    input: z.strictObject(CURRENCY_FILTER),
    locate: locateOwner,
    async run({ db, now }, { subject: owner, input: { currency } }): Promise<number> {
      const { count } = await inQueue(db, queue, { owner, currency, now })
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .$call(throughManyRows)
        .executeTakeFirstOrThrow();
      return count;
    },
  });
}

interface Selection {
  readonly owner: string | null;
  readonly currency: string | undefined;
  readonly now: Date;
}

/** A payout that the bank sent back is not owed. */
const IS_OWED = sql<SqlBool>`principal_outstanding + fee_outstanding + refund_receivable + excess > 0`;

const inQueue = (db: Kysely<Tables>, { condition }: ServicingQueue, { owner, currency, now }: Selection) =>
  db
    .selectFrom('servicing')
    .where(condition(now))
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
