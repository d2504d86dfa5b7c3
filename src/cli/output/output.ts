import { csvOf } from './csv.ts';
import { plainTable, type Table } from './plain-table.ts';
import { createStreams } from './streamed-output.ts';
import type { Format, Terminal } from './terminal.ts';

/** How a command answers: on stdout, beside it on stderr, and by its exit code. */
export function createOutput(terminal: Terminal, format: Format) {
  let exitCode = 0;
  const columns = terminal.columns ?? Infinity;
  return {
    ...createStreams(terminal, format),
    format,

    /** Prints a text as it is, such as a script. */
    write: terminal.out,

    /** Prints a sentence beside the answer, on stderr, such as progress. */
    say(sentence: string): void {
      terminal.err(`${sentence}\n`);
    },

    /** Ends the command with exit code 1, for one that ran and found something wrong. */
    fail(lines: readonly string[]): void {
      exitCode = 1;
      if (format !== 'json') terminal.err(lines.map((line) => `${line}\n`).join(''));
    },

    exitCode: () => exitCode,

    /** Prints the text of a file. */
    printText: (text: string): void => terminal.out(text),

    /** Prints the whole answer: as JSON, or as a table in which the columns of `cut` are shortened where a line is too long. */
    print(answer: unknown, table: Table, cut: readonly string[] = []): void {
      if (format === 'json') terminal.out(`${JSON.stringify(answer)}\n`);
      else terminal.out(format === 'csv' ? csvOf(table) : plainTable(table, columns, cut));
    },
  };
}
