import { csvHeadings, csvRow } from './csv.ts';
import { plainTable, type Table } from './plain-table.ts';
import { refusal } from '../../../kernel/errors.ts';
import type { BeginFile, Format, Terminal } from './terminal.ts';

/** Prints results item by item, because they may be too long for memory or have no end. */
export function createStreams(terminal: Terminal, format: Format, beginFile: BeginFile | null) {
  const columns = terminal.columns ?? Infinity;
  return {
    /**
     * Prints each item when it comes, then a closing line. In JSON, everything is one object, and its first member is
     * the list. In CSV or with a file, the closing line goes to stderr.
     */
    listing<Item>(member: string, headings: readonly string[]) {
      let items = 0;
      const file = beginFile?.(headings);
      const begin = () => {
        if (format === 'json') terminal.out(`{${JSON.stringify(member)}:[`);
        if (format === 'csv') terminal.out(csvHeadings(headings));
      };
      return {
        item(item: Item, line: string, cells: readonly string[]): void {
          if (items === 0) begin();
          if (format === 'json') terminal.out(`${items > 0 ? ',' : ''}\n${JSON.stringify(item)}`);
          else if (file !== undefined) file.row(cells);
          else terminal.out(format === 'csv' ? csvRow(cells) : `${line}\n`);
          items += 1;
        },
        end(rest: object, table: Table): void {
          if (items === 0) begin();
          file?.end();
          if (format === 'json') terminal.out(`],${JSON.stringify(rest).slice(1)}\n`);
          else if (format !== 'text') terminal.err(plainTable(table, columns, []));
          else terminal.out(plainTable(table, columns, []));
        },
      };
    },

    /** Prints items without an end, each on its own line. */
    lines(headings: readonly string[]) {
      if (format === 'xlsx')
        throw refusal('parameter_invalid', 'must be left out, because the output has no end', {
          path: ['xlsx'],
        });
      if (format === 'csv') terminal.out(csvHeadings(headings));
      return (item: object, cells: readonly string[]): void => {
        if (format === 'json') terminal.out(`${JSON.stringify(item)}\n`);
        else terminal.out(format === 'csv' ? csvRow(cells) : plainTable([cells], Infinity, []));
      };
    },
  };
}
