import type { Kysely } from 'kysely';
import { z } from 'zod';
import { CURRENCIES, isCurrency } from '../kernel/currency.ts';
import { dateField } from '../kernel/fields.ts';
import { mapPage, type Page } from '../kernel/page.ts';
import type { Tables } from '../kernel/tables.ts';
import {
  cursorOf,
  isCursorInParts,
  type Queued,
  queueInput,
  type QueuePage,
  queuePageOf,
  queueQuery,
  rangeOfPart,
} from '../pipeline/find-queue.ts';
import { defineQuery, nothing, type QueryContext } from '../pipeline/operation.ts';
import { totalBetween, totalOf } from '../pipeline/counter.ts';
import { countedFor, ownerAsked } from '../pipeline/tenancy.ts';
import type { SettlementStatus } from '../settlement/settlement.machine.ts';
import { partitionsOf, settlementsIn } from '../settlement/index-partitions.ts';
import { type InstantSettlementSummary, summarizeSettlement } from '../settlement/settlement.present.ts';
import { dayOf, offersName, type SettlementFilter, totalsWithin } from '../settlement/settlement.rules.ts';

const LAPSING = { status: 'approved', moment: 'offer_expires_at' } as const;

const FILTERS = {
  currency: z.string().refine(isCurrency, 'must be a currency that funding is offered in').optional(),
};
const OFFER_FILTERS = {
  ...FILTERS,
  /** The last day, UTC. */
  until: dateField().optional(),
};

type OfOwner = { readonly owner_id: string | null };

/** Opens the work list, for operators only. Checked once here, before any of its queues is read. */
export const openWorkList = defineQuery({
  name: 'openWorkList',
  readsMany: true,
  roles: ['operator'],
  input: z.strictObject({}),
  locate: nothing,
  run: async () => ({}),
});

/** Submitted settlements, the longest waiting first. */
export const listSettlementsToReview = listWaiting('listSettlementsToReview', 'submitted');
export const countSettlementsToReview = countWaiting('countSettlementsToReview', 'submitted');

/** Accepted settlements, first those whose papers changed since they were approved, and of each the longest waiting first. */
export const listSettlementsToDisburse = listWaiting('listSettlementsToDisburse', 'accepted');
export const countSettlementsToDisburse = countWaiting('countSettlementsToDisburse', 'accepted');

/**
 * A queue of the settlements in one status, with the time since they are in it. Only a change of status updates a
 * waiting settlement, so `updated_at` is that time.
 */
function listWaiting(name: string, status: SettlementStatus) {
  return defineQuery({
    name,
    readsMany: true,
    roles: ['operator'],
    input: queueInput('fun', FILTERS, isCursorInParts),
    locate: locateOwner,
    run: ({ db }, { subject: owner, input: { currency, ...page } }) =>
      findQueuePage(db, { owner, currency, status, moment: 'updated_at' }, page),
  });
}

function countWaiting(name: string, status: SettlementStatus) {
  return defineQuery({
    name,
    readsMany: true,
    roles: ['operator'],
    input: z.strictObject(FILTERS),
    locate: locateOwner,
    run: ({ db }, { subject: owner, input: { currency } }): Promise<number> =>
      totalOf(db, totalsWithin(countedFor(owner), { status, currency })),
  });
}

/**
 * Offers that lapse unless the partner answers, the soonest first. A lapsed offer stays first until the scheduler ends
 * it.
 */
export const listLapsingOffers = defineQuery({
  name: 'listLapsingOffers',
  readsMany: true,
  roles: ['operator'],
  input: queueInput('fun', OFFER_FILTERS),
  locate: locateOwner,
  run({ db }, { subject: owner, input: { currency, until, ...page } }) {
    return findQueuePage(db, { owner, currency, until, ...LAPSING }, page);
  },
});

/** The length of this queue: the sum of one counter for each day, from the first day on which an offer lapses. */
export const countLapsingOffers = defineQuery({
  name: 'countLapsingOffers',
  readsMany: true,
  roles: ['operator'],
  input: z.strictObject(OFFER_FILTERS),
  locate: locateOwner,
  async run({ db }, { subject: owner, input: { currency, until } }): Promise<number> {
    const counted = countedFor(owner);
    if (until === undefined) return totalOf(db, totalsWithin(counted, { status: LAPSING.status, currency }));
    const first = await firstOfferOf(db, { owner, currency });
    if (first === null || dayOf(first) > until) return 0;
    const currencies = currency === undefined ? CURRENCIES : [currency];
    return totalBetween(
      db,
      currencies.map((code) => [offersName(counted, code, dayOf(first)), offersName(counted, code, until)]),
    );
  },
});

async function locateOwner({ caller }: QueryContext, { owner_id }: OfOwner): Promise<string | null> {
  return ownerAsked(caller, owner_id);
}

interface Queue extends SettlementFilter {
  readonly owner: string | null;
  readonly moment: 'updated_at' | 'offer_expires_at';
  readonly until?: string | undefined;
}

async function findQueuePage(
  db: Kysely<Tables>,
  queue: Queue,
  page: QueuePage,
): Promise<Page<Queued<InstantSettlementSummary>>> {
  const { moment } = queue;
  const direction = page.from === 'start' ? 'asc' : 'desc';
  const partitions =
    moment === 'updated_at' ? waitingPartitions(db, queue, page) : offerPartitions(db, queue, page);
  const rows = await settlementsIn(db, partitions)
    .$if(moment === 'updated_at', (query) =>
      query.orderBy('kyc_changed', page.from === 'start' ? 'desc' : 'asc'),
    )
    .orderBy(moment, direction)
    .orderBy('id', direction)
    .limit(page.limit + 1)
    .execute();
  return mapPage(queuePageOf(rows, page), (row) => ({
    cursor: cursorOf({
      ahead: moment === 'updated_at' && row.kyc_changed === 1,
      moment: row[moment],
      id: row.id,
    }),
    item: summarizeSettlement(row),
  }));
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

function offerPartitions(db: Kysely<Tables>, { owner, until, ...filter }: Queue, page: QueuePage) {
  return partitionsOf(db, owner, filter).map((partition) =>
    queueQuery(
      partition.$if(until !== undefined, (some) => some.where('offer_expires_at', '<=', endOf(until ?? ''))),
      BY_END,
      page,
    ),
  );
}

const endOf = (day: string) => `${day}T23:59:59Z`;

/** The place of the offer that lapses first; null where there is none. It begins with the moment. */
async function firstOfferOf(
  db: Kysely<Tables>,
  queue: Pick<Queue, 'owner' | 'currency'>,
): Promise<string | null> {
  const page = { limit: 1, after: null, before: null, from: 'start' } as const;
  const { rows } = await findQueuePage(db, { ...queue, ...LAPSING }, page);
  return rows[0]?.cursor ?? null;
}
