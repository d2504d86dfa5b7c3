/** Where the command line writes. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** How many characters fit on a line. */
  readonly columns: number;
}

/** Where lines go to a file or a pipe, which have no width. */
export const COLUMNS_DEFAULT = 80;
