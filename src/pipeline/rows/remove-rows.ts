import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';

/** Rows of one transaction: some ten milliseconds of work, during which writers on SQLite wait. */
export const REMOVED_ROWS_MAX = 2_000;

/** Removes a batch of the rows with a condition. Returns how many. */
export async function removeRows(
  db: Kysely<Tables>,
  { table, key }: { readonly table: keyof Tables; readonly key: readonly string[] },
  condition: RawBuilder<SqlBool>,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${columns}) in
      (select ${columns} from ${sql.table(table)} where ${condition} limit ${REMOVED_ROWS_MAX})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
