import { dirname } from 'node:path';
import type { MikroORM } from '@mikro-orm/sqlite';
import { CompiledQuery } from 'kysely';
import { byOwner } from '../turns/by-owner.ts';
import { requireFreeSpace } from '../files/free-space.ts';
import { type Database, GATEWAY } from '../sql/database.ts';
import { unlessRefused } from '../sql/add-rows.ts';
import { applyPending } from '../sql/apply-pending.ts';
import { type Engine, type EngineOptions, laterAmong, notApplied } from '../sql/engine.ts';
import { type Migration, namesOf, type OwnTables } from '../sql/migration.ts';
import { newTables } from '../sql/new-tables.ts';
import { additionsWorker } from './additions/additions-worker.ts';
import { appliedIn, firstOfColumnIn, isLarge, newestEventIn, stateOf } from './look-into-file.ts';
import { copyTo, isVacant, restoreFrom } from './sqlite-copy.ts';
import { IN_MEMORY, openConnection, type SqliteConnection } from './file/sqlite-connection.ts';
import { newInMemory } from './new-in-memory.ts';
import { SlowReads } from './slow-reads/slow-reads.ts';
import { sqliteKysely, type Statements } from './sqlite-kysely.ts';
import { sqliteReader } from './sqlite-reader.ts';
import { sqliteWriter, type SqliteWriter } from './sqlite-writer.ts';
import { requireWritable } from './writable-file.ts';
import { world } from '../../kernel/world.ts';

/**
 * Processes that start together create the same tables. The slower ones fail, and find the tables at their next
 * attempt.
 */
const MIGRATION_ATTEMPTS = 4;
const MIGRATION_PAUSE_MS = 50;
/** A number that rises on a connection when another connection commits a change. */
const DATA_VERSION = CompiledQuery.raw('pragma data_version');

/** SQLite in a file, or in `:memory:`. */
export function sqliteEngine(filename: string, { tables }: Pick<EngineOptions, 'tables'>): Engine {
  const { migrations } = tables;
  return {
    kind: 'sqlite',
    state: async () => stateOf(filename),
    // It stores every character.
    doubts: async () => [],
    pending: async () => notApplied(appliedIn(filename), migrations),
    later: async () => laterAmong(appliedIn(filename), migrations),
    async migrate() {
      const connection = await openConnection(filename);
      try {
        return await migrate(connection, { filename, tables });
      } finally {
        connection.close();
      }
    },
    async open(onMigrated = () => {}) {
      if (filename === IN_MEMORY) {
        const connection = await openConnection(newInMemory(migrations));
        onMigrated();
        return inMemory(connection);
      }
      const connection = await openConnection(filename);
      try {
        await migrate(connection, { filename, tables });
        onMigrated();
      } catch (error) {
        connection.close();
        throw error;
      }
      return inFile(filename, connection, await openConnection(filename));
    },
    isVacant: async () => isVacant(filename),
    newestEvent: async (upTo) => newestEventIn(filename, upTo ?? null),
    firstOf: async (column) => firstOfColumnIn(filename, column),
    // SQLite is a library of the gateway, so no tool is needed.
    requireCopying: async () => {},
    requireRestoring: async (file) =>
      (await import('./foreign-objects.ts')).requireOwnObjects(file, migrations),
    copyTo: (file) => copyTo(filename, file),
    restoreFrom: (file) => restoreFrom(filename, file),
    endLooks: async () => {},
    orm: async () => openOrm(await openConnection(filename), { filename, tables }),
  };
}

/** One connection writes and one reads. */
const CONNECTIONS = 2;

/** The entities only describe the tables. Statements go through Kysely and are prepared once. */
function inFile(filename: string, written: SqliteConnection, read: SqliteConnection): Database {
  const slowReads = new SlowReads(filename);
  const reader = sqliteReader(read, slowReads, () => isLarge(filename));
  const worker = world.hasThreads ? additionsWorker(filename) : null;
  const writer = sqliteWriter({ connection: written, worker, beforeResults: reader.renew });
  const database = databaseOf(reader.of, writer, written, async () => {
    await slowReads.close();
    reader.renew();
    read.close();
    written.close();
  });
  return {
    ...database,
    async stamp() {
      // On this connection, because the numbers of two connections cannot be compared.
      const { rows } = await read.execute<{ data_version: number }>(DATA_VERSION);
      return rows[0] === undefined ? null : String(rows[0].data_version);
    },
    async ping() {
      await database.ping();
      await requireWritable(filename);
      await requireFreeSpace(dirname(filename));
      await writer.ping();
    },
  };
}

