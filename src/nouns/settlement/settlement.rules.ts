import { daysLater, notBefore, timestamp } from '../../kernel/clock.ts';
import { CURRENCIES } from '../../kernel/currency.ts';
import { refusal } from '../../kernel/errors.ts';
import type { Count } from '../../pipeline/rows/counter.ts';
import { EVERY_PARTNER } from '../../pipeline/rows/tenancy.ts';
import { partsOf } from './amount-sum.ts';
import { DENIAL_BY } from './denial.rules.ts';
import { settlementMachine, type SettlementStatus } from './settlement.machine.ts';
import { type SettlementStep, statusAfter } from './settlement-events.rules.ts';

/**
 * The status after an event; `from` is null for a new settlement. Throws `funding_status_invalid` with the status that
 * readers see.
 */
export function advance(
  from: SettlementStatus | null,
  event: SettlementStep,
  seen: SettlementStatus | null = from,
): SettlementStatus {
  const to = statusAfter(from, event);
  if (to === null) throw statusInvalid(seen, event);
  return to;
}

export function statusInvalid(from: SettlementStatus | null, event: SettlementStep) {
  const permitted = event === 'submit' ? 'new' : settlementMachine.statesBefore(event).join(' or ');
  return refusal(
    'funding_status_invalid',
    `The instant settlement is ${from ?? 'new'}; ${event} needs it to be ${permitted}.`,
  );
}

/** The terms in the event of a submission, so that `audit verify` notices a changed amount. */
export const submissionOf = ({
  currency,
  amount,
}: {
  readonly currency: string;
  readonly amount: number;
}) => ({
  currency,
  amount,
});

export interface Offer {
  readonly status: string | null;
  readonly offer_expires_at: string | null;
}

/** Whether the time of an unanswered offer is over. The scheduler writes its end afterwards. */
export function hasLapsed({ status, offer_expires_at }: Offer, now: Date): boolean {
  return status === 'approved' && offer_expires_at !== null && offer_expires_at <= timestamp(now);
}

/** The status of a lapsed offer for every reader, before the scheduler has written it. */
const LAPSED = advance('approved', 'expire');

/** The status as every reader sees it; null before the settlement is submitted. */
export const statusSeen = (
  offer: Offer & { readonly status: SettlementStatus | null },
  now: Date,
): SettlementStatus | null => (hasLapsed(offer, now) ? LAPSED : offer.status);

interface ReadRow extends Offer {
  readonly denial_reason: string | null;
  readonly updated_at: string;
}

/**
 * A settlement as every reader sees it. A lapsed offer is denied from the moment it lapses, exactly as the scheduler
 * will write it. `lapsed-offers.ts` does the same in SQL.
 */
export function readAsOf<Row extends ReadRow>(row: Row, now: Date): Row {
  if (!hasLapsed(row, now) || row.offer_expires_at === null) return row;
  return {
    ...row,
    status: LAPSED,
    denial_reason: DENIAL_BY.expire,
    updated_at: notBefore(row.updated_at, new Date(row.offer_expires_at)),
  };
}

/** The end of an offer that is made now. */
export const offerEnd = (now: Date, validDays: number): string => timestamp(daysLater(now, validDays));

interface Counted {
  readonly partner_id: string;
  readonly customer_id: string;
  readonly status: string;
  readonly currency: string;
  readonly amount: number;
  readonly offer_expires_at: string | null;
}

/**
 * The counters that include a settlement: of its customer, its partner and all partners, by status and currency. An
 * open offer is also counted by currency and the day it lapses, for its partner and all partners.
 */
export function countsOf(
  { partner_id, customer_id, status, currency, amount, offer_expires_at }: Counted,
  by: 1 | -1,
): readonly Count[] {
  const names = [partner_id, customer_id, EVERY_PARTNER].map((owner) => totalName(owner, status, currency));
  const offers =
    status !== 'approved' || offer_expires_at === null
      ? []
      : [partner_id, EVERY_PARTNER].map((owner) => offersName(owner, currency, dayOf(offer_expires_at)));
  const { above, below } = amountNames(status, currency);
  const parts = partsOf(amount);
  return [
    ...[...names, ...offers].map((name) => ({ name, by })),
    { name: above, by: by * parts.above },
    { name: below, by: by * parts.below },
  ];
}

export interface SettlementFilter {
  /** One status, or several. A settlement with any of them matches. */
  readonly status?: SettlementStatus | readonly SettlementStatus[] | undefined;
  readonly currency?: string | undefined;
}

/** The statuses of a filter; all statuses if it has none. */
export function statusesOf(status: SettlementFilter['status']): readonly SettlementStatus[] {
  if (status === undefined) return settlementMachine.states;
  return typeof status === 'string' ? [status] : status;
}

/** The counters whose sum is the length of a filtered list. */
export function totalsWithin(owner: string, { status, currency }: SettlementFilter): readonly string[] {
  const statuses = statusesOf(status);
  const currencies = currency === undefined ? CURRENCIES : [currency];
  return statuses.flatMap((each) => currencies.map((code) => totalName(owner, each, code)));
}

const totalName = (owner: string, status: string, currency: string) =>
  `${owner}/settlements/${status}/${currency}`;

/** The counters of the two parts of a sum: the amounts of all partners of a status and currency. */
export const amountNames = (status: string, currency: string) => ({
  above: `${EVERY_PARTNER}/amounts/${status}/${currency}/above`,
  below: `${EVERY_PARTNER}/amounts/${status}/${currency}/below`,
});

/** The counter of an owner's offers that lapse on a day (UTC). Names of one currency sort by day. */
export const offersName = (owner: string, currency: string, day: string) =>
  `${owner}/offers/${currency}/${day}`;

export const dayOf = (moment: string) => moment.slice(0, 'YYYY-MM-DD'.length);

/**
 * The settlements that wait for an operator. Their index has few rows: it has no offers, so also no requests that a
 * setting approves at once.
 */
export const OF_WAITING = "status in ('submitted', 'accepted')";

/** The payouts whose reference has no hash yet, because an earlier version recorded them. Their index is empty else. */
export const OF_UNHASHED = 'disbursement_reference is not null and disbursement_reference_hash is null';

/** The settlements that were ever reopened: few, because a repayment that counted was taken back. */
export const OF_REOPENED = 'reopened = 1';
