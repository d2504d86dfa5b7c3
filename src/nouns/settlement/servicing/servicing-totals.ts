import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../../engine/sql/tables.ts';
import { joinedParts } from '../amount-sum.ts';
import { CLAIM_TOTALS, type CountedPart, OUTSTANDING_TOTALS } from './servicing-counts.ts';

/** What all settlements of a currency with one last day for the payment owe; null for claims, which have no day. */
interface ServicingTotal {
  readonly currency: string;
  readonly pay_by: string | null;
  readonly count: number;
  /** Exact, in minor units. */
  readonly amount: bigint;
}

const SLASH = '/';
/** Sorts after every name that begins like the ones before it. */
const END = '~';

const isBetween = (start: string) =>
  sql<SqlBool>`name between ${sql.lit(start)} and ${sql.lit(`${start}${END}`)}`;
/** The counters of what is outstanding by day. */
export const OF_DAYS = isBetween(OUTSTANDING_TOTALS);

/** One of the three counters of a total. */
interface CountedPartOf {
  readonly currency: string;
  readonly pay_by: string | null;
  readonly part: CountedPart;
  readonly total: number;
}

/**
 * The counters of all totals, without counters of zero. Both ranges of names are read in the order of the index. A
 * look-up for each day and part would take four times as long. There are thousands of counters, so they are not kept in
 * memory.
 */
export function servicingCounters(db: Kysely<Tables>) {
  const sums = (names: RawBuilder<SqlBool>) =>
    db
      .selectFrom('counter')
      .select((eb) => ['name', eb.fn.sum<number>('total').as('total')])
      .where(names)
      .groupBy('name')
      .having((eb) => eb.fn.sum<number>('total'), '<>', 0);
  return sums(OF_DAYS).unionAll(sums(isBetween(CLAIM_TOTALS)));
}

interface Counter {
  readonly name: string;
  readonly total: number;
}

/** Reads all counters of the totals. */
export async function countedParts(
  db: Kysely<Tables>,
  take: (counted: CountedPartOf) => void,
): Promise<void> {
  takeParts(await servicingCounters(db).execute(), take);
}

function takeParts(counters: readonly Counter[], take: (counted: CountedPartOf) => void): void {
  for (const { name, total } of counters) {
    const isClaim = name.startsWith(CLAIM_TOTALS);
    const from = isClaim ? CLAIM_TOTALS.length : OUTSTANDING_TOTALS.length;
    const until = name.indexOf(SLASH, from);
    const last = name.lastIndexOf(SLASH);
    const part = name.slice(last + 1);
    if (part !== 'count' && part !== 'above' && part !== 'below') continue;
    const pay_by = isClaim ? null : name.slice(until + 1, last);
    take({ currency: name.slice(from, until), pay_by, part, total });
  }
}

interface Summed extends Record<CountedPart, number> {
  readonly currency: string;
  readonly pay_by: string | null;
}

/** The totals of counters, by currency and last day for the payment. Totals of zero are left out. */
export function servicingTotals(counters: readonly Counter[]): readonly ServicingTotal[] {
  const found = new Map<string, Summed>();
  takeParts(counters, ({ currency, pay_by, part, total }) => {
    const key = `${currency}/${pay_by ?? ''}`;
    const sum = found.get(key) ?? { currency, pay_by, count: 0, above: 0, below: 0 };
    found.set(key, sum);
    sum[part] = total;
  });
  return [...found.values()].map(({ currency, pay_by, count, ...parts }) => ({
    currency,
    pay_by,
    count,
    amount: joinedParts(parts),
  }));
}
