import { refusal } from '../../../kernel/errors.ts';
import { csvOf } from './csv.ts';
import { plainTable, type Table } from './plain-table.ts';
import { createProgress } from './progress.ts';
import { createStreams } from './streamed-output.ts';
import type { BeginFile, Format, Terminal } from './terminal.ts';

/** Columns with texts that people chose. They are shortened if a line is too long. */
const FREE_TEXT =
  'name value email url currencies company_name external_customer_id contact_name contact_email request operation'.split(
    ' ',
  );

export type Output = ReturnType<typeof createOutput>;

/** The output of a command: the result on stdout, messages on stderr, and the exit code. */
export function createOutput(terminal: Terminal, format: Format, beginFile: BeginFile | null) {
  let exitCode = 0;
  const columns = terminal.columns ?? Infinity;
  const { progress, endProgress } = createProgress(terminal);
  return {
    ...createStreams(terminal, format, beginFile),
    format,
    progress,
    endProgress,

    /** Called before work that takes minutes, so that it does not slow a gateway on the same machine. */
    yieldToGateways: () => terminal.yieldToGateways?.(),

    /** Prints a message on stderr. */
    say(sentence: string): void {
      endProgress();
      terminal.err(`${sentence}\n`);
    },

    /** Ends the command with exit code 1: it ran and found something wrong. */
    fail(lines: readonly string[]): void {
      exitCode = 1;
      endProgress();
      if (format !== 'json') terminal.err(lines.map((line) => `${line}\n`).join(''));
    },

    exitCode: () => exitCode,

    /** Prints a script; a script has only one format. */
    printScript(text: string): void {
      if (format !== 'text')
        throw refusal('parameter_invalid', 'must be left out, because the output is a script', {
          path: [format],
        });
      terminal.out(text);
    },

    /** Prints the whole result as JSON or as a table. */
    print(result: unknown, table: Table): void {
      endProgress();
      if (format === 'json') terminal.out(`${JSON.stringify(result)}\n`);
      else if (beginFile !== null) saved(beginFile, table);
      else terminal.out(format === 'csv' ? csvOf(table) : plainTable(table, columns, FREE_TEXT));
    },
  };
}

function saved(beginFile: BeginFile, [headings = [], ...rows]: Table): void {
  const file = beginFile(headings);
  rows.forEach(file.row);
  file.end();
}
