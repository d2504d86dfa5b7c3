import type { Kysely } from 'kysely';
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

/** All totals, by currency and last day for the payment, from their counters. Totals of zero are left out. */
export async function servicingTotals(db: Kysely<Tables>): Promise<readonly ServicingTotal[]> {
  const rows = await db
    .selectFrom('counter')
    .select((eb) => ['name', eb.fn.sum<number>('total').as('total')])
    .where((eb) =>
      eb.or([OUTSTANDING_TOTALS, CLAIM_TOTALS].map((start) => eb.between('name', start, `${start}${END}`))),
    )
    .groupBy('name')
    .having((eb) => eb.fn.sum<number>('total'), '<>', 0)
    .execute();
  const parts = Map.groupBy(rows, ({ name }) => name.slice(0, name.lastIndexOf('/')));
  return [...parts].map(([name, own]) => {
    const isClaim = name.startsWith(CLAIM_TOTALS);
    const [currency = '', payBy = ''] = name
      .slice((isClaim ? CLAIM_TOTALS : OUTSTANDING_TOTALS).length)
      .split('/');
    const part = (which: string) => own.find((row) => row.name === `${name}/${which}`)?.total ?? 0;
    return {
      currency,
      pay_by: isClaim ? null : payBy,
      count: part('count'),
      amount: joinedParts({ above: part('above'), below: part('below') }),
    };
  });
}
