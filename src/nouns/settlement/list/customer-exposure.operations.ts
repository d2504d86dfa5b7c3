import { sql } from 'kysely';
import { z } from 'zod';
import { timestamp } from '../../../kernel/clock.ts';
import { CURRENCIES, type Currency } from '../../../kernel/currency.ts';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { throughManyRows } from '../../../engine/sql/many-rows.ts';
import { defineQuery, nothing } from '../../../pipeline/operation.ts';
import { type AmountParts, joinedParts, SUMMED_PARTS } from '../amount-sum.ts';
import type { SettlementStatus } from '../settlement.machine.ts';

/** The statuses whose amounts make up each part of the exposure. */
const OUTSTANDING: readonly SettlementStatus[] = ['funded'];
const COMMITTED: readonly SettlementStatus[] = ['approved', 'accepted'];
/** The statuses of settlements whose money was sent. */
const PAID_OUT: readonly SettlementStatus[] = ['funded', 'repaid'];

/** What a customer owes in one currency, what it was promised, and what it had before. */
export interface CustomerExposure {
  readonly currency: Currency;
  /** The sum that was sent and not repaid. All sums are exact, in minor units. */
  readonly outstanding: bigint;
  readonly outstanding_count: number;
  /** Open and accepted offers. */
  readonly committed: bigint;
  readonly committed_count: number;
  /** The largest single amount that was sent; null before the first. */
  readonly largest_funded: number | null;
}

/** The exposure of each of several customers by currency. Currencies without exposure are left out. */
export const listExposureOfCustomers = defineQuery({
  name: 'listExposureOfCustomers',
  readsMany: true,
  roles: ['operator'],
  input: z.strictObject({ customer_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  locate: nothing,
  async run({ db, now }, { input }): Promise<ReadonlyMap<string, readonly CustomerExposure[]>> {
    const rows = await db
      .selectFrom('instant_settlement')
      .select((eb) => ['customer_id', 'status', 'currency', eb.fn.countAll<number>().as('count')])
      .select([
        SUMMED_PARTS.above.as('above'),
        SUMMED_PARTS.below.as('below'),
        sql<number>`max(amount)`.as('largest'),
      ])
      .where('customer_id', 'in', input.customer_ids)
      .where('status', 'in', [...COMMITTED, ...PAID_OUT])
      // A lapsed offer does not count, even before the scheduler ends it.
      .where((eb) => eb.or([eb('status', '<>', 'approved'), eb('offer_expires_at', '>', timestamp(now))]))
      .groupBy(['customer_id', 'status', 'currency'])
      .$call(throughManyRows)
      .execute();
    const byCustomer = Map.groupBy(rows, ({ customer_id }) => customer_id);
    return new Map([...byCustomer].map(([id, some]) => [id, exposuresOf(some)]));
  },
});

interface Group extends AmountParts {
  readonly status: string;
  readonly currency: string;
  readonly count: number;
  readonly largest: number;
}

function exposuresOf(groups: readonly Group[]): readonly CustomerExposure[] {
  return CURRENCIES.flatMap((currency) => {
    const own = groups.filter((group) => group.currency === currency);
    if (own.length === 0) return [];
    const outstanding = own.filter(isOneOf(OUTSTANDING));
    const committed = own.filter(isOneOf(COMMITTED));
    const paidOut = own.filter(isOneOf(PAID_OUT)).map(({ largest }) => largest);
    return {
      currency,
      outstanding: sumOf(outstanding),
      outstanding_count: countOf(outstanding),
      committed: sumOf(committed),
      committed_count: countOf(committed),
      largest_funded: paidOut.length === 0 ? null : Math.max(...paidOut),
    };
  });
}

const isOneOf =
  (statuses: readonly string[]) =>
  ({ status }: Group) =>
    statuses.includes(status);

const countOf = (groups: readonly Group[]) => groups.reduce((total, { count }) => total + count, 0);

const sumOf = (groups: readonly Group[]) => groups.reduce((total, group) => total + joinedParts(group), 0n);
