import { type Kysely, sql } from 'kysely';
import type { Tables } from '../kernel/sql/tables.ts';
import { MIGRATIONS_TABLE } from './engine.ts';
import { migrationNames } from './migrations/names.ts';

/** Migrations of the database that only a later version of the gateway has. */
export interface LaterMigrations {
  /** How many there are. */
  readonly migrations: number;
  /** The name of the last one. */
  readonly last: string;
}

/** The applied migrations that this version does not have; null where it has them all. */
export async function laterMigrations(db: Kysely<Tables>): Promise<LaterMigrations | null> {
  const applied = await sql<{ name: string }>`select name from ${sql.table(MIGRATIONS_TABLE)}`.execute(db);
  const known = new Set(migrationNames);
  const later = applied.rows.map(({ name }) => name).filter((name) => !known.has(name));
  const last = later.toSorted().at(-1);
  return last === undefined ? null : { migrations: later.length, last };
}
