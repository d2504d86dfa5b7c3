/** A period of ISO 8601, such as P1M, P30D or PT90S. */
interface Period {
  readonly years: number;
  readonly months: number;
  readonly days: number;
  readonly seconds: number;
}

const FORM =
  /^P(?=\d|T\d)(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/;

/** The pattern of a period, for OpenAPI. */
export const PERIOD_PATTERN = FORM.source;

/** The period that a text names; null if it names none. */
export function periodOf(text: string): Period | null {
  const found = FORM.exec(text);
  if (found === null) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((digits: string | undefined) => Number(digits ?? 0));
  return { years, months, days: 7 * weeks + days, seconds: 3_600 * hours + 60 * minutes + seconds };
}

/**
 * The moment after a period, in UTC. Years and months are of the calendar: a month after 31 January is the last day of
 * February.
 */
export function momentAfter(moment: Date, { years, months, days, seconds }: Period): Date {
  const month = new Date(moment);
  month.setUTCDate(1);
  month.setUTCMonth(month.getUTCMonth() + 12 * years + months);
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  month.setUTCDate(Math.min(moment.getUTCDate(), lastDay));
  month.setUTCDate(month.getUTCDate() + days);
  return new Date(month.getTime() + 1_000 * seconds);
}
