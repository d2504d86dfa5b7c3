/** The time of both countries that have customers, Hong Kong and Malaysia, in summer and in winter. */
const CUSTOMER_UTC_OFFSET_MS = 8 * 3_600_000;
/** In UTC no day is longer. */
const DAY_MS = 86_400_000;

interface PaymentDays {
  /** The day of the payout in the country of the customer; this and the others as `YYYY-MM-DD`. */
  readonly fundedOn: string;
  /** The settlement period later, in calendar days. */
  readonly dueOn: string;
  /** The day on which it is to be paid at the latest: no Saturday and no Sunday. */
  readonly payBy: string;
}

/** When a payout at a moment is to be paid back. Public holidays are not known here. */
export function paymentDays(paidOutAt: Date, periodDays: number): PaymentDays {
  const funded = new Date(paidOutAt.getTime() + CUSTOMER_UTC_OFFSET_MS);
  const due = daysLater(funded, periodDays);
  return { fundedOn: dayOf(funded), dueOn: dayOf(due), payBy: dayOf(daysLater(due, daysToMonday(due))) };
}

const SATURDAY = 6;
const SUNDAY = 0;

/** How many days after a day of the weekend the next Monday is; none after any other day. */
function daysToMonday(day: Date): number {
  const weekday = day.getUTCDay();
  if (weekday === SATURDAY) return 2;
  return weekday === SUNDAY ? 1 : 0;
}

const daysLater = (day: Date, days: number) => new Date(day.getTime() + days * DAY_MS);
const dayOf = (moment: Date) => moment.toISOString().slice(0, 'YYYY-MM-DD'.length);
