/**
 * What the MAC of a row covers of a column: its value, only its presence, or nothing. Presence is for encrypted
 * columns, because their text changes when they are encrypted again.
 */
export type Coverage = 'value' | 'presence' | 'none';

/** The columns that the MAC of a row covers. */
export type CoveredColumn<Columns extends Readonly<Record<string, Coverage>>> = {
  [Column in keyof Columns]: Columns[Column] extends 'none' ? never : Column;
}[keyof Columns];

/** The covered columns of a row and their values: null, the value, or `true` if only its presence is covered. */
export interface CoveredRow {
  readonly columns: readonly string[];
  readonly values: readonly unknown[];
}

/** Returns a function that takes the covered columns from a row of a table. */
export function coveredColumns<Column extends string>(
  coverage: Readonly<Record<Column, Coverage>>,
): (row: Readonly<Partial<Record<Column, unknown>>>) => CoveredRow {
  const isColumn = (name: string): name is Column => Object.hasOwn(coverage, name);
  const columns = Object.keys(coverage)
    .toSorted()
    .filter(isColumn)
    .filter((column) => coverage[column] !== 'none');
  const isValue = columns.map((column) => coverage[column] === 'value');
  return (row) => {
    const values: unknown[] = [];
    // A loop, because lists read many rows of many columns.
    for (let at = 0; at < columns.length; at += 1) {
      const column = columns[at];
      const value = column === undefined ? null : (row[column] ?? null);
      if (value === null) values.push(null);
      else if (isValue[at] !== true) values.push(true);
      // SQLite has no booleans, and reads them as numbers.
      else values.push(typeof value === 'boolean' ? Number(value) : value);
    }
    return { columns, values };
  };
}

/**
 * A row as one text. Null columns are left out, so a new column in the table does not change the MACs of existing rows.
 */
export function contentOf({ columns, values }: CoveredRow): string {
  const members: unknown[] = [];
  for (const [index, column] of columns.entries()) {
    const value = values[index];
    if (value !== null) members.push([column, value]);
  }
  return JSON.stringify(members);
}

/** The columns that a coverage names. */
export function columnsOf<Column extends string>(
  coverage: Readonly<Record<Column, Coverage>>,
): readonly Column[] {
  const columns: Column[] = [];
  for (const column in coverage) columns.push(column);
  return columns;
}
