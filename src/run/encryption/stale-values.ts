import { type Kysely, sql } from 'kysely';
import type { Encrypted } from '../../engine/crypto/encryption.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { type EncryptedColumnRule, encryptedColumns } from './encrypted-columns.ts';

/** Rows of one query: few enough for any statement timeout, even if values have megabytes. */
const PAGE_ROWS = 500;

/** The names of a column in a statement. */
export function identifiersOf(name: string) {
  const [table = '', column = ''] = name.split('.');
  return { table: sql.table(table), column: sql.ref(column) };
}

/** The condition that selects one row by its primary key. */
export const hasKey = (row: EncryptedColumnRule['row'], key: readonly string[]) =>
  sql.join(
    row.map((column, at) => sql`${sql.ref(column)} = ${key[at]}`),
    sql` and `,
  );

/** Whether any encrypted column has a value; in a new database none has. */
export async function hasEncryptedValues(db: Kysely<Tables>): Promise<boolean> {
  const looks = [...encryptedColumns.keys()].map((name) => {
    const { table, column } = identifiersOf(name);
    return sql`exists (select 1 from ${table} where ${column} is not null)`;
  });
  const { rows } = await sql`select 1 where ${sql.join(looks, sql` or `)}`.execute(db);
  return rows.length > 0;
}

interface Found {
  readonly k0: string;
  readonly k1: string;
  readonly stale: number;
}

interface Page {
  /** Primary keys of the rows whose value does not begin with any of the prefixes. */
  readonly stale: readonly (readonly string[])[];
  readonly rows: number;
}

/** Reads the values of an encrypted column page by page, and yields the rows that another key encrypted. */
export async function* staleValues(
  db: Kysely<Tables>,
  name: string,
  { row }: EncryptedColumnRule,
  prefixes: readonly [Encrypted, ...Encrypted[]],
): AsyncGenerator<Page> {
  const { table, column } = identifiersOf(name);
  const keys = sql.join(row.map((part) => sql.ref(part)));
  const named = sql.join(row.map((part, at) => sql`${sql.ref(part)} as ${sql.ref(`k${at}`)}`));
  // Fetches only the beginning, because PostgreSQL may store the rest of a long value apart from its row.
  const beginning = sql`substr(${column}, 1, ${prefixes[0].length})`;
  let last: readonly string[] | null = null;
  for (;;) {
    const after = last === null ? sql`` : sql`and (${keys}) > (${sql.join(last)})`;
    const { rows }: { rows: Found[] } = await sql<Found>`
      select ${named}, case when ${beginning} in ('', ${sql.join(prefixes)}) then 0 else 1 end as stale
      from ${table} where ${column} is not null ${after} order by ${keys} limit ${PAGE_ROWS}`.execute(db);
    const keyOf = ({ k0, k1 }: Found) => (row.length === 1 ? [k0] : [k0, k1]);
    const final = rows.at(-1);
    if (final === undefined) return;
    yield { stale: rows.filter(({ stale }) => stale === 1).map(keyOf), rows: rows.length };
    last = keyOf(final);
  }
}
