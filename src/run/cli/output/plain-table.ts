import { inWidth, widthOf, wrapped } from './cell-width.ts';

/** Rows of cells. The first row holds the headings. */
export type Table = readonly (readonly string[])[];

/** Control characters. With them, a name that a partner chose could move the cursor or colour the terminal. */
export const CONTROL = /\p{Cc}/gu;
/**
 * Characters that must not reach a terminal: controls, line and paragraph separators, and bidirectional controls. The
 * last are invisible and can change how the rest of a line reads.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu;
const GAP = '  ';
/** The smallest width of a cut column: enough to distinguish words. */
const CUT_WIDTH_MIN = 6;

/**
 * Columns of text, two spaces apart. Columns whose heading is in `cut` are shortened, the widest first, until a line
 * fits into `columns`. If that is not enough, each row becomes a block with one line for each cell. Ids, times and keys
 * are never cut, because half of one is useless.
 */
export function plainTable(table: Table, columns: number, cut: readonly string[]): string {
  const rows = table.map((row) => row.map((cell) => cell.replaceAll(UNSAFE, '\u{FFFD}')));
  if (isListOfFacts(rows, cut)) return textOf(facts(rows, columns));
  const widths = fit(rows, columns, cut);
  const lines =
    lineWidth(widths) <= columns
      ? rows.map((row) => row.map((cell, index) => inWidth(cell, widths[index] ?? 0)).join(GAP))
      : blocks(rows, columns, cut);
  return textOf(lines);
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line.trimEnd()}\n`).join('');

/**
 * Whether the table lists names and values of one record. Then no value is cut, because a value can use several lines.
 */
const isListOfFacts = ([headings = []]: Table, cut: readonly string[]): boolean =>
  headings.length === 2 && cut.includes(headings[1] ?? '');

/**
 * Each value is to the right of its name. If that would break a word, for example an id, the value goes below the name.
 */
function facts(rows: Table, columns: number): readonly string[] {
  const left = widest(rows.map(([name = '']) => name));
  const room = Math.max(CUT_WIDTH_MIN, columns - left - GAP.length);
  return rows.flatMap(([name = '', value = '']) => {
    if (widest(value.split(' ')) <= room) return sideBySide(name, wrapped(value, room), left);
    return [name, ...wrapped(value, Math.max(CUT_WIDTH_MIN, columns - GAP.length)).map((part) => GAP + part)];
  });
}

const sideBySide = (name: string, parts: readonly string[], width: number): readonly string[] =>
  parts.map((part, line) => inWidth(line === 0 ? name : '', width) + GAP + part);

const lineWidth = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);

function fit(rows: Table, columns: number, cut: readonly string[]): readonly number[] {
  const headings = rows[0] ?? [];
  const widths = headings.map((_, index) => widest(rows.map((row) => row[index] ?? '')));
  for (;;) {
    const giving = widths.map((width, index) => (cut.includes(headings[index] ?? '') ? width : 0));
    const most = Math.max(0, ...giving);
    if (lineWidth(widths) <= columns || most <= CUT_WIDTH_MIN) return widths;
    widths[giving.indexOf(most)] = most - 1;
  }
}

const widest = (cells: readonly string[]): number => Math.max(0, ...cells.map(widthOf));

/**
 * A block for each row: heading and cell side by side, or the cell below its heading if both are too wide together.
 * Cells that may be cut are broken into lines. Other cells stay on one line, so they can be copied.
 */
function blocks([headings = [], ...rows]: Table, columns: number, cut: readonly string[]): readonly string[] {
  if (rows.length === 0) return headings.flatMap((heading) => wrapped(heading, columns));
  const left = widest(headings);
  const room = columns - left - GAP.length;
  const whole = (row: readonly string[]) => row.filter((_, index) => !cut.includes(headings[index] ?? ''));
  const isBeside = room >= CUT_WIDTH_MIN && widest(rows.flatMap(whole)) <= room;
  return rows.flatMap((row, number) => [
    ...(number > 0 ? [''] : []),
    ...row.flatMap((cell, index) => {
      const heading = headings[index] ?? '';
      const width = isBeside ? room : columns - GAP.length;
      const parts = cut.includes(heading) ? wrapped(cell, width) : [cell];
      if (!isBeside) return [...wrapped(heading, columns), ...parts.map((part) => GAP + part)];
      return sideBySide(heading, parts, left);
    }),
  ]);
}
