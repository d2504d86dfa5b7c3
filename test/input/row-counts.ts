import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/kernel/tables.ts';

/** How many rows every table has; every change writes an event, so that an update shows too. */
export async function rowCounts(db: Kysely<Tables>): Promise<Readonly<Record<string, number>>> {
  const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(name)}`.execute(
      db,
    );
    counts[name] = rows[0]?.total ?? 0;
  }
  return counts;
}
