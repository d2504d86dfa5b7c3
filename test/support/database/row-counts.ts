import { type Kysely, sql } from 'kysely';
import { entities } from '../../../src/run/migrations/entities.ts';
import type { Tables } from '../../../src/engine/sql/tables.ts';

/** How many rows every table has; every change writes an event, so that an update shows too. */
export async function rowCounts(db: Kysely<Tables>): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const name of entities.map(({ meta }) => meta.tableName)) {
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(name)}`.execute(
      db,
    );
    counts[name] = rows[0]?.total ?? 0;
  }
  return counts;
}
