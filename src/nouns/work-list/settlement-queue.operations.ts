import type { Kysely } from 'kysely';
import { z } from 'zod';
import { CURRENCIES, type Currency, isCurrency } from '../../kernel/currency.ts';
import { timestamp } from '../../kernel/clock.ts';
import { descriptionOf } from '../../kernel/input/description.ts';
import { dateField } from '../../kernel/input/fields.ts';
import { mapPage, type Page } from '../../kernel/page.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import {
  cursorOf,
  type Queued,
  queueInput,
  type QueueKind,
  type QueuePage,
  queuePageOf,
  queueQuery,
  rangeOfPart,
} from '../../pipeline/rows/find-queue.ts';
import { defineQuery, nothing, type QueryContext, NoInput } from '../../pipeline/operation.ts';
import { totalBetween, totalOf } from '../../pipeline/rows/counter.ts';
import { countedFor, locateOwner } from '../../pipeline/rows/tenancy.ts';
import type { SettlementStatus } from '../settlement/settlement.machine.ts';
import { partitionsOf, settlementsIn } from '../settlement/list/index-partitions.ts';
import { lapsedOffers } from '../settlement/list/lapsed-offers.ts';
import { listedSettlement } from '../settlement/list/listed-settlement.ts';
import type { ListedRow } from '../settlement/settlement-mac.ts';
import { SETTLEMENT_FILTERS } from '../settlement/settlement.input.ts';
import type { InstantSettlementSummary } from '../settlement/settlement.present.ts';
import { dayOf, offersName, type SettlementFilter, totalsWithin } from '../settlement/settlement.rules.ts';

export const TO_REVIEW: QueueKind = { name: 'review', prefix: 'fun', isInParts: true };
export const TO_DISBURSE: QueueKind = { name: 'disburse', prefix: 'fun', isInParts: true };
export const LAPSING_OFFERS: QueueKind = { name: 'lapsing', prefix: 'fun', isInParts: false };

const LAPSING = { kind: LAPSING_OFFERS, status: 'approved', moment: 'offer_expires_at' } as const;

/** The filters of the queues of settlements. */
export const WAITING_FILTERS = {
  currency: z
    .string()
    .refine(isCurrency, 'must be a currency in which funding is offered')
    .describe(descriptionOf(SETTLEMENT_FILTERS.currency) ?? '')
    .optional(),
};
export const OFFER_FILTERS = {
  ...WAITING_FILTERS,
  until: dateField().describe('The last day on which an offer lapses, UTC.').optional(),
};

/** Opens the work list, for operators only. Checked once here, before any of its queues is read. */
export const openWorkList = defineQuery({
  name: 'openWorkList',
  readsMany: true,
  roles: ['operator'],
  input: NoInput,
  locate: nothing,
  run: async () => ({}),
});

/** Submitted settlements, the longest waiting first. */
export const listSettlementsToReview = listWaiting('listSettlementsToReview', TO_REVIEW, 'submitted');
export const countSettlementsToReview = countWaiting('countSettlementsToReview', 'submitted');

/**
 * Accepted settlements. Those whose KYC changed since the approval come first; within both groups the longest waiting
 * come first.
 */
export const listSettlementsToDisburse = listWaiting('listSettlementsToDisburse', TO_DISBURSE, 'accepted');
export const countSettlementsToDisburse = countWaiting('countSettlementsToDisburse', 'accepted');

/**
 * A queue of the settlements in one status, sorted by the time since when they have it. Only a change of status updates
 * a waiting settlement, so `updated_at` is that time.
 */
function listWaiting(name: string, kind: QueueKind, status: SettlementStatus) {
  return defineQuery({
    name,
    readsMany: true,
    roles: ['operator'],
    input: queueInput(kind, WAITING_FILTERS),
    locate: locateOwner,
    run: (context, { subject: owner, input: { currency, ...page } }) =>
      findQueuePage(context, { kind, owner, currency, status, moment: 'updated_at' }, page),
  });
}

function countWaiting(name: string, status: SettlementStatus) {
  return defineQuery({
    name,
    readsMany: true,
    roles: ['operator'],
    input: z.strictObject(WAITING_FILTERS),
    locate: locateOwner,
    run: ({ db }, { subject: owner, input: { currency } }): Promise<number> =>
      totalOf(db, totalsWithin(countedFor(owner), { status, currency })),
  });
}

