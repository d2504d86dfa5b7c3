import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../../engine/sql/tables.ts';
import { joinedParts } from '../amount-sum.ts';
import { CLAIM_TOTALS, OUTSTANDING_TOTALS } from './servicing-counts.ts';

/** What all settlements of a currency with one last day for the payment owe; null for claims, which have no day. */
interface ServicingTotal {
  readonly currency: string;
  readonly pay_by: string | null;
  readonly count: number;
  /** Exact, in minor units. */
  readonly amount: bigint;
}

/** Sorts after every name that begins like the ones before it. */
const END = '~';

const isBetween = (start: string) =>
  sql<SqlBool>`name between ${sql.lit(start)} and ${sql.lit(`${start}${END}`)}`;
/** The counters of what is outstanding by day. */
export const OF_DAYS = isBetween(OUTSTANDING_TOTALS);

/**
 * All totals, by currency and last day for the payment, from their counters. Totals of zero are left out. Both ranges of
 * names are read as they stand in the index: a step in it for each day and part would cost four times as much.
 */
export async function servicingTotals(db: Kysely<Tables>): Promise<readonly ServicingTotal[]> {
  const sums = (names: RawBuilder<SqlBool>) =>
    db
      .selectFrom('counter')
      .select((eb) => ['name', eb.fn.sum<number>('total').as('total')])
      .where(names)
      .groupBy('name')
      .having((eb) => eb.fn.sum<number>('total'), '<>', 0);
  const rows = await sums(OF_DAYS)
    .unionAll(sums(isBetween(CLAIM_TOTALS)))
    .execute();
  return joined(rows);
}

interface NamedTotal {
  readonly name: string;
  readonly total: number;
}

function joined(rows: readonly NamedTotal[]): readonly ServicingTotal[] {
  const found = new Map<string, { count: number; above: number; below: number }>();
  for (const { name, total } of rows) {
    const end = name.lastIndexOf('/');
    const of = name.slice(0, end);
    const parts = found.get(of) ?? { count: 0, above: 0, below: 0 };
    found.set(of, parts);
    const part = name.slice(end + 1);
    if (part === 'count' || part === 'above' || part === 'below') parts[part] = total;
  }
  return [...found].map(([of, { count, ...parts }]) => {
    const isClaim = of.startsWith(CLAIM_TOTALS);
    const [currency = '', payBy = ''] = of
      .slice((isClaim ? CLAIM_TOTALS : OUTSTANDING_TOTALS).length)
      .split('/');
    return { currency, pay_by: isClaim ? null : payBy, count, amount: joinedParts(parts) };
  });
}
