import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/sqlite';
import { Migrator } from '@mikro-orm/migrations';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from '../kernel/tables.ts';
import type { Database } from '../pipeline/database.ts';
import { entities } from './entities.ts';
import { sqliteMigrations } from './migrations/sqlite/index.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** Processes that start at once make the same tables; those that come second fail, and find them the next time. */
const MIGRATION_ATTEMPTS = 4;
const MIGRATION_PAUSE_MS = 50;

/** Opens the database of a `DATABASE_URL` and brings its tables up to date. Several processes may do so at once. */
export async function openDatabase(url: string): Promise<Database> {
  const filename = /^sqlite:(.+)$/.exec(url)?.[1];
  if (filename === undefined) throw new Error('DATABASE_URL must begin with sqlite:');
  if (filename !== ':memory:') mkdirSync(dirname(filename), { recursive: true, mode: 0o700 });
  const orm = await openOrm(filename);
  // The entities describe the tables; statements go through Kysely, typed by them, with parameters and prepared once.
  const kysely: Kysely<Tables> = orm.em.getKysely<Tables>();

  return {
    reads: kysely,
    writes: kysely,
    tallyShards: 1,
    rowLocks: false,
    transaction: (work) => kysely.transaction().execute(work),
    async ping() {
      await kysely.executeQuery(CompiledQuery.raw('select 1'));
    },
    close: () => orm.close(),
  };
}

/** The ORM over a file whose tables are up to date; what the entities are compared with. */
export async function openOrm(filename: string, attempts = MIGRATION_ATTEMPTS): Promise<MikroORM> {
  const orm = await MikroORM.init({
    dbName: filename,
    driverOptions: sqliteDialect(filename),
    entities,
    extensions: [Migrator],
    logger: () => {},
    migrations: {
      migrationsList: sqliteMigrations,
      snapshot: false,
      transactional: true,
      allOrNothing: true,
    },
  });
  try {
    await orm.migrator.up();
    return orm;
  } catch (error) {
    await orm.close();
    if (attempts <= 1) throw error;
  }
  await setTimeout(MIGRATION_PAUSE_MS);
  return openOrm(filename, attempts - 1);
}