/** Offers that lapse unless the partner answers, the soonest first. A lapsed offer is denied, and so not among them. */
export const listLapsingOffers = defineQuery({
  name: 'listLapsingOffers',
  readsMany: true,
  roles: ['operator'],
  input: queueInput(LAPSING_OFFERS, OFFER_FILTERS),
  locate: locateOwner,
  run(context, { subject: owner, input: { currency, until, ...page } }) {
    return findQueuePage(context, { owner, currency, until, ...LAPSING }, page);
  },
});

/** The length of this queue: the sum of one counter for each day from today on, less the offers that lapsed today. */
export const countLapsingOffers = defineQuery({
  name: 'countLapsingOffers',
  readsMany: true,
  roles: ['operator'],
  input: z.strictObject(OFFER_FILTERS),
  locate: locateOwner,
  async run({ db, now }, { subject: owner, input: { currency, until } }): Promise<number> {
    const counted = countedFor(owner);
    const today = dayOf(timestamp(now));
    if (until !== undefined && until < today) return 0;
    const stored = await storedUntil(db, counted, { currency, today, until });
    const { lapsed } = await lapsedOffers(db, { owner, currency }, now)
      .$if(until !== undefined, (some) => some.where('offer_expires_at', '>=', today))
      .select((eb) => eb.fn.countAll<number>().as('lapsed'))
      .executeTakeFirstOrThrow();
    return stored - lapsed;
  },
});

interface StoredOffers {
  readonly currency: Currency | undefined;
  readonly today: string;
  readonly until: string | undefined;
}

/** The offers that are stored as approved: all of them, or those that end from today to a day. */
function storedUntil(
  db: Kysely<Tables>,
  counted: string,
  { currency, today, until }: StoredOffers,
): Promise<number> {
  if (until === undefined) return totalOf(db, totalsWithin(counted, { status: LAPSING.status, currency }));
  const currencies = currency === undefined ? CURRENCIES : [currency];
  return totalBetween(
    db,
    currencies.map((code) => [offersName(counted, code, today), offersName(counted, code, until)] as const),
  );
}

interface Queue extends SettlementFilter {
  readonly kind: QueueKind;
  readonly owner: string | null;
  readonly moment: 'updated_at' | 'offer_expires_at';
  readonly until?: string | undefined;
  readonly now: Date;
}

async function findQueuePage(
  context: QueryContext,
  about: Omit<Queue, 'now'>,
  page: QueuePage,
): Promise<Page<Queued<InstantSettlementSummary>>> {
  const queue = { ...about, now: context.now };
  const { kind, moment } = queue;
  const rows = await findQueueRows(context.db, queue, page);
  return mapPage(queuePageOf(rows, page), (row) => ({
    cursor: cursorOf(kind, {
      ahead: kind.isInParts && row.kyc_changed === 1,
      moment: row[moment],
      id: row.id,
    }),
    item: listedSettlement(context, row),
  }));
}

/** The rows of a page in the order of the queue, and one row more, which shows whether the queue continues. */
function findQueueRows(db: Kysely<Tables>, queue: Queue, page: QueuePage): Promise<readonly ListedRow[]> {
  const { kind, moment } = queue;
  const direction = page.from === 'start' ? 'asc' : 'desc';
  const partitions = kind.isInParts ? waitingPartitions(db, queue, page) : offerPartitions(db, queue, page);
  return settlementsIn(db, partitions)
    .$if(kind.isInParts, (query) => query.orderBy('kyc_changed', page.from === 'start' ? 'desc' : 'asc'))
    .orderBy(moment, direction)
    .orderBy('id', direction)
    .limit(page.limit + 1)
    .execute();
}

const BY_UPDATE = { moment: 'updated_at', id: 'id' } as const;
const BY_END = { moment: LAPSING.moment, id: 'id' } as const;

/** Each partition in two parts: settlements with a changed KYC come first. */
function waitingPartitions(db: Kysely<Tables>, { owner, ...filter }: Queue, page: QueuePage) {
  return [true, false].flatMap((ahead) => {
    const range = rangeOfPart(page, ahead);
    if (range === null) return [];
    return partitionsOf(db, owner, filter).map((partition) =>
      queueQuery(partition.where('kyc_changed', '=', Number(ahead)), BY_UPDATE, range),
    );
  });
}

function offerPartitions(db: Kysely<Tables>, { owner, until, now, ...filter }: Queue, page: QueuePage) {
  return partitionsOf(db, owner, filter).map((partition) =>
    queueQuery(
      partition
        .where('offer_expires_at', '>', timestamp(now))
        .$if(until !== undefined, (some) => some.where('offer_expires_at', '<=', endOf(until ?? ''))),
      BY_END,
      page,
    ),
  );
}

const endOf = (day: string) => `${day}T23:59:59Z`;
