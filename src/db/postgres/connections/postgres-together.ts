import { readCounter, summed } from '../../../pipeline/rows/counter.ts';
import { type Addition, inOneStatement, type SqlStatement } from './postgres-additions.ts';

/** Characters of the values of one transaction; longer ones, such as long free JSON, cost more as JSON than alone. */
const SHARED_LENGTH_MAX = 65_536;

type Row = Readonly<Record<string, unknown>>;

/** Whether the additions of a transaction may be in one statement with those of others. */
export function mayShare(additions: readonly Addition[]): boolean {
  let length = 0;
  for (const { inJson, parameters } of additions) {
    if (inJson === null) return false;
    for (const value of parameters) {
      if (typeof value === 'string') length += value.length;
      else if (typeof value === 'object' && value !== null) return false;
    }
  }
  return length <= SHARED_LENGTH_MAX;
}

/**
 * The additions of several transactions as one statement, which is done as a whole or not at all: each table once, and
 * each counter once, since a statement cannot change a row twice.
 */
export function asOneStatement(transactions: readonly (readonly Addition[])[]): SqlStatement {
  const texts = new Map<string, { readonly isCount: boolean; readonly rows: Row[] }>();
  for (const addition of transactions.flat()) {
    const { inJson, isCount } = addition;
    if (inJson === null)
      throw new Error('Rows with other values than their own cannot be added with others.');
    let added = texts.get(inJson);
    if (added === undefined) texts.set(inJson, (added = { isCount, rows: [] }));
    added.rows.push(...rowsOf(addition));
  }
  const additions = texts.entries().map(([sql, { isCount, rows }]) => {
    const added = isCount ? summed(rows.map(readCounter)) : rows;
    return { sql, parameters: [JSON.stringify(added)] };
  });
  return inOneStatement([...additions]);
}

/** Each row begins as a copy of one object, which is faster than to make one member after the other. */
function rowsOf({ columns, empty, parameters }: Addition): readonly Row[] {
  const rows: Row[] = [];
  for (let at = 0; at < parameters.length; at += columns.length) {
    const row = { ...empty };
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index];
      if (column !== undefined) row[column] = parameters[at + index];
    }
    rows.push(row);
  }
  return rows;
}
