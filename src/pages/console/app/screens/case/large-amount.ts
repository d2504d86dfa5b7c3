import type { CaseSettlement } from '../../../../console-kit/case-settlement.ts';
import { feeOf } from '../../../../../kernel/rate.ts';
import { money } from '../../../../console-kit/format.ts';

/**
 * An amount is large if it is this many times the largest amount that the customer was sent before. The factor is not
 * lower, because customers that pay back ask for somewhat more each time.
 */
const LARGE_TIMES = 2n;

/** The facts that make an amount large. */
type Asked = Pick<CaseSettlement, 'status' | 'amount' | 'currency' | 'interestRate'> & {
  readonly partner: Pick<NonNullable<CaseSettlement['partner']>, 'autoLimit'> | null;
  readonly customer: Pick<CaseSettlement['customer'], 'exposure'>;
};

/** The statuses in which an offer is promised to its customer. */
const COMMITTED: readonly CaseSettlement['status'][] = ['APPROVED', 'ACCEPTED'];

/**
 * A sentence for a large amount, while there is something to decide; null for any other. An amount is large if it is
 * above the automatic limit of the partner, together with its fee and with what the customer already owes, or if it is twice
 * the largest amount that the customer was sent before.
 */
export function largeAmount({
  status,
  amount,
  currency,
  interestRate,
  partner,
  customer,
}: Asked): string | null {
  const isCommitted = COMMITTED.includes(status);
  if (status !== 'SUBMITTED' && !isCommitted) return null;
  const exposure = customer.exposure?.find((each) => each.currency === currency);
  const counted = BigInt(exposure?.outstanding ?? 0) + BigInt(exposure?.committed ?? 0);
  const own = BigInt(amount) + BigInt(feeOf(amount, interestRate));
  const others = isCommitted ? counted - own : counted;
  const limit = partner?.autoLimit.find((each) => each.currency === currency)?.amount;
  const asked = money(amount, currency);
  if (limit !== undefined && own + others > limit) {
    const together =
      others > 0 ? `, with ${money(others, currency)} that the customer has been sent or offered,` : '';
    return `Large amount: ${asked}${together} is above the partner’s automatic limit for one customer, ${money(limit, currency)}.`;
  }
  const largest = exposure?.largestFunded ?? null;
  if (largest === null || BigInt(amount) < LARGE_TIMES * BigInt(largest)) return null;
  return `Large amount: ${asked} is ${timesOf(amount, largest)} times the largest that this customer was sent before, ${money(largest, currency)}.`;
}

/** How many times one amount is another, with one decimal that is cut and not rounded up. */
function timesOf(amount: number, of: number): string {
  const tenths = (BigInt(amount) * 10n) / BigInt(of);
  const tenth = tenths % 10n;
  return `${(tenths / 10n).toLocaleString('en')}${tenth === 0n ? '' : `.${tenth}`}`;
}
