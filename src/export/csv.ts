/** One column: its name, and the text of a row in it. */
export type Columns<Row> = readonly (readonly [name: string, text: (row: Row) => string])[];

/** By this mark spreadsheets know that a file is UTF-8; without it they show Chinese names as garbage. */
const BYTE_ORDER_MARK = '\ufeff';

/** Spreadsheets take a cell that begins so, or does after spaces, for a formula, and run it. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A text for a cell. One that begins like a formula gets an apostrophe before it, which spreadsheets do not show. */
function cell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\n\r\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** The first line of a file, with the mark before it. */
export const headLine = <Row>(columns: Columns<Row>): string =>
  BYTE_ORDER_MARK + line(columns.map(([name]) => name));

export const rowLine = <Row>(columns: Columns<Row>, row: Row): string =>
  line(columns.map(([, text]) => text(row)));
