import { refusal } from '../../../kernel/errors.ts';
import { csvOf } from './csv.ts';
import { plainTable, type Table } from './plain-table.ts';
import { createStreams } from './streamed-output.ts';
import type { BeginFile, Format, Terminal } from './terminal.ts';

export type Output = ReturnType<typeof createOutput>;

/** The output of a command: the answer on stdout, messages on stderr, and the exit code. */
export function createOutput(terminal: Terminal, format: Format, beginFile: BeginFile | null) {
  let exitCode = 0;
  const columns = terminal.columns ?? Infinity;
  return {
    ...createStreams(terminal, format, beginFile),
    format,

    /** Prints a message, such as progress, on stderr. */
    say(sentence: string): void {
      terminal.err(`${sentence}\n`);
    },

    /** Ends the command with exit code 1, for one that ran and found something wrong. */
    fail(lines: readonly string[]): void {
      exitCode = 1;
      if (format !== 'json') terminal.err(lines.map((line) => `${line}\n`).join(''));
    },

    exitCode: () => exitCode,

    /** Prints a script, which has only one format. */
    printScript(text: string): void {
      if (format !== 'text')
        throw refusal('parameter_invalid', 'must be left out, as the answer is a script', { path: [format] });
      terminal.out(text);
    },

    /**
     * Prints the whole answer: as JSON, or as a table in which the columns of `cut` are shortened where a line is too
     * long.
     */
    print(answer: unknown, table: Table, cut: readonly string[] = []): void {
      if (format === 'json') terminal.out(`${JSON.stringify(answer)}\n`);
      else if (beginFile !== null) saved(beginFile, table);
      else terminal.out(format === 'csv' ? csvOf(table) : plainTable(table, columns, cut));
    },
  };
}

function saved(beginFile: BeginFile, [headings = [], ...rows]: Table): void {
  const file = beginFile(headings);
  rows.forEach(file.row);
  file.end();
}
