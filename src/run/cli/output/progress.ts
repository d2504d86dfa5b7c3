import { inWidth } from './cell-width.ts';
import type { Terminal } from './terminal.ts';

/** Goes back to the first column and clears the line. */
const CLEAR = '\r\u{1b}[K';

/**
 * Shows the progress of a long command on stderr. On a terminal one line is written again and again; a file or a pipe
 * gets a line for each message.
 */
export function createProgress({ err, errColumns = null }: Terminal) {
  let isShown = false;
  return {
    progress(sentence: string): void {
      if (errColumns === null) return err(`${sentence}\n`);
      // The last column stays free, because some terminals break the line there.
      err(CLEAR + inWidth(sentence, errColumns - 1).trimEnd());
      isShown = true;
    },
    /** Removes the line of a terminal before something else is written. */
    endProgress(): void {
      if (isShown) err(CLEAR);
      isShown = false;
    },
  };
}
