import type { Count } from '../../../pipeline/rows/counter.ts';
import { partsOf } from '../amount-sum.ts';
import { claimOf, outstandingOf } from './balances.ts';
import type { ServicingRow } from './servicing-mac.ts';

/** The counters of a sum: the number of its settlements, and its two parts (`amount-sum.ts`). */
export type CountedPart = 'count' | 'above' | 'below';

/** The beginning of all names of sums by the last day for the payment, and of claims. */
export const OUTSTANDING_TOTALS = 'all/outstanding/';
export const CLAIM_TOTALS = 'all/claims/';

/** The counters of settlements whose money was sent and not sent back by the bank. */
export const SERVICED_TOTALS = { open: 'all/serviced/open', closed: 'all/serviced/closed' } as const;

/** The counter of what all partners' customers owe in a currency until a day. */
const outstandingName = (currency: string, payBy: string, part: CountedPart) =>
  `${OUTSTANDING_TOTALS}${currency}/${payBy}/${part}`;
const claimName = (currency: string, part: CountedPart) => `${CLAIM_TOTALS}${currency}/${part}`;

/**
 * The counters that include a settlement: what is outstanding by currency and last day for the payment, so that it
 * ages without a write; claims apart.
 */
export function servicingCounts(row: ServicingRow, by: 1 | -1): readonly Count[] {
  const { currency, pay_by, closed_on, written_off_on } = row;
  const isClaim = written_off_on !== null;
  const amount = isClaim ? claimOf(row) : outstandingOf(row);
  // The bank sent the payout back.
  if (amount === 0 && closed_on === null && !isClaim) return [];
  const serviced = [{ name: closed_on === null ? SERVICED_TOTALS.open : SERVICED_TOTALS.closed, by }];
  if (amount === 0) return serviced;
  const nameOf = (part: CountedPart) =>
    isClaim ? claimName(currency, part) : outstandingName(currency, pay_by, part);
  const { above, below } = partsOf(amount);
  return [
    ...serviced,
    { name: nameOf('count'), by },
    { name: nameOf('above'), by: by * above },
    { name: nameOf('below'), by: by * below },
  ];
}
