import { type Kysely, type RawBuilder, sql } from 'kysely';
import { timestamp } from '../../kernel/clock.ts';
import { CURRENCIES, type Currency } from '../../kernel/currency.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { throughManyRows } from '../../engine/sql/many-rows.ts';
import { type AmountParts, joinedParts, summedParts } from './amount-sum.ts';
import type { SettlementStatus } from './settlement.machine.ts';

/** Offers, open and accepted. */
export const COMMITTED: readonly SettlementStatus[] = ['approved', 'accepted'];
export const OUTSTANDING: SettlementStatus = 'funded';
/** The statuses of settlements whose money was sent. */
const PAID_OUT: readonly SettlementStatus[] = [OUTSTANDING, 'repaid'];

/** What a customer owes in one currency, what it was promised, and what it had before. */
export interface CustomerExposure {
  readonly currency: Currency;
  /** Principal, fee and refunds that are to be paid back, of what was sent. All sums are exact, in minor units. */
  readonly outstanding: bigint;
  readonly outstanding_count: number;
  /** Amount and fee of open and accepted offers. */
  readonly committed: bigint;
  readonly committed_count: number;
  /** What was written off and has not been recovered. */
  readonly claims: bigint;
  readonly claims_count: number;
  /** The largest single amount that was sent; null before the first. */
  readonly largest_funded: number | null;
}

/** SQL about a settlement that is joined with its row of servicing, if it has one. */
export const FEE = sql<number>`coalesce(settlement.fee, cast(floor(settlement.amount * settlement.interest_rate + 0.5) as bigint))`;
export const IS_CLAIM = sql<number>`case when servicing.written_off_on is not null then 1 else 0 end`;
export const OWED: RawBuilder<number> = sql<number>`case
  when settlement.status <> ${sql.lit(OUTSTANDING)} or servicing.id is null then settlement.amount + ${FEE}
  when servicing.written_off_on is not null
    then servicing.written_off_principal + servicing.written_off_fee - servicing.recovered
  else servicing.principal_outstanding + servicing.fee_outstanding + servicing.refund_receivable end`;

/**
 * The exposure of each of several customers by currency. Currencies without exposure are left out. An offer that an
 * earlier version approved has no fee in its row; it is the rounded product of amount and rate.
 */
export async function exposureOfCustomers(
  db: Kysely<Tables>,
  customerIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, readonly CustomerExposure[]>> {
  const owed = summedParts(OWED);
  const rows = await db
    .selectFrom('instant_settlement as settlement')
    .leftJoin('servicing', 'servicing.id', 'settlement.id')
    .select((eb) => [
      'settlement.customer_id',
      'settlement.status',
      'settlement.currency',
      IS_CLAIM.as('is_claim'),
      eb.fn.countAll<number>().as('count'),
      owed.above.as('above'),
      owed.below.as('below'),
      eb.fn.max<number>('settlement.amount').as('largest'),
    ])
    .where('settlement.customer_id', 'in', customerIds)
    .where('settlement.status', 'in', [...COMMITTED, ...PAID_OUT])
    // A lapsed offer does not count, even before the scheduler ends it.
    .where((eb) =>
      eb.or([
        eb('settlement.status', '<>', 'approved'),
        eb('settlement.offer_expires_at', '>', timestamp(now)),
      ]),
    )
    .groupBy(['settlement.customer_id', 'settlement.status', 'settlement.currency', IS_CLAIM])
    .$call(throughManyRows)
    .execute();
  const byCustomer = Map.groupBy(rows, ({ customer_id }) => customer_id);
  return new Map([...byCustomer].map(([id, some]) => [id, exposuresOf(some)]));
}

interface Group extends AmountParts {
  readonly status: string;
  readonly currency: string;
  readonly is_claim: number;
  readonly count: number;
  readonly largest: number;
}

function exposuresOf(groups: readonly Group[]): readonly CustomerExposure[] {
  return CURRENCIES.flatMap((currency) => {
    const own = groups.filter((group) => group.currency === currency);
    if (own.length === 0) return [];
    const funded = own.filter(({ status }) => status === OUTSTANDING);
    const claims = funded.filter(({ is_claim }) => is_claim === 1);
    const outstanding = funded.filter(({ is_claim }) => is_claim === 0);
    const committed = own.filter(({ status }) => COMMITTED.some((each) => each === status));
    const paidOut = own.filter(({ status }) => PAID_OUT.some((each) => each === status));
    return {
      currency,
      outstanding: sumOf(outstanding),
      outstanding_count: countOf(outstanding),
      committed: sumOf(committed),
      committed_count: countOf(committed),
      claims: sumOf(claims),
      claims_count: countOf(claims),
      largest_funded: paidOut.length === 0 ? null : Math.max(...paidOut.map(({ largest }) => largest)),
    };
  });
}

const countOf = (groups: readonly Group[]) => groups.reduce((total, { count }) => total + count, 0);

const sumOf = (groups: readonly Group[]) => groups.reduce((total, group) => total + joinedParts(group), 0n);
