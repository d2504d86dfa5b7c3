import { type Kysely, sql } from 'kysely';
import { CURRENCIES } from '../../../kernel/currency.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { type AmountParts, joinedParts } from '../amount-sum.ts';
import { CLAIM_TOTALS, type CountedPart, OUTSTANDING_TOTALS } from './servicing-counts.ts';

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
  return joined(rows);
}

/**
 * The totals of days on which something is outstanding, and of claims. The counters of other days stay: after some years
 * they are the most, and PostgreSQL keeps each of them in several rows. So the open days are looked up, each by one step
 * in the index of open settlements, and only their counters are read.
 */
export async function openTotals(db: Kysely<Tables>): Promise<readonly ServicingTotal[]> {
  const { rows } = await OPEN_TOTALS.execute(db);
  return rows.map(({ currency, pay_by, count, above, below }) => ({
    currency,
    pay_by,
    count,
    amount: joinedParts({ above, below }),
  }));
}

interface OpenTotal extends Omit<ServicingTotal, 'amount'>, AmountParts {}

const sumOf = (part: CountedPart) =>
  sql<number>`(select coalesce(sum(total), 0) from counter where name = start || ${sql.lit(part)})`;

const OPEN_TOTALS = sql<OpenTotal>`
  with recursive open_day(day) as (
    select min(pay_by) from servicing where closed_on is null
    union all
    select (select min(pay_by) from servicing where closed_on is null and pay_by > day)
    from open_day where day is not null
  ),
  known(currency) as (values ${sql.join(CURRENCIES.map((currency) => sql`(${sql.lit(currency)})`))}),
  place(currency, pay_by, start) as (
    select currency, day, ${sql.lit(OUTSTANDING_TOTALS)} || currency || '/' || day || '/'
    from open_day, known where day is not null
    union all
    select currency, null, ${sql.lit(CLAIM_TOTALS)} || currency || '/' from known
  )
  select currency, pay_by, ${sumOf('count')} as count, ${sumOf('above')} as above, ${sumOf('below')} as below
  from place`;

interface NamedTotal {
  readonly name: string;
  readonly total: number;
}

function joined(rows: readonly NamedTotal[]): readonly ServicingTotal[] {
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
