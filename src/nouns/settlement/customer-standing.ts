import { type Kysely, type SqlBool, sql } from 'kysely';
import { timestamp } from '../../kernel/clock.ts';
import { daysBetween } from '../../kernel/days.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Amounts, FactSources } from '../decision/facts/fact-row.ts';
import { type AmountParts, joinedParts, summedParts } from './amount-sum.ts';
import { COMMITTED, FEE, IS_CLAIM, OUTSTANDING, OWED } from './exposure.ts';

/** What a customer owes or may still accept: exact sums in minor units, by currency. */
export interface CustomerStanding {
  readonly outstanding: Sums;
  readonly committed: Sums;
  readonly claims: Sums;
  /** The part of `outstanding` whose last day for the payment has passed. */
  readonly overdue: Sums;
  readonly daysPastDue: number;
}
type Sums = ReadonlyMap<string, bigint>;

interface At {
  readonly now: Date;
  /** In the country of the customer. */
  readonly today: string;
}

/** How a customer stands. It reads only the open settlements, by an index. The caller has locked the customer. */
export async function standingOf(
  db: Kysely<Tables>,
  customerId: string,
  { now, today }: At,
): Promise<CustomerStanding> {
  const [committed, funded] = await Promise.all([
    committedSums(db, { customerId, now: timestamp(now) }),
    fundedSums(db, { customerId, today }),
  ]);
  const overdue = funded.map(({ currency, late_above, late_below }) => ({
    currency,
    above: late_above,
    below: late_below,
  }));
  const earliest = funded
    .flatMap(({ pay_by }) => pay_by ?? [])
    .toSorted()
    .at(0);
  return {
    outstanding: sumsOf(funded.filter(({ is_claim }) => is_claim === 0)),
    committed: sumsOf(committed),
    claims: sumsOf(funded.filter(({ is_claim }) => is_claim === 1)),
    overdue: sumsOf(overdue),
    daysPastDue: earliest === undefined ? 0 : Math.max(0, daysBetween(earliest, today)),
  };
}

/** All that a customer owes or may still accept in a currency. */
export const exposureOf = ({ outstanding, committed, claims }: CustomerStanding, currency: string): bigint =>
  [outstanding, committed, claims].reduce((sum, sums) => sum + (sums.get(currency) ?? 0n), 0n);

/** A standing as facts. A larger sum than every reader of JSON keeps exact counts as the largest one. */
export const standingFacts = (standing: CustomerStanding): FactSources['standing'] => ({
  outstanding: amountsOf(standing.outstanding),
  committed: amountsOf(standing.committed),
  claims: amountsOf(standing.claims),
  overdue: amountsOf(standing.overdue),
  daysPastDue: standing.daysPastDue,
});

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

function amountsOf(sums: Sums): Amounts {
  const entries = [...sums].map(([currency, sum]) => [currency, Number(sum > LARGEST ? LARGEST : sum)]);
  return Object.fromEntries(entries);
}

interface OfCurrency extends AmountParts {
  readonly currency: string;
}

/** The sums above zero. */
function sumsOf(rows: readonly OfCurrency[]): Sums {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const sum = (sums.get(row.currency) ?? 0n) + joinedParts(row);
    if (sum > 0n) sums.set(row.currency, sum);
  }
  return sums;
}

/** No bare parameter: SQLite would prepare the statement again for each decision, which takes as long as 300 offers. */
const ofCustomer = (id: string) => sql<SqlBool>`settlement.customer_id = ${id} || ''`;

/**
 * Offers, which have no row of servicing. They are read apart, because there may be many of them, in the order of the
 * index.
 */
const committedSums = statement((db, { customerId, now }: { customerId: string; now: string }) => {
  const owed = summedParts(sql<number>`settlement.amount + ${FEE}`);
  return (
    db
      .selectFrom('instant_settlement as settlement')
      .select(['settlement.currency', owed.above.as('above'), owed.below.as('below')])
      .where(ofCustomer(customerId))
      .where(sql<SqlBool>`settlement.status in (${sql.join(COMMITTED.map((status) => sql.lit(status)))})`)
      // A lapsed offer does not count, even before the scheduler ends it.
      .where(sql<SqlBool>`(settlement.status <> 'approved' or settlement.offer_expires_at > ${now} || '')`)
      .groupBy(['settlement.status', 'settlement.currency'])
  );
});

const fundedSums = statement((db, { customerId, today }: { customerId: string; today: string }) => {
  const owed = summedParts(OWED);
  const late = summedParts(
    sql<number>`case when servicing.written_off_on is null and servicing.pay_by < ${today} then ${OWED} else 0 end`,
  );
  return db
    .selectFrom('instant_settlement as settlement')
    .leftJoin('servicing', 'servicing.id', 'settlement.id')
    .select((eb) => [
      'settlement.currency',
      IS_CLAIM.as('is_claim'),
      owed.above.as('above'),
      owed.below.as('below'),
      late.above.as('late_above'),
      late.below.as('late_below'),
      eb.fn.min<string | null>('servicing.pay_by').as('pay_by'),
    ])
    .where(ofCustomer(customerId))
    .where('settlement.status', '=', sql.lit(OUTSTANDING))
    .groupBy(['settlement.currency', IS_CLAIM]);
});
