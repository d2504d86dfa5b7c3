/** This mark tells spreadsheets that a file is UTF-8. Without it they show Chinese names as garbage. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * The place before the beginning of a formula, perhaps after spaces, and the apostrophe that may stand there:
 * spreadsheets run such a cell. In many European countries a semicolon also ends a cell, and a quote in the middle of a
 * cell is text, even if a line ends there.
 */
const FORMULA_BEGINS = /^'?(?=\s*[=+\-@＝＋－＠]|[\t\r\n])|(?<=[;\t\r\n])'?(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/g;
/**
 * A negative number; no spreadsheet runs it. It gets quotes, because otherwise Gnumeric takes its sign for the
 * separator.
 */
const NEGATIVE = /^-\d+(?:\.\d+)?$/;

/** A text for a cell. If it could begin a formula, an apostrophe before it makes it a text. */
function cell(text: string): string {
  if (NEGATIVE.test(text)) return `"${text}"`;
  const harmless = text.replaceAll(FORMULA_BEGINS, "'");
  return /[",;\n\r\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The text of a cell, without the apostrophes that this module writes: people copy cells of an export. */
export const textOfCell = (written: string): string => written.replaceAll(FORMULA_BEGINS, '');

/** A line of a file (RFC 4180) for spreadsheets. No name may run as a formula, because others choose the names. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** The first line of a file, after the byte-order mark. */
export const csvHead = (headings: readonly string[]): string => BYTE_ORDER_MARK + csvLine(headings);
