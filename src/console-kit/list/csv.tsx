import { useState } from 'preact/hooks';
import { toApiError } from '../api.ts';
import { say } from '../parts.tsx';

/** One column: its name, and the text of a row in it. */
export type Columns<Row> = readonly (readonly [name: string, text: (row: Row) => string])[];

/** Rows of a page of an export: the most that the gateway gives at once. */
export const EXPORT_ROWS = 100;

/** A page of a list, and the cursor after it; null where the list ends. */
interface ExportPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/**
 * A text for a cell. A spreadsheet would run one that begins like a formula, so it gets an apostrophe before it.
 */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const lineOf = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

interface ExportOptions<Row> {
  readonly name: string;
  readonly columns: Columns<Row>;
  readonly load: (after: string | null) => Promise<ExportPage<Row>>;
}

/** Saves a whole list as CSV, page after page, however long it is. */
export function Export<Row>({ name, columns, load }: ExportOptions<Row>) {
  const [count, setCount] = useState<number | null>(null);
  const save = async () => {
    // Each page is in the file before the next one is asked for; the browser keeps parts of a file on the disk.
    let file = new Blob(['\ufeff', lineOf(columns.map(([title]) => title))], { type: 'text/csv' });
    let rows = 0;
    setCount(0);
    try {
      for (let after: string | null = null, goesOn = true; goesOn;) {
        const page: ExportPage<Row> = await load(after);
        const lines = page.rows.map((row) => lineOf(columns.map(([, text]) => text(row))));
        file = new Blob([file, ...lines], { type: 'text/csv' });
        rows += page.rows.length;
        setCount(rows);
        after = page.next;
        goesOn = after !== null;
      }
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = `${name}.csv`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      say(`${rows.toLocaleString('en')} rows were saved.`);
    } catch (error) {
      say(toApiError(error).message);
    }
    setCount(null);
  };
  return (
    <button type="button" disabled={count !== null} onClick={() => void save()}>
      {count === null ? 'Export CSV' : `${count.toLocaleString('en')} rows …`}
    </button>
  );
}

/** The page of a connection for an export. */
export const exportPage = <Row,>(
  rows: readonly Row[],
  { hasNextPage, endCursor }: { readonly hasNextPage: boolean; readonly endCursor: string | null },
): ExportPage<Row> => ({ rows, next: hasNextPage ? endCursor : null });
