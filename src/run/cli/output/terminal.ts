import type { TableFile } from './workbook.ts';

/** Where the command line writes. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Characters in a line; null for a file or a pipe, because they have no limit. */
  readonly columns: number | null;
  /** The same of `err`. On a terminal it shows one line of progress. */
  readonly errColumns?: number | null;
  /** Gives the process a low priority. Absent if the process does other work, too. */
  readonly yieldToGateways?: () => void;
}

/** The width of the help in a file or a pipe. */
export const HELP_COLUMNS = 80;

/** The format of the output: for a person, for a program, or for a spreadsheet (text or file). */
export type Format = 'text' | 'json' | 'csv' | 'xlsx';

/** Begins the file of `--xlsx`, with the headings of a table. */
export type BeginFile = (headings: readonly string[]) => TableFile;
