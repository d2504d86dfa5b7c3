/** One column: its name, and the text of a row in it. */
export type Columns<Row> = readonly (readonly [name: string, text: (row: Row) => string])[];

/** By this mark spreadsheets know that a file is UTF-8; without it they show Chinese names as garbage. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Where a formula begins: spreadsheets run a cell that begins so, or does after spaces. Those of many European
 * countries end a cell at each semicolon, and take a quote in the middle of it as text, also where a line ends.
 */
const FORMULA_BEGINS = /^(?=\s*[=+\-@＝＋－＠]|[\t\r\n])|(?<=[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/g;

/** A text for a cell. What would begin a formula gets an apostrophe before it, and is a text by that. */
function cell(text: string): string {
  const harmless = text.replaceAll(FORMULA_BEGINS, "'");
  return /[",;\n\r\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** The first line of a file, with the mark before it. */
export const headLine = <Row>(columns: Columns<Row>): string =>
  BYTE_ORDER_MARK + line(columns.map(([name]) => name));

export const rowLine = <Row>(columns: Columns<Row>, row: Row): string =>
  line(columns.map(([, text]) => text(row)));
