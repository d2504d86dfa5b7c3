import type { Sums } from '../../sql/migration.ts';
import { copyTextOf } from './copy-text.ts';
import { listOf } from './list-text.ts';
import { type Addition, type Copy, inOneStatement, type SqlStatement } from './postgres-additions.ts';

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
 * each sum once, because a statement cannot change a row twice. If the connection `copies`, plain rows are copied: the
 * log of the server then has them by the page and not each with a head of its own.
 */
export function asOneStatement(
  transactions: readonly (readonly Addition[])[],
  { copies }: { readonly copies: boolean },
): SqlStatement {
  const alike = Map.groupBy(transactions.flat(), ({ inLists }) => inLists);
  const sorted = [...alike.values()].map((additions) => additions.toSorted(byRow));
  return copies ? withCopies(sorted) : inOneStatement(sorted.map(listed));
}

/** Each list has additions of one form. Sums cannot be copied; they come last in any case. */
function withCopies(forms: readonly (readonly Addition[])[]): SqlStatement {
  const copies: Copy[] = [];
  const rest: SqlStatement[] = [];
  for (const additions of forms) {
    const copy = copyOf(additions);
    if (copy === null) rest.push(listed(additions));
    else copies.push(copy);
  }
  return { ...asStatement(rest), copies };
}

/** Without any statement its text is empty. */
const asStatement = (statements: readonly SqlStatement[]): SqlStatement =>
  statements.length === 0 ? { sql: '', parameters: [] } : inOneStatement(statements);

/** Additions of one form as a copy; null if only an insert can add them. */
function copyOf(additions: readonly Addition[]): Copy | null {
  const [first] = additions;
  if (first === undefined || first.copy === null || !additions.every(mayBeListed)) return null;
  const values = additions.flatMap(({ parameters }) => parameters);
  return { sql: first.copy, text: copyTextOf(values, first.columns.length) };
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
export function ofOneTransaction(
  additions: readonly Addition[],
  { copies }: { readonly copies: boolean },
): SqlStatement {
  const [first = [], ...others] = Map.groupBy(additions, ({ table }) => table).values();
  // Only the first table, so that the order of the tables stays.
  const copy = copies && areLong(first) ? copyOf(first) : null;
  if (copy === null) return inOneStatement([first, ...others].map(ofOneTable));
  return { ...asStatement(others.map(ofOneTable)), copies: [copy] };
}

function ofOneTable(additions: readonly Addition[]): SqlStatement {
  const [only] = additions;
  if (only === undefined || additions.length > 1) return listed(additions);
  return areLong(additions) && mayBeListed(only) ? listed(additions) : only;
}

const areLong = (additions: readonly Addition[]): boolean =>
  additions.reduce((rows, { parameters, columns }) => rows + parameters.length / columns.length, 0) >
  FEW_ROWS;

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
