import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { timestamp } from '../../../kernel/clock.ts';
import { CURRENCIES } from '../../../kernel/currency.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { countOf } from '../../../engine/sql/many-rows.ts';
import { ownedBy } from '../../../pipeline/rows/tenancy.ts';
import { isCreatedIn, type Period } from './settlement-period-filter.ts';
import { type AmountParts, SUMMED_PARTS } from '../amount-sum.ts';
import { type SettlementFilter, statusesOf } from '../settlement.rules.ts';

/**
 * Readers see a lapsed offer as denied at once, but the scheduler writes that up to a minute later. Until then its row
 * still says `approved`. Such rows are few, and an index on the end of offers finds them. So lists and totals use the
 * stored status and then correct the result for these rows. Stored totals are read first: if the scheduler writes an
 * offer between the two reads, it still counts as approved, and never twice as denied.
 */

/** The status that readers see, the same as from `readAsOf` for one row. No index has it. */
export const statusReadAt = (now: Date) =>
  sql<string>`case when status = 'approved' and offer_expires_at <= ${timestamp(now)} then 'denied' else status end`;

/** How lapsed offers change the result of a filter on statuses: they are added, removed, or neither. */
export function lapseEffect(status: SettlementFilter['status']): 'adds' | 'removes' | 'none' {
  const statuses = statusesOf(status);
  const [approved, denied] = [statuses.includes('approved'), statuses.includes('denied')];
  if (approved === denied) return 'none';
  return denied ? 'adds' : 'removes';
}

/** The change of a stored total by a number of lapsed offers, for a filter on statuses. */
export function lapseChange(status: SettlementFilter['status'], lapsed: number): number {
  const effect = lapseEffect(status);
  if (effect === 'none') return 0;
  return effect === 'adds' ? lapsed : -lapsed;
}

type Lapsed = Pick<SettlementFilter, 'currency'> & { readonly owner: string | null };

/** Lapsed offers whose rows still say `approved`, from the index on the end of offers. */
export function lapsedOffers(db: Kysely<Tables>, { owner, currency }: Lapsed, now: Date) {
  return db
    .selectFrom('instant_settlement')
    .where(ownedBy(owner))
    .where('status', '=', 'approved')
    .where('currency', 'in', currency === undefined ? CURRENCIES : [currency])
    .where('offer_expires_at', '<=', timestamp(now));
}

/**
 * The condition that a row is not a lapsed offer. It compares ids, because the end of an offer is in the row, and on
 * SQLite a row includes up to two megabytes of transactions.
 */
export function isNotLapsed(db: Kysely<Tables>, lapsed: Lapsed, now: Date) {
  return (eb: ExpressionBuilder<Tables, 'instant_settlement'>) =>
    eb('id', 'not in', lapsedOffers(db, lapsed, now).select('id'));
}

/**
 * The id in a form that no index serves. It sorts a list of few rows; otherwise SQLite would read an index in the order
 * of ids to its end.
 */
export const UNINDEXED_ID = sql<string>`id || ''`;

interface Counted extends Period {
  readonly status?: SettlementFilter['status'];
  readonly currency?: string | undefined;
}

/** The correction of a stored total for a filter: lapsed offers to add, or to subtract if negative. */
export async function lapsedIn(
  db: Kysely<Tables>,
  owner: string | null,
  { status, currency, ...period }: Counted,
  now: Date,
): Promise<number> {
  if (lapseEffect(status) === 'none') return 0;
  const lapsed = lapsedOffers(db, { owner, currency }, now).where(isCreatedIn(period, UNINDEXED_ID));
  return lapseChange(status, await countOf(lapsed));
}

/** Like `lapsedIn`, for each of several customers. */
export async function lapsedInEach(
  db: Kysely<Tables>,
  customerIds: readonly string[],
  { status, currency }: Counted,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  if (lapseEffect(status) === 'none') return new Map();
  const rows = await lapsedOffers(db, { owner: null, currency }, now)
    .where('customer_id', 'in', customerIds)
    .select((eb) => ['customer_id', eb.fn.countAll<number>().as('count')])
    .groupBy('customer_id')
    .execute();
  return new Map(rows.map(({ customer_id, count }) => [customer_id, lapseChange(status, count)]));
}

/** A number of offers, and the sum of their amounts. */
export interface LapsedSum extends AmountParts {
  readonly count: number;
}

/** The offers of all partners that have lapsed while their rows still say `approved`, by currency. */
export async function lapsedByCurrency(
  db: Kysely<Tables>,
  now: Date,
): Promise<ReadonlyMap<string, LapsedSum>> {
  const rows = await lapsedOffers(db, { owner: null }, now)
    .select((eb) => ['currency', eb.fn.countAll<number>().as('count')])
    .select([SUMMED_PARTS.above.as('above'), SUMMED_PARTS.below.as('below')])
    .groupBy('currency')
    .execute();
  return new Map(rows.map(({ currency, ...sum }) => [currency, sum]));
}
