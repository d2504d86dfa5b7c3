import { plainText } from '../../../kernel/plain-decimal.ts';
import { percentOf } from '../../../kernel/rate.ts';
import { spelled } from '../options/spelled.ts';
import type { Table } from './plain-table.ts';

/** A column: a member of the rows, or a heading and a function for its cells. */
export type Column<Row> = (keyof Row & string) | readonly [heading: string, cell: (row: Row) => unknown];

/** A table of rows, with the names of the columns above them. */
export const rowsTable = <Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Table => [
  columns.map((column) => (typeof column === 'string' ? headingOf(column) : column[0])),
  ...rows.map((row) =>
    columns.map((column) => cellOf(typeof column === 'string' ? row[column] : column[1](row))),
  ),
];

/** A table of one row with all members of a record. */
export const recordTable = (record: object): Table => [
  Object.keys(record).map(headingOf),
  Object.values(record).map(cellOf),
];

const headingOf = (name: string): string => (name === 'api_key' ? 'api_key (shown only once)' : name);

/** A table with a line for each fact: its name and its value. Rates are also shown in percent. */
export const factsTable = (facts: readonly (readonly [name: string, value: unknown])[]): Table => [
  ['name', 'value'],
  ...facts.flatMap(([name, value]) => linesOf(name, value)),
];

function linesOf(name: string, value: unknown): string[][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([member, inner]) => linesOf(spelled([name, member]), inner));
  if (typeof value === 'number' && name.endsWith('_rate'))
    return [
      [name, plainText(value)],
      [`${name}_percent`, percentOf(value)],
    ];
  return [[name, cellOf(value) || 'none']];
}

/** The text of a value. A list has commas between its items. An item that is an object is written as in an option. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellOf).join(',');
  if (typeof value !== 'object') return plainText(value);
  return Object.entries(value)
    .map(([name, member]) => (name === 'rate' ? `${percentOf(Number(member))}%` : cellOf(member)))
    .join(':');
}
