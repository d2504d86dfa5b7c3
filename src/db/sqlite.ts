import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/sqlite';
import SqliteFile from 'better-sqlite3';
import { CompiledQuery, type Kysely } from 'kysely';
import { makePrivate, makePrivateFolder, PRIVATE_FILE_MODE } from '../kernel/private-folder.ts';
import type { Tables } from '../kernel/tables.ts';
import type { Database } from '../pipeline/database.ts';
import {
  type DatabaseState,
  type Engine,
  FIRST_FILLED,
  MIGRATIONS_TABLE,
  migratorRules,
  notApplied,
} from './engine.ts';
import { entities } from './entities.ts';
import { sqliteMigrations } from './migrations/sqlite/index.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** Processes that start at once make the same tables; those that come second fail, and find them the next time. */
const MIGRATION_ATTEMPTS = 4;
const MIGRATION_PAUSE_MS = 50;

const IN_MEMORY = ':memory:';

/** SQLite in a file, or in `:memory:`. */
export function sqliteEngine(filename: string): Engine {
  return {
    state: async () => stateOf(filename),
    pending: async () => notApplied(sqliteMigrations, appliedIn(filename)),
    async migrate() {
      const { orm, applied } = await openMigrated(filename);
      await orm.close();
      return applied;
    },
    async open() {
      const { orm } = await openMigrated(filename);
      return databaseOf(orm);
    },
    orm: () => openOrm(filename),
  };
}

function databaseOf(orm: MikroORM): Database {
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
  if (filename !== IN_MEMORY) makePrivateFile(filename);
  return MikroORM.init({
    dbName: filename,
    driverOptions: sqliteDialect(filename),
    entities,
    extensions: [Migrator],
    logger: () => {},
    migrations: { ...migratorRules, migrationsList: sqliteMigrations },
  });
}

/** Names and contacts stand in it. SQLite gives the files beside it, its log among them, the mode of this one. */
function makePrivateFile(filename: string): void {
  makePrivateFolder(dirname(filename));
  closeSync(openSync(filename, 'a', PRIVATE_FILE_MODE));
  for (const path of [filename, `${filename}-wal`, `${filename}-shm`]) makePrivate(path);
}

function appliedIn(filename: string): readonly { name: string }[] {
  return (
    lookInto(filename, (file) =>
      hasTable(file, MIGRATIONS_TABLE)
        ? file.prepare<[], { name: string }>(`select name from ${MIGRATIONS_TABLE}`).all()
        : [],
    ) ?? []
  );
}

/** One in memory is as old as its process. */
function stateOf(filename: string): DatabaseState {
  if (filename === IN_MEMORY) return 'unused';
  return (
    lookInto(filename, (file) => {
      if (!hasTable(file, MIGRATIONS_TABLE)) return 'absent';
      const isFilled = (table: string) =>
        hasTable(file, table) && file.prepare(`select 1 from ${table} limit 1`).get() !== undefined;
      return FIRST_FILLED.some(isFilled) ? 'used' : 'unused';
    }) ?? 'absent'
  );
}

const hasTable = (file: SqliteFile.Database, name: string): boolean =>
  file.prepare(`select 1 from sqlite_master where type = 'table' and name = ?`).get(name) !== undefined;

/** Asking must not make the file. */
function lookInto<Found>(filename: string, look: (file: SqliteFile.Database) => Found): Found | null {
  if (!existsSync(filename)) return null;
  const file = new SqliteFile(filename, { readonly: true });
  try {
    return look(file);
  } finally {
    file.close();
  }
}
