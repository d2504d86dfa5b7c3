import { dayAt } from '../../kernel/days.ts';
import { refusal } from '../../kernel/errors.ts';
import { claimOf, outstandingOf } from '../settlement/servicing/balances.ts';
import type { ProvenServiced } from '../settlement/servicing/lock-servicing.ts';
import { statusOf } from '../settlement/settlement.present.ts';
import { statusInvalid, statusSeen } from '../settlement/settlement.rules.ts';
import type { Bounds } from './repayment.input.ts';

/** A locked settlement, and what bounds its repayments now. */
export interface Bounded {
  readonly serviced: ProvenServiced;
  readonly bounds: Bounds;
}

export const boundedBy = (serviced: ProvenServiced, now: Date): Bounded => ({
  serviced,
  bounds: {
    currency: serviced.settlement.currency,
    fundedOn: serviced.servicing?.funded_on ?? null,
    today: dayAt(now),
  },
});

/** The statuses in which a settlement takes repayments. */
const TAKES_REPAYMENTS: readonly string[] = ['funded', 'repaid'];

/** Throws `funding_status_invalid` unless the money was sent. */
export function requireFunded({ settlement }: ProvenServiced, now: Date): void {
  const status = statusSeen({ ...settlement, status: statusOf(settlement) }, now);
  if (status !== null && TAKES_REPAYMENTS.includes(status)) return;
  throw refusal(
    'funding_status_invalid',
    `The instant settlement is ${status}; a repayment needs it to be ${TAKES_REPAYMENTS.join(' or ')}.`,
  );
}

/** What is owed: outstanding, or after a write-off the claim. Throws `funding_status_invalid` if nothing is. */
export function requireOwing({ settlement, servicing }: ProvenServiced, now: Date): number {
  const isFunded = settlement.status === 'funded' && servicing !== null;
  const owed = isFunded ? outstandingOf(servicing) + claimOf(servicing) : 0;
  if (owed > 0) return owed;
  throw statusInvalid(statusSeen({ ...settlement, status: statusOf(settlement) }, now), 'repay');
}
