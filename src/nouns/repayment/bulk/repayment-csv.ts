import { isCalendarDate } from '../../../kernel/input/fields.ts';
import { isCurrency, minorAmount } from '../../../kernel/currency.ts';
import type { Problem } from '../../../kernel/errors.ts';
import {
  CsvFault,
  readCsv,
  type Separator,
  SEPARATOR_SIGNS,
  SEPARATORS,
} from '../../../engine/sheets/read-csv.ts';
import { BULK_MAX, type BulkRow, type RawItem } from './bulk.rules.ts';
import { isoDay, type DateOrder } from './written-day.ts';

/** The columns of a file, in any order. */
const COLUMNS = ['funding_id', 'amount', 'currency', 'received_on', 'reference', 'source'] as const;
type Column = (typeof COLUMNS)[number];

/** What stands between the units of a currency and their fractions. */
export const DECIMAL_SIGNS = ['point', 'comma'] as const;
export type DecimalSign = (typeof DECIMAL_SIGNS)[number];
const SIGNS = { point: '.', comma: ',' } as const;

/** How a file is written. The person states it, because nothing is guessed. */
interface Writing {
  readonly separator: Separator;
  readonly decimal_sign: DecimalSign;
  readonly date_order: DateOrder;
}

/** Rows of a file: the most items, the first row, and some empty ones, as spreadsheets leave them at the end. */
const ROWS_MAX = 2 * BULK_MAX;

/**
 * The repayments of a CSV file, each as a raw item of a bulk or with the faults of its row. Throws CsvFault for a fault
 * of the whole file.
 */
export async function readRepayments(csv: string, writing: Writing): Promise<readonly BulkRow[]> {
  const { separator } = writing;
  const [head, ...rows] = await readCsv(csv, { separator, rowsMax: ROWS_MAX }).catch((error: unknown) => {
    // If the file has another separator, quotes may seem to stand inside a cell. The names of the columns show the
    // reason.
    throw error instanceof CsvFault ? (otherSeparator(firstLineOf(csv), separator) ?? error) : error;
  });
  if (head === undefined) throw new CsvFault('is empty');
  const columns = columnsOf(head.cells, separator);
  if (rows.length === 0) throw new CsvFault('has no row below the names of its columns');
  if (rows.length > BULK_MAX)
    throw new CsvFault(`must have at most ${BULK_MAX} rows below the names of its columns`);
  return rows.map(({ row, cells }) => bulkRowOf(row, columns, cells, writing));
}

/** The column of each cell. Empty names at the end are no columns: spreadsheets save cells that have only a format. */
function columnsOf(cells: readonly string[], separator: Separator): readonly Column[] {
  const names = cells.slice(0, cells.findLastIndex((name) => name !== '') + 1);
  const known = names.map(columnNamed).filter((column) => column !== undefined);
  if (
    known.length === names.length &&
    new Set(known).size === COLUMNS.length &&
    known.length === COLUMNS.length
  )
    return known;
  const [first = '', ...others] = names;
  const other = others.length > 0 ? null : otherSeparator(first, separator);
  throw (
    other ??
    new CsvFault(`must name these columns in its first row, each once, and no other: ${COLUMNS.join(', ')}`)
  );
}

/** The fault if a first row names columns with another separator than the given one; else null. */
function otherSeparator(row: string, given: Separator): CsvFault | null {
  const used = SEPARATORS.find((each) => isSeparatedBy(row, each));
  return used === undefined || used === given
    ? null
    : new CsvFault(`has a ${used} between its cells; give that as the separator`);
}

const firstLineOf = (csv: string): string => /^[^\r\n]*/.exec(csv)?.[0] ?? '';

const columnNamed = (name: string): Column | undefined =>
  COLUMNS.find((column) => column === name.trim().toLowerCase());

/** Whether a first row would name columns with another separator. The fault says so; the separator is never guessed. */
const isSeparatedBy = (row: string, separator: Separator): boolean =>
  row.split(SEPARATOR_SIGNS[separator]).filter((name) => columnNamed(name) !== undefined).length > 1;

function bulkRowOf(
  row: number,
  columns: readonly Column[],
  cells: readonly string[],
  writing: Writing,
): BulkRow {
  if (cells.slice(columns.length).some((cell) => cell !== ''))
    return { row, funding_id: null, faults: [fault([], 'The row has more cells than the first row.')] };
  const read: Record<Column, string> = { ...NOTHING };
  columns.forEach((column, at) => (read[column] = cells[at] ?? ''));
  const faults: Problem[] = COLUMNS.filter((column) => read[column] === '').map((column) => ({
    code: 'parameter_missing',
    path: [column],
    says: 'is required',
  }));
  const amount = amountOf(read, writing);
  if (typeof amount === 'string' && read.amount !== '') faults.push(fault(['amount'], amount));
  const received_on = isoDay(read.received_on, writing.date_order);
  const exists = received_on !== null && isCalendarDate(received_on);
  if (!exists && read.received_on !== '')
    faults.push(fault(['received_on'], daySays(writing.date_order, received_on === null)));
  // Its settlement is named, so that the person finds the row.
  if (faults.length > 0 || typeof amount === 'string')
    return { row, funding_id: read.funding_id === '' ? null : read.funding_id, faults };
  const item: RawItem = { ...read, amount, received_on, source: read.source.toLowerCase() };
  return { row, item };
}

const NOTHING = { funding_id: '', amount: '', currency: '', received_on: '', reference: '', source: '' };

const fault = (path: readonly string[], says: string): Problem => ({ code: 'parameter_invalid', path, says });

const DAYS: Readonly<Record<DateOrder, string>> = {
  year_first: 'with the year first, such as 2026-01-31',
  day_first: 'with the day first and a year of four digits, such as 31/01/2026',
  month_first: 'with the month first and a year of four digits, such as 01/31/2026',
};

/**
 * The form of a day. The person sees the given order of day, month and year, which may differ from the order in the
 * file.
 */
const daySays = (order: DateOrder, isUnreadable: boolean): string =>
  `must be a day ${isUnreadable ? '' : 'that exists, '}${DAYS[order]}`;

/** The amount in minor units, or what is wrong with it. In an unknown currency any amount passes. */
function amountOf({ amount, currency }: Record<Column, string>, { decimal_sign }: Writing): number | string {
  const sign = SIGNS[decimal_sign];
  const other = sign === '.' ? ',' : '.';
  if (amount.includes(other))
    return `must have a ${decimal_sign} as decimal sign and no thousands separators, such as 745${sign}00`;
  // An unknown currency is refused later, so until then any amount passes.
  if (!isCurrency(currency)) return 1;
  const minor = minorAmount(amount.replace(sign, '.'), currency);
  return minor ?? `must be an amount in units of the currency, such as ${EXAMPLE(currency, sign)}`;
}

const EXAMPLE = (currency: string, sign: string): string => (currency === 'JPY' ? '1000' : `745${sign}00`);
