import type { Sums } from '../../sql/migration.ts';
import { listOf } from './list-text.ts';
import { type Addition, inOneStatement, type SqlStatement } from './postgres-additions.ts';

/**
 * The most characters of values in one transaction of a group. Longer values, for example long free JSON, cost more in
 * a group than alone.
 */
const SHARED_LENGTH_MAX = 65_536;

/** Whether the additions of a transaction may share a statement with other transactions. */
export function mayShare(additions: readonly Addition[]): boolean {
  let length = 0;
  for (const addition of additions) {
    if (!mayBeListed(addition)) return false;
    for (const value of addition.parameters) length += typeof value === 'string' ? value.length : 0;
  }
  return length <= SHARED_LENGTH_MAX;
}

/** Whether the rows can be sent as lists. An element of a list is a text, a number or a boolean. */
const mayBeListed = ({ inLists, parameters }: Addition): boolean =>
  inLists !== null && parameters.every((value) => typeof value !== 'object' || value === null);

/**
 * The additions of several transactions as one statement, which succeeds or fails as a whole. It has each table and
 * each sum once, because a statement cannot change a row twice.
 */
export function asOneStatement(transactions: readonly (readonly Addition[])[]): SqlStatement {
  const alike = Map.groupBy(transactions.flat(), ({ inLists }) => inLists);
  return inOneStatement([...alike.values()].map((additions) => listed(additions.toSorted(byRow))));
}

/**
 * All processes use the same order of rows. Otherwise groups that add the same rows, for example idempotency keys,
 * would deadlock.
 */
function byRow({ parameters: a }: Addition, { parameters: b }: Addition): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return String(a[at]) < String(b[at]) ? -1 : 1;
}

/**
 * The most rows that are sent one by one. With more, the server would prepare a long statement for each number of rows.
 */
const FEW_ROWS = 16;

/**
 * Whether an insert of a transaction may be sent with the earlier ones: one statement inserts into a table only once.
 */
export const mayJoin = (additions: readonly Addition[], next: Addition): boolean =>
  additions.every(
    (each) =>
      each.table !== next.table ||
      (each.inLists === next.inLists && next.mayJoin && mayBeListed(each) && mayBeListed(next)),
  );

/** The additions of one transaction as one statement; `mayJoin` must hold for them. */
export function ofOneTransaction(additions: readonly Addition[]): SqlStatement {
  const tables = Map.groupBy(additions, ({ table }) => table);
  return inOneStatement([...tables.values()].map(ofOneTable));
}

function ofOneTable(additions: readonly Addition[]): SqlStatement {
  const [only] = additions;
  if (only === undefined || additions.length > 1) return listed(additions);
  const isLong = only.parameters.length > FEW_ROWS * only.columns.length;
  return isLong && mayBeListed(only) ? listed(additions) : only;
}

/** Additions of one form as one insert, with a list of values for each column. */
function listed(additions: readonly Addition[]): SqlStatement {
  const [first] = additions;
  if (first === undefined || first.inLists === null) throw new Error('Only plain values can be in a list.');
  const { inLists: sql, columns, sum } = first;
  const valuesOf = sum === null ? (at: number) => columnOf(additions, at) : sumsOf(additions, sum);
  return { sql, parameters: columns.map((_, at) => listOf(valuesOf(at))) };
}

/** The values of one column. */
function columnOf(additions: readonly Addition[], column: number): readonly unknown[] {
  const values: unknown[] = [];
  for (const { columns, parameters } of additions)
    for (let at = column; at < parameters.length; at += columns.length) values.push(parameters[at]);
  return values;
}

/** Like `columnOf`, for rows that are added up. */
function sumsOf(additions: readonly Addition[], sum: Sums['sum']): (column: number) => readonly unknown[] {
  const columns = additions[0]?.columns ?? [];
  const values = columns.map((_, at) => columnOf(additions, at));
  const rows = (values[0] ?? []).map((_, row) =>
    Object.fromEntries(columns.map((name, at) => [name, values[at]?.[row]])),
  );
  const summed = sum(rows);
  return (column) => summed.map((row) => row[columns[column] ?? '']);
}
