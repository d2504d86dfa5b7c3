import { CONTROL, type Table } from './plain-table.ts';

/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@＝＋－＠]/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * A table as CSV (RFC 4180). A cell that a spreadsheet would run as a formula begins with an apostrophe, since partners
 * choose names.
 */
export const csvOf = (table: Table): string =>
  table.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

function cellOf(text: string): string {
  const shown = text.replaceAll(CONTROL, '\u{FFFD}');
  const safe = FORMULA.test(shown) && !NUMBER.test(shown) ? `'${shown}` : shown;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
