import { csvHead, csvLine } from '../../../engine/sheets/csv.ts';
import { CONTROL, type Table } from './plain-table.ts';

/** Cells as lines of CSV. Without control characters, because the file may be printed on a terminal. */
const printable = (cells: readonly string[]): readonly string[] =>
  cells.map((text) => text.replaceAll(CONTROL, '\u{FFFD}'));

export const csvHeadings = (headings: readonly string[]): string => csvHead(printable(headings));

export const csvRow = (cells: readonly string[]): string => csvLine(printable(cells));

/** A table whose first row holds the headings. */
export const csvOf = ([headings = [], ...rows]: Table): string =>
  csvHeadings(headings) + rows.map(csvRow).join('');
