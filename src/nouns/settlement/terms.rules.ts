import { refusal } from '../../kernel/errors.ts';
import { annualRateOf, feeOf, isAnnualRateAbove, isExactSum } from '../../kernel/rate.ts';
import { REPAYMENT_ORDERS, type RepaymentOrder } from '../partner/partner.input.ts';

/** What an approval fixes, besides the rate. */
interface Terms {
  /** For the whole period, in minor units. It comes on top of the amount. */
  readonly fee: number;
  readonly repayment_order: RepaymentOrder;
}

interface Priced {
  readonly amount: number;
  readonly settlement_period: number;
  readonly interest_rate: number;
}

interface Approved extends Priced {
  /** Null before the approval. */
  readonly approved_kyc_revision: number | null;
  /** Null before the approval, and for an approval by an earlier version. */
  readonly fee: number | null;
  readonly repayment_order: string | null;
}

/**
 * The terms of a settlement; null before the approval. An approval by an earlier version fixed only the rate: the fee
 * follows from it, and is paid first.
 */
export function termsOf(row: Approved): Terms | null {
  if (row.approved_kyc_revision === null) return null;
  return {
    fee: row.fee ?? feeOf(row.amount, row.interest_rate),
    repayment_order: REPAYMENT_ORDERS.find((each) => each === row.repayment_order) ?? 'fee_first',
  };
}

/** The terms as people compare them: the fee as a rate of a year. */
export const annualRateUnder = ({ fee }: Terms, { amount, settlement_period }: Priced): number =>
  annualRateOf({ amount, fee, periodDays: settlement_period });

/** Whether the annual rate is above the ceiling of the customer's country; null is no ceiling. */
export function isAboveCeiling(ceiling: number | null, priced: Priced): boolean {
  if (ceiling === null) return false;
  const { amount, interest_rate, settlement_period } = priced;
  return isAnnualRateAbove(ceiling, {
    amount,
    fee: feeOf(amount, interest_rate),
    periodDays: settlement_period,
  });
}

/** Throws if amount and fee together would be too large to be exact. The error names `member` of the input. */
export function requireExactSum({ amount, interest_rate }: Priced, member: 'amount' | 'interest_rate'): void {
  if (isExactSum(amount, feeOf(amount, interest_rate))) return;
  throw refusal(
    'parameter_invalid',
    `must not make amount and fee together more than ${Number.MAX_SAFE_INTEGER} in the minor unit`,
    { path: [member] },
  );
}

/** Throws if an operator may not make an offer at this price. */
export function requireOfferable(priced: Priced, ceiling: number | null): void {
  requireExactSum(priced, 'interest_rate');
  if (!isAboveCeiling(ceiling, priced)) return;
  throw refusal(
    'rate_above_ceiling',
    `must not make an annual rate above ${ceiling}, the ceiling of the customer's country`,
    { path: ['interest_rate'] },
  );
}
