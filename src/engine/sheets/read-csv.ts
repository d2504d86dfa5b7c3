import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { world } from '../../kernel/world.ts';
import { textOfCell } from './csv.ts';

/** What stands between two cells. */
export const SEPARATORS = ['comma', 'semicolon', 'tab'] as const;
export type Separator = (typeof SEPARATORS)[number];
export const SEPARATOR_SIGNS: Readonly<Record<Separator, string>> = { comma: ',', semicolon: ';', tab: '\t' };

/** A row, as a spreadsheet numbers it: from 1 on, and a quoted line break begins no row. */
interface CsvRow {
  readonly row: number;
  /** Each cell as it was written, without its quotes, the spaces around it and an apostrophe before a formula. */
  readonly cells: readonly string[];
}

interface Reading {
  readonly separator: Separator;
  /** The most rows, the first one and empty ones included. */
  readonly rowsMax: number;
}

/** Characters that are parsed in one turn of the event loop: a few milliseconds. */
const SLICE = 16_384;
/** Bytes of the cells of a row, which are held at once. */
const ROW_BYTES_MAX = 65_536;

/** The line that tells Excel the separator. It is no row. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\n|\r|$)/i;

/** Why a text is no table that can be read, as the end of a sentence about it. */
export class CsvFault extends Error {
  override readonly name = 'CsvFault';
}

/**
 * The rows of a CSV file that are not empty. Every cell stays a text. Nothing is guessed: the caller says the
 * separator. Throws CsvFault.
 */
export async function readCsv(text: string, { separator, rowsMax }: Reading): Promise<readonly CsvRow[]> {
  const named = SEPARATOR_LINE.exec(withoutMark(text));
  if (named !== null && named[1] !== SEPARATOR_SIGNS[separator])
    throw new CsvFault(`names another separator in its first line than the ${separator}`);
  const table = withoutMark(text).slice(named?.[0].length ?? 0);
  const rows: CsvRow[] = [];
  const parser = parse({
    delimiter: SEPARATOR_SIGNS[separator],
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: ROW_BYTES_MAX,
  });
  let row = 0;
  try {
    await pipeline(slicesOf(table), parser, async (records: AsyncIterable<readonly string[]>) => {
      for await (const record of records) {
        row += 1;
        if (row > rowsMax) throw new CsvFault(`must have at most ${rowsMax} rows`);
        const cells = record.map((cell) => textOfCell(cell).trim());
        if (cells.some((cell) => cell !== '')) rows.push({ row, cells });
      }
    });
  } catch (error) {
    if (error instanceof CsvError) throw new CsvFault(faultOf(error));
    throw error;
  }
  return rows;
}

const withoutMark = (text: string): string => (text.startsWith('\u{FEFF}') ? text.slice(1) : text);

async function* slicesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += SLICE) {
    yield text.slice(at, at + SLICE);
    await world.turn();
  }
}

/** The messages of the library repeat what the file says, so they are not shown. */
function faultOf(error: CsvError): string {
  const row = Number(error['records']) + 1;
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'has a quote that does not end';
    case 'CSV_MAX_RECORD_SIZE':
      return `must have at most ${ROW_BYTES_MAX} bytes in row ${row}`;
    default:
      return `has quotes in row ${row} that are not at the ends of a cell`;
  }
}
