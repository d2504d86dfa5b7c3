import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';
import type { Migration } from './migration.ts';
import { type LaterMigrations, laterAmong, MIGRATIONS_TABLE } from './engine.ts';

/** The migrations of an open database that this version does not have; null if it has them all. */
export async function laterMigrations(
  db: Kysely<Tables>,
  migrations: readonly Migration[],
): Promise<LaterMigrations | null> {
  const applied = await sql<{ name: string }>`select name from ${sql.table(MIGRATIONS_TABLE)}`.execute(db);
  return laterAmong(applied.rows, migrations);
}
