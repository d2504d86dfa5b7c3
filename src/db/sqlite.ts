import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/sqlite';
import SqliteFile from 'better-sqlite3';
import { CompiledQuery, type Kysely } from 'kysely';
import { requireFreeSpace } from '../kernel/free-space.ts';
import type { Tables } from '../kernel/tables.ts';
import type { Database } from '../pipeline/database.ts';
import { type Engine, MIGRATIONS_TABLE, migratorRules, notApplied } from './engine.ts';
import { entities } from './entities.ts';
import { sqliteMigrations } from './migrations/sqlite/index.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** Processes that start at once make the same tables; those that come second fail, and find them the next time. */
const MIGRATION_ATTEMPTS = 4;
const MIGRATION_PAUSE_MS = 50;

/** SQLite in a file, or in `:memory:`. */
export function sqliteEngine(filename: string): Engine {
  return {
    pending: async () => notApplied(sqliteMigrations, appliedIn(filename)),
    async migrate() {
      const { orm, applied } = await openMigrated(filename);
      await orm.close();
      return applied;
    },
    async open() {
      const { orm } = await openMigrated(filename);
      return databaseOf(orm, filename);
    },
    orm: () => openOrm(filename),
  };
}

function databaseOf(orm: MikroORM, filename: string): Database {
  // The entities describe the tables; statements go through Kysely, typed by them, with parameters and prepared once.
  const kysely: Kysely<Tables> = orm.em.getKysely<Tables>();
  return {
    reads: kysely,
    readMany(work) {
      return work(this.reads);
    },
    writes: kysely,
    tallyShards: 1,
    rowLocks: false,
    // One writer at a time: whoever is in a transaction has every name.
    takeName: async () => true,
    transaction: (work) => kysely.transaction().execute(work),
    async ping() {
      await kysely.executeQuery(CompiledQuery.raw('select 1'));
      if (filename !== ':memory:') await requireFreeSpace(dirname(filename));
    },
    close: () => orm.close(),
  };
}

/** The ORM over a file whose tables are up to date, and what that took. */
async function openMigrated(
  filename: string,
  attempts = MIGRATION_ATTEMPTS,
): Promise<{ orm: MikroORM; applied: readonly string[] }> {
  const orm = await openOrm(filename);
  try {
    const applied = await orm.migrator.up();
    return { orm, applied: applied.map(({ name }) => name) };
  } catch (error) {
    await orm.close();
    if (attempts <= 1) throw error;
  }
  await setTimeout(MIGRATION_PAUSE_MS);
  return openMigrated(filename, attempts - 1);
}

function openOrm(filename: string): Promise<MikroORM> {
  if (filename !== ':memory:') mkdirSync(dirname(filename), { recursive: true, mode: 0o700 });
  return MikroORM.init({
    dbName: filename,
    driverOptions: sqliteDialect(filename),
    entities,
    extensions: [Migrator],
    logger: () => {},
    migrations: { ...migratorRules, migrationsList: sqliteMigrations },
  });
}

/** Asking must not make the file. */
function appliedIn(filename: string): readonly { name: string }[] {
  if (!existsSync(filename)) return [];
  const file = new SqliteFile(filename, { readonly: true });
  try {
    const known = file.prepare(`select 1 from sqlite_master where name = '${MIGRATIONS_TABLE}'`).get();
    if (known === undefined) return [];
    return file.prepare<[], { name: string }>(`select name from ${MIGRATIONS_TABLE}`).all();
  } finally {
    file.close();
  }
}
