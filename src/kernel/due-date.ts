/** The offset of Hong Kong and Malaysia, the countries of all customers. Neither has summer time. */
const CUSTOMER_UTC_OFFSET_MS = 8 * 3_600_000;
/** UTC has no summer time. */
const DAY_MS = 86_400_000;

interface PaymentDays {
  /** The day of the payout in the country of the customer. All days here are `YYYY-MM-DD`. */
  readonly fundedOn: string;
  /** The first day plus the settlement period in calendar days. */
  readonly dueOn: string;
  /** The last day for the payment, never a Saturday or a Sunday. */
  readonly payBy: string;
}

/** The days on which a payout is made, due and paid back. Public holidays are not considered. */
export function paymentDays(paidOutAt: Date, periodDays: number): PaymentDays {
  const funded = new Date(paidOutAt.getTime() + CUSTOMER_UTC_OFFSET_MS);
  const due = daysLater(funded, periodDays);
  return { fundedOn: dayOf(funded), dueOn: dayOf(due), payBy: dayOf(daysLater(due, daysToMonday(due))) };
}

const SATURDAY = 6;
const SUNDAY = 0;

/** Days until the next Monday for a Saturday or a Sunday; 0 for any other day. */
function daysToMonday(day: Date): number {
  const weekday = day.getUTCDay();
  if (weekday === SATURDAY) return 2;
  return weekday === SUNDAY ? 1 : 0;
}

const daysLater = (day: Date, days: number) => new Date(day.getTime() + days * DAY_MS);
const dayOf = (moment: Date) => moment.toISOString().slice(0, 'YYYY-MM-DD'.length);
