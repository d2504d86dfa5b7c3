/** The orders of a day, a month and a year in a file. */
export const DATE_ORDERS = ['year_first', 'day_first', 'month_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const YEAR_FIRST = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/;
const DAY_FIRST = /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/;
const MONTH_FIRST = /^(?<month>\d{1,2})[-/.](?<day>\d{1,2})[-/.](?<year>\d{4})$/;
const PATTERNS: Readonly<Record<DateOrder, RegExp>> = {
  year_first: YEAR_FIRST,
  day_first: DAY_FIRST,
  month_first: MONTH_FIRST,
};

/** A day as `YYYY-MM-DD`; null if it is not written in that order. Whether it exists is checked later. */
export function isoDay(text: string, order: DateOrder): string | null {
  const found = PATTERNS[order].exec(text)?.groups;
  if (found === undefined) return null;
  const { year = '', month = '', day = '' } = found;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
