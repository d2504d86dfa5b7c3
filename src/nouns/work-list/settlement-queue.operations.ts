import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import { z } from 'zod';
import { CURRENCIES, type Currency } from '../../kernel/currency.ts';
import { timestamp } from '../../kernel/clock.ts';
import { dateField } from '../../kernel/input/fields.ts';
import type { ListLength } from '../../kernel/page.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { countOf } from '../../engine/sql/many-rows.ts';
import { queueInput, type QueueKind, type QueuePage, queueQuery } from '../../pipeline/rows/find-queue.ts';
import { defineQuery, type QueryContext } from '../../pipeline/operation.ts';
import { totalBetween, totalOf } from '../../pipeline/rows/counter.ts';
import { countedFor, locateOwner } from '../../pipeline/rows/tenancy.ts';
import { partitionsOf } from '../settlement/list/index-partitions.ts';
import { lapsedOffers } from '../settlement/list/lapsed-offers.ts';
import { findQueuePage, rowsIn, type WaitingStatus } from './settlement-queue-page.ts';
import { dayOf, offersName, totalsWithin } from '../settlement/settlement.rules.ts';
import { lengthWithSnoozes, narrowsRows, ROW_FILTERS, rowCondition } from './row-filters.ts';
import { countSnoozed } from './snooze.rules.ts';
import {
  countPartitions,
  countRows,
  CURRENCY_FILTER,
  isCounted,
  WAITING_KEYS,
  waitingCountInput,
  waitingInput,
  type WaitingKinds,
  waitingKinds,
  waitingPages,
} from './waiting-queue.ts';

export const TO_REVIEW = waitingKinds('review');
export const TO_DISBURSE = waitingKinds('disburse');
export const LAPSING_OFFERS: QueueKind = { name: 'lapsing', prefix: 'fun', isInParts: false };

const LAPSING_STATUS = 'approved';

export const OFFER_FILTERS = {
  ...CURRENCY_FILTER,
  ...ROW_FILTERS,
  until: dateField().describe('The last day on which an offer lapses, UTC.').optional(),
};

/** Opens the work list, for operators only. The permission is checked once here, before any of its queues is read. */
export const openWorkList = defineQuery({
  name: 'openWorkList',
  roles: ['operator'],
  run: async () => ({}),
});

/** Submitted settlements. The longest waiting come first by default. */
export const listSettlementsToReview = listWaiting('listSettlementsToReview', TO_REVIEW, 'submitted');
export const countSettlementsToReview = countWaiting('countSettlementsToReview', 'submitted');

/**
 * Accepted settlements. If the KYC changed since the approval, they come first. In both groups the longest waiting come
 * first.
 */
export const listSettlementsToDisburse = listWaiting('listSettlementsToDisburse', TO_DISBURSE, 'accepted');
export const countSettlementsToDisburse = countWaiting('countSettlementsToDisburse', 'accepted');

/**
 * A queue of the settlements in one status, sorted by the time when they got it. Only a change of status updates a
 * waiting settlement, so `updated_at` is that time.
 */
function listWaiting(name: string, kinds: WaitingKinds, status: WaitingStatus) {
  return defineQuery({
    name,
    readsMany: true,
    roles: ['operator'],
    input: waitingInput(kinds),
    locate: locateOwner,
    async run(context, { subject: owner, input: { order, ...input } }) {
      const condition = await rowCondition(context, input, rowsIn(status));
      const partitions = waitingPages(context.db, { ...input, owner, status, condition }, order, input);
      return findQueuePage(context, { kind: kinds[order], ...WAITING_KEYS[order], partitions }, input);
    },
  });
}

