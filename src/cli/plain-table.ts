import { inWidth, widthOf } from './cell-width.ts';

/** The first row holds the headings. */
export type Table = readonly (readonly string[])[];

/** What would let a name that a partner chose move the cursor or colour the terminal. */
const CONTROL = /\p{Cc}/gu;
const GAP = '  ';
/** What is left at least of a column that is cut: enough to tell one word from another. */
const CUT_WIDTH_MIN = 6;

/**
 * Columns of text, two spaces apart. Those whose heading is among `cut` give way, the widest first, until a line fits
 * into `columns`; a line of ids and moments that is longer all the same is left whole, since half an id is worth nothing.
 */
export function plainTable(table: Table, columns: number, cut: readonly string[]): string {
  const rows = table.map((row) => row.map((cell) => cell.replaceAll(CONTROL, '\u{FFFD}')));
  const widths = fit(rows, columns, cut);
  return rows
    .map((row) => row.map((cell, place) => inWidth(cell, widths[place] ?? 0)).join(GAP))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function fit(rows: Table, columns: number, cut: readonly string[]): readonly number[] {
  const headings = rows[0] ?? [];
  const widths = headings.map((_, place) => Math.max(...rows.map((row) => widthOf(row[place] ?? ''))));
  const room = columns - GAP.length * (widths.length - 1);
  for (;;) {
    const over = widths.reduce((sum, width) => sum + width, 0) - room;
    const giving = widths.map((width, place) => (cut.includes(headings[place] ?? '') ? width : 0));
    const widest = Math.max(0, ...giving);
    if (over <= 0 || widest <= CUT_WIDTH_MIN) return widths;
    widths[giving.indexOf(widest)] = widest - 1;
  }
}
