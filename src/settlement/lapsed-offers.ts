import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { timestamp } from '../kernel/clock.ts';
import { CURRENCIES } from '../kernel/currency.ts';
import type { Tables } from '../kernel/tables.ts';
import { ownedBy } from '../pipeline/tenancy.ts';
import { isCreatedIn, type Period } from './settlement-period-filter.ts';
import { type SettlementFilter, statusesOf } from './settlement.rules.ts';

/**
 * Offers that have lapsed read as denied from that second on, and the clock writes it within a minute. Until then their
 * rows still say `approved`. They are few, and an index on the end of offers finds them, so filters and totals go by
 * what the rows say and set these few right.
 */

/** The status that a settlement reads as, the same as `statusAt` of a row. No index is on it. */
export const statusReadAt = (now: Date) =>
  sql<string>`case when status = 'approved' and offer_expires_at <= ${timestamp(now)} then 'denied' else status end`;

/** What a filter on statuses has to do with lapsed offers: bring them in, keep them out, or neither. */
export function lapseEffect(status: SettlementFilter['status']): 'adds' | 'removes' | 'none' {
  const statuses = statusesOf(status);
  const [approved, denied] = [statuses.includes('approved'), statuses.includes('denied')];
  if (approved === denied) return 'none';
  return denied ? 'adds' : 'removes';
}

type Lapsed = Pick<SettlementFilter, 'currency'> & { readonly owner: string | null };

/** The offers that have lapsed and are not written yet, from the index on the end of offers. */
export function lapsedOffers(db: Kysely<Tables>, { owner, currency }: Lapsed, now: Date) {
  return db
    .selectFrom('instant_settlement')
    .where(ownedBy(owner))
    .where('status', '=', 'approved')
    .where('currency', 'in', currency === undefined ? CURRENCIES : [currency])
    .where('offer_expires_at', '<=', timestamp(now));
}

/**
 * What keeps lapsed offers out of the approved ones: by their ids, since a look at the end of an offer would open its row,
 * and SQLite walks through two megabytes of transactions for that.
 */
export function stillStands(db: Kysely<Tables>, lapsed: Lapsed, now: Date) {
  return (eb: ExpressionBuilder<Tables, 'instant_settlement'>) =>
    eb('id', 'not in', lapsedOffers(db, lapsed, now).select('id'));
}

/** The id as a list of few rows is ordered by it: an index in the order of ids would be walked to its end for them. */
export const ID_OF_FEW = sql<string>`id || ''`;

interface Counted extends Period {
  readonly status?: SettlementFilter['status'];
  readonly currency?: string | undefined;
}

/** By how much a total by what the rows say is off for a filter. */
export async function lapsedIn(
  db: Kysely<Tables>,
  owner: string | null,
  { status, currency, ...period }: Counted,
  now: Date,
): Promise<number> {
  const effect = lapseEffect(status);
  if (effect === 'none') return 0;
  const { count } = await lapsedOffers(db, { owner, currency }, now)
    .where(isCreatedIn(period, ID_OF_FEW))
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return effect === 'adds' ? Number(count) : -Number(count);
}

/** The same for each of several customers. */
export async function lapsedInEach(
  db: Kysely<Tables>,
  customerIds: readonly string[],
  { status, currency }: Counted,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const effect = lapseEffect(status);
  if (effect === 'none') return new Map();
  const rows = await lapsedOffers(db, { owner: null, currency }, now)
    .where('customer_id', 'in', customerIds)
    .select((eb) => ['customer_id', eb.fn.countAll<number | string>().as('count')])
    .groupBy('customer_id')
    .execute();
  const sign = effect === 'adds' ? 1 : -1;
  return new Map(rows.map(({ customer_id, count }) => [customer_id, sign * Number(count)]));
}
