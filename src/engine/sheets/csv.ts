/** By this mark spreadsheets know that a file is UTF-8; without it they show Chinese names as garbage. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * The beginning of a formula: spreadsheets run a cell that begins so, or does after spaces. In many European countries
 * they end a cell at each semicolon, and take a quote in the middle of it as text, even if a line ends there.
 */
const FORMULA_BEGINS = /^(?=\s*[=+\-@＝＋－＠]|[\t\r\n])|(?<=[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/g;
/** A negative number, which no spreadsheet runs. In quotes, since Gnumeric takes its sign for the separator otherwise. */
const NEGATIVE = /^-\d+(?:\.\d+)?$/;

/** A text for a cell. What would begin a formula gets an apostrophe before it, and is a text by that. */
function cell(text: string): string {
  if (NEGATIVE.test(text)) return `"${text}"`;
  const harmless = text.replaceAll(FORMULA_BEGINS, "'");
  return /[",;\n\r\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of a file (RFC 4180) that spreadsheets can open: others choose names, so none may be run. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** The first line of a file, with the mark before it. */
export const csvHead = (headings: readonly string[]): string => BYTE_ORDER_MARK + csvLine(headings);
