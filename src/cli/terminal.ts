/** Where the command line writes. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** How many characters fit on a line; null for a file or a pipe, where any number does. */
  readonly columns: number | null;
}

/** How wide the help is in a file or a pipe. */
export const HELP_COLUMNS = 80;
