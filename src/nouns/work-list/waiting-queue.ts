import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { isCurrency } from '../../kernel/currency.ts';
import type { ListLength } from '../../kernel/page.ts';
import { COUNTED_MAX, lengthOf } from '../../pipeline/rows/counted-rows.ts';
import { descriptionOf } from '../../kernel/input/description.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { amountField, momentField } from '../../kernel/input/fields.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { countOf } from '../../engine/sql/many-rows.ts';
import {
  queueInput,
  type QueueKind,
  type QueuePage,
  queueQuery,
  rangeOfPart,
} from '../../pipeline/rows/find-queue.ts';
import { ROW_FILTERS, type RowFilters } from './row-filters.ts';
import { partitionsOf } from '../settlement/list/index-partitions.ts';
import { OF_WAITING } from '../settlement/settlement.rules.ts';
import { SETTLEMENT_FILTERS } from '../settlement/settlement.input.ts';
import type { SettlementStatus } from '../settlement/settlement.machine.ts';

/** The orders of a queue of waiting settlements. */
export const WAITING_ORDERS = {
  urgent: 'The most urgent first, then the longest wait.',
  newest: 'The shortest wait first.',
  largest: 'The largest amount first; it needs a currency.',
} as const;
type WaitingOrder = keyof typeof WAITING_ORDERS;

/** A queue for each order. A cursor names its order, and the other queues refuse it. */
export type WaitingKinds = Readonly<Record<WaitingOrder, QueueKind>>;

export const waitingKinds = (name: string): WaitingKinds => ({
  urgent: { name, prefix: 'fun', isInParts: true },
  newest: { name: `${name}-newest`, prefix: 'fun', isInParts: false },
  largest: { name: `${name}-largest`, prefix: 'fun', isInParts: false, isByAmount: true },
});

const amount = (description: string) => amountField(1).describe(description).optional();

export const CURRENCY_FILTER = {
  currency: z
    .string()
    .refine(isCurrency, 'must be a currency in which funding is offered')
    .describe(descriptionOf(SETTLEMENT_FILTERS.currency) ?? '')
    .optional(),
};

/** The filters of the queues of waiting settlements. */
export const WAITING_FILTERS = {
  ...CURRENCY_FILTER,
  ...ROW_FILTERS,
  waiting_since: typeNamed('DateTime', momentField('end'))
    .describe('Only items that have waited since this moment or longer.')
    .optional(),
  amount_min: amount('The smallest amount, in minor units. It needs a currency.'),
  amount_max: amount('The largest amount, in minor units. It needs a currency.'),
};

interface Filters extends RowFilters {
  readonly currency?: string | undefined;
  readonly waiting_since?: string | undefined;
  readonly amount_min?: number | undefined;
  readonly amount_max?: number | undefined;
}

/** Amounts of two currencies cannot be compared. */
const comparesOneCurrency = (input: Filters & { readonly order?: WaitingOrder }): boolean =>
  input.currency !== undefined ||
  (input.order !== 'largest' && input.amount_min === undefined && input.amount_max === undefined);
const ONE_CURRENCY = { error: 'is required', path: ['currency'] };

export const waitingCountInput = z.strictObject(WAITING_FILTERS).refine(comparesOneCurrency, ONE_CURRENCY);

export function waitingInput(kinds: WaitingKinds) {
  const order = z.enum(['urgent', 'newest', 'largest']).default('urgent');
  const input = queueInput(Object.values(kinds), { ...WAITING_FILTERS, order }).refine(
    comparesOneCurrency,
    ONE_CURRENCY,
  );
  return (['after', 'before'] as const).reduce(
    (all, bound) =>
      all.refine((page) => page[bound] === null || page[bound].queue === kinds[page.order].name, {
        error: 'must be a cursor of a list in this order',
        path: [bound],
      }),
    input,
  );
}

interface WaitingQueue extends Filters {
  readonly owner: string | null;
  readonly status: SettlementStatus;
  /** The condition of the filters that all lists have. */
  readonly condition: RawBuilder<SqlBool>;
}

/** The sort key of each order. */
export const WAITING_KEYS = {
  urgent: { key: 'updated_at', id: 'id' },
  newest: { key: 'updated_at', id: 'id', isDescending: true },
  largest: { key: 'amount', id: 'id', isDescending: true },
} as const;

/**
 * The rows of a page from each index partition. All orders except `largest` have two parts: KYC changed, and not
 * changed.
 */
export function waitingPages(db: Kysely<Tables>, queue: WaitingQueue, order: WaitingOrder, page: QueuePage) {
  const partitions = narrowed(db, queue);
  if (order === 'largest')
    return partitions.map((partition) =>
      queueQuery(partition.where(sql<SqlBool>`${sql.raw(OF_WAITING)}`), WAITING_KEYS.largest, page),
    );
  return [true, false].flatMap((ahead) => {
    const range = order === 'urgent' ? rangeOfPart(page, ahead) : page;
    if (range === null) return [];
    return partitions.map((partition) =>
      queueQuery(partition.where('kyc_changed', '=', Number(ahead)), WAITING_KEYS[order], range),
    );
  });
}

function narrowed(db: Kysely<Tables>, { owner, status, currency, ...filters }: WaitingQueue) {
  const { waiting_since, amount_min, amount_max, condition } = filters;
  return partitionsOf(db, owner, { status, currency }).map((partition) =>
    partition
      .where(condition)
      .$if(waiting_since !== undefined, (some) => some.where('updated_at', '<=', waiting_since ?? ''))
      .$if(amount_min !== undefined, (some) => some.where('amount', '>=', amount_min ?? 0))
      .$if(amount_max !== undefined, (some) => some.where('amount', '<=', amount_max ?? 0)),
  );
}

/** Whether the counters of status and currency give the length of this queue. */
export const isCounted = ({ waiting_since, amount_min, amount_max, late }: Filters): boolean =>
  late === undefined && waiting_since === undefined && amount_min === undefined && amount_max === undefined;

/** The length of a queue, counted row by row up to `COUNTED_MAX`. */
export const countRows = (db: Kysely<Tables>, queue: WaitingQueue): Promise<ListLength> =>
  countPartitions(db, narrowed(db, queue));

/** The rows of several partitions, counted up to `COUNTED_MAX`. */
export async function countPartitions(
  db: Kysely<Tables>,
  partitions: ReturnType<typeof partitionsOf>,
): Promise<ListLength> {
  const all = partitions
    .map((partition) => db.selectFrom(partition.limit(COUNTED_MAX + 1).as('partition')).select('id'))
    .reduce((some, partition) => some.unionAll(partition));
  const some = db
    .selectFrom(all.as('rows'))
    .select('id')
    .limit(COUNTED_MAX + 1);
  return lengthOf(await countOf(db.selectFrom(some.as('counted'))));
}