function countWaiting(name: string, status: WaitingStatus) {
  return defineQuery({
    name,
    readsMany: true,
    roles: ['operator'],
    input: waitingCountInput,
    locate: locateOwner,
    async run(context, { subject: owner, input }): Promise<ListLength> {
      const { db } = context;
      if (!isCounted(input)) {
        const condition = await rowCondition(context, input, rowsIn(status));
        return countRows(db, { ...input, owner, status, condition });
      }
      const { currency, snoozed } = input;
      const all = totalOf(db, totalsWithin(countedFor(owner), { status, currency }));
      return lengthWithSnoozes(snoozed, all, () => countSnoozed(context, { owner, status, currency }));
    },
  });
}

/**
 * Offers that will lapse unless the partner decides, the soonest first. A lapsed offer is denied, so it is not in this
 * list.
 */
export const listLapsingOffers = defineQuery({
  name: 'listLapsingOffers',
  readsMany: true,
  roles: ['operator'],
  input: queueInput(LAPSING_OFFERS, OFFER_FILTERS),
  locate: locateOwner,
  async run(context, { subject: owner, input: { currency, until, snoozed, late, ...page } }) {
    const condition = await rowCondition(context, { snoozed, late }, rowsIn(LAPSING_STATUS));
    const partitions = offerPartitions(context, { owner, currency, until, condition }, page);
    return findQueuePage(context, { kind: LAPSING_OFFERS, ...BY_END, partitions }, page);
  },
});

/** The length of this queue: the sum of one counter for each day from today on, minus the offers that lapsed today. */
export const countLapsingOffers = defineQuery({
  name: 'countLapsingOffers',
  readsMany: true,
  roles: ['operator'],
  input: z.strictObject(OFFER_FILTERS),
  locate: locateOwner,
  async run(context, { subject: owner, input: { currency, until, ...filters } }): Promise<ListLength> {
    const { db, now } = context;
    if (narrowsRows(filters)) {
      const condition = await rowCondition(context, filters, rowsIn(LAPSING_STATUS));
      return countPartitions(db, offersIn(context, { owner, currency, until, condition }));
    }
    const counted = countedFor(owner);
    const today = dayOf(timestamp(now));
    if (until !== undefined && until < today) return 0;
    const stored = await storedUntil(db, counted, { currency, today, until });
    const lapsed = lapsedOffers(db, { owner, currency }, now).$if(until !== undefined, (some) =>
      some.where('offer_expires_at', '>=', today),
    );
    return stored - (await countOf(lapsed));
  },
});

interface StoredOffers {
  readonly currency: Currency | undefined;
  readonly today: string;
  readonly until: string | undefined;
}

/** The offers that are stored as approved: all of them, or the offers that end between today and a given day. */
function storedUntil(
  db: Kysely<Tables>,
  counted: string,
  { currency, today, until }: StoredOffers,
): Promise<number> {
  if (until === undefined) return totalOf(db, totalsWithin(counted, { status: LAPSING_STATUS, currency }));
  const currencies = currency === undefined ? CURRENCIES : [currency];
  return totalBetween(
    db,
    currencies.map((code) => [offersName(counted, code, today), offersName(counted, code, until)] as const),
  );
}

const BY_END = { key: 'offer_expires_at', id: 'id' } as const;

interface Offers {
  readonly owner: string | null;
  readonly currency: Currency | undefined;
  readonly until: string | undefined;
  /** The condition of the filters that all lists have. */
  readonly condition: RawBuilder<SqlBool>;
}

const offersIn = ({ db, now }: QueryContext, { owner, currency, until, condition }: Offers) =>
  partitionsOf(db, owner, { status: LAPSING_STATUS, currency }).map((partition) =>
    partition
      .where(condition)
      .where('offer_expires_at', '>', timestamp(now))
      .$if(until !== undefined, (some) => some.where('offer_expires_at', '<=', endOf(until ?? ''))),
  );

const offerPartitions = (context: QueryContext, offers: Offers, page: QueuePage) =>
  offersIn(context, offers).map((partition) => queueQuery(partition, BY_END, page));

const endOf = (day: string) => `${day}T23:59:59Z`;
