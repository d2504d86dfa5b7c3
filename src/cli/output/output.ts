import { plainTable, type Table } from './plain-table.ts';
import type { Terminal } from './terminal.ts';

/** How a command answers: on stdout with JSON or text, beside it on stderr, and by its exit code. */
export function createOutput(terminal: Terminal, json: boolean) {
  let exitCode = 0;
  const columns = terminal.columns ?? Infinity;
  return {
    /** Whether the answer is JSON, for a program. */
    json,

    /** Prints a sentence beside the answer, on stderr, such as progress. */
    say(sentence: string): void {
      terminal.err(`${sentence}\n`);
    },

    /** Ends the command with exit code 1, for one that ran and found something wrong. */
    fail(lines: readonly string[]): void {
      exitCode = 1;
      if (!json) terminal.err(lines.map((line) => `${line}\n`).join(''));
    },

    exitCode: () => exitCode,

    /**
     * Prints an answer that may be too long for memory: each item as it comes, then the end. With --json all of it is
     * one object, whose first member is the list.
     */
    listing<Item>(member: string) {
      let items = 0;
      const begin = () => terminal.out(`{${JSON.stringify(member)}:[`);
      return {
        item(item: Item, line: string): void {
          if (json && items === 0) begin();
          terminal.out(json ? `${items > 0 ? ',' : ''}\n${JSON.stringify(item)}` : `${line}\n`);
          items += 1;
        },
        end(rest: object, table: Table): void {
          if (json && items === 0) begin();
          terminal.out(json ? `],${JSON.stringify(rest).slice(1)}\n` : plainTable(table, columns, []));
        },
      };
    },

    /** Prints one item of an answer without an end: as JSON on a line of its own, or as a line of text. */
    line(item: object, text: string): void {
      terminal.out(`${json ? JSON.stringify(item) : text}\n`);
    },

    /** Prints the whole answer: as JSON, or as a table in which the columns of `cut` are shortened where a line is too long. */
    print(answer: unknown, table: Table, cut: readonly string[] = []): void {
      terminal.out(json ? `${JSON.stringify(answer)}\n` : plainTable(table, columns, cut));
    },
  };
}