/**
 * No second connection could see a database in memory, so reads use the connection of the writer, between its
 * transactions.
 */
function inMemory(connection: SqliteConnection): Database {
  const writer = sqliteWriter({ connection, worker: null, beforeResults: () => {} });
  const read: Statements = {
    async execute(query) {
      for (let turn = writer.settled(); turn !== null; turn = writer.settled()) await turn;
      return connection.execute(query);
    },
  };
  return databaseOf(
    () => read,
    writer,
    connection,
    async () => connection.close(),
  );
}

function databaseOf(
  readerOf: (owner: string) => Statements,
  writer: SqliteWriter,
  written: SqliteConnection,
  close: () => Promise<void>,
): Database {
  const reads = sqliteKysely(readerOf(GATEWAY));
  return {
    reads,
    readsOf: byOwner((owner) => sqliteKysely(readerOf(owner))),
    readMany(work, owner) {
      return work(owner === undefined ? this.reads : this.readsOf(owner));
    },
    writes: sqliteKysely({
      execute: <Row>(query: CompiledQuery) =>
        // A read does not need the write lock.
        written.isRead(query.sql)
          ? reads.executeQuery<Row>(query)
          : writer.transaction(GATEWAY, (db) => db.executeQuery<Row>(query)),
    }),
    counterShards: 1,
    rowLocks: false,
    // There is one writer at a time, so a transaction holds every name.
    takeName: async () => true,
    awaitName: async () => {},
    writersOf: async () => null,
    longestWaitMs: () => 0,
    stamp: async () => null,
    history: async () => ({ system: null, timeline: null }),
    usage() {
      const { used, ...rest } = writer.usage();
      // When another part of the process runs this, the reader is idle.
      return { used, idle: CONNECTIONS - used, ...rest };
    },
    transaction: (work, owner = GATEWAY) => writer.transaction(owner, work),
    addRows: (work, owner = GATEWAY) => unlessRefused(writer.transaction(owner, work)),
    async ping() {
      await reads.executeQuery(CompiledQuery.raw('select 1'));
    },
    async close() {
      await writer.close();
      await close();
    },
  };
}

interface Target {
  readonly filename: string;
  readonly tables: OwnTables;
}

/** Applies pending migrations and returns their names. */
async function migrate(
  connection: SqliteConnection,
  target: Target,
  attempts = MIGRATION_ATTEMPTS,
): Promise<readonly string[]> {
  const { filename, tables } = target;
  const { migrations } = tables;
  if (makeTables(connection, migrations)) return namesOf(migrations);
  if (notApplied(appliedIn(filename), migrations).length === 0) return [];
  const orm = await openOrm({ ...connection, file: { ...connection.file, close: () => {} } }, target);
  try {
    return await applyPending(orm);
  } catch (error) {
    if (attempts <= 1) throw error;
  } finally {
    await orm.close();
  }
  await world.pause(MIGRATION_PAUSE_MS);
  return migrate(connection, target, attempts - 1);
}

/** Makes the tables of a new database, all at once. False if it has any already. */
function makeTables(connection: SqliteConnection, migrations: readonly Migration[]): boolean {
  const isNew = () => connection.file.prepare('select 1 from sqlite_master limit 1').all([]).length === 0;
  if (!isNew()) return false;
  connection.exec('begin');
  try {
    // Another process may have made the tables before this one locked the file.
    const mine = isNew();
    if (mine) connection.runScript(newTables('sqlite', migrations).join(';'));
    connection.exec('commit');
    return mine;
  } catch (error) {
    connection.exec('rollback');
    throw error;
  }
}

/** The ORM is loaded only for pending migrations, because loading it takes half the time of a start. */
async function openOrm(connection: SqliteConnection, { filename, tables }: Target): Promise<MikroORM> {
  const { openSqliteOrm } = await import('./sqlite-orm.ts');
  return openSqliteOrm(connection, filename, tables);
}
