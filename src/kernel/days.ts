/** The offset of Hong Kong and Malaysia, the countries of all customers. Neither has summer time. */
const CUSTOMER_UTC_OFFSET_MS = 8 * 3_600_000;
/** UTC has no summer time. */
const DAY_MS = 86_400_000;

/** The day that was asked for last, from its beginning to its end: most questions are about the present day. */
let latest = { day: '', from: 0, until: 0 };

/** The day of a moment in the country of a customer. All days here are `YYYY-MM-DD`, and sort as texts. */
export function dayAt(moment: Date): string {
  const ms = moment.getTime();
  // Written so that an invalid moment is computed, and throws.
  if (!(ms >= latest.from && ms < latest.until)) {
    const day = dayOf(new Date(ms + CUSTOMER_UTC_OFFSET_MS));
    const from = beginningOf(day).getTime();
    latest = { day, from, until: from + DAY_MS };
  }
  return latest.day;
}

/** The moment at which a day begins in the country of a customer. */
export const beginningOf = (day: string): Date => new Date(startOf(day).getTime() - CUSTOMER_UTC_OFFSET_MS);

/** The day that is so many calendar days later; earlier, if the number is negative. */
export const daysAfter = (day: string, days: number): string =>
  dayOf(new Date(startOf(day).getTime() + days * DAY_MS));

/** How many calendar days one day is after another; negative if it is before it. */
export const daysBetween = (from: string, until: string): number =>
  (startOf(until).getTime() - startOf(from).getTime()) / DAY_MS;

/** The last day of the month of a day. */
export function lastDayOfMonth(day: string): string {
  const start = startOf(day);
  return dayOf(new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)));
}

/** A list of holidays is read as a set, because each day after a due date is looked up in it. */
type Holidays = ReadonlySet<string>;

/** The last day for a payment: the due day, or the next one that is no Saturday, Sunday or holiday. */
export function payByOf(dueOn: string, holidays: Holidays): string {
  let day = dueOn;
  while (isWeekend(day) || holidays.has(day)) day = daysAfter(day, 1);
  return day;
}

interface PaymentDays {
  /** The first day plus the settlement period in calendar days. */
  readonly dueOn: string;
  readonly payBy: string;
}

/** The days on which a payout is due and to be paid back. */
export function paymentDays(fundedOn: string, periodDays: number, holidays: Holidays): PaymentDays {
  const dueOn = daysAfter(fundedOn, periodDays);
  return { dueOn, payBy: payByOf(dueOn, holidays) };
}

const SATURDAY = 6;
const SUNDAY = 0;

function isWeekend(day: string): boolean {
  const weekday = startOf(day).getUTCDay();
  return weekday === SATURDAY || weekday === SUNDAY;
}

const startOf = (day: string) => new Date(`${day}T00:00:00Z`);
const dayOf = (moment: Date) => moment.toISOString().slice(0, 'YYYY-MM-DD'.length);
