import type { MikroORM } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { type Database, GATEWAY } from '../sql/database.ts';
import {
  type DatabaseState,
  type Engine,
  type EngineOptions,
  FIRST_FILLED,
  laterAmong,
  MIGRATIONS_TABLE,
  notApplied,
  type OnReplica,
} from '../sql/engine.ts';
import { unlessRefused } from '../sql/add-rows.ts';
import { type Migration, namesOf, type OwnTables } from '../sql/migration.ts';
import { newTables } from '../sql/new-tables.ts';
import { type Looks, looksAt, withConnection } from './connections/looks.ts';
import { doubtsAboutEncoding } from './encoding.ts';
import { dumpTo, requireDump, requireRestore, restoreDump } from './postgres-dump.ts';
import { MIGRATION_LOCK_TIMEOUT_MS } from './connections/postgres-pool.ts';
import { primaryOf } from './connections/primary-client.ts';
import { spreadOver } from './replicas.ts';
import { historyOf, stampOf } from './server-state.ts';
import { awaitName, takeName } from './name-locks.ts';
import { writersOf } from './writers-of.ts';
import { retryLostRaces } from './connections/retry.ts';
import { applyWithTablesHeld } from './tables-held.ts';
import { type SharedPool, sharedPool } from './connections/shared-pool.ts';

/**
 * Shards of each running total. Two writers block each other only if they pick the same shard. A page adds up all
 * shards in microseconds.
 */
const COUNTER_SHARDS = 16;
/**
 * The key of the migration lock: `FG` and `MI` in ASCII. It has two numbers, so it differs from every lock of
 * `takeName`.
 */
const MIGRATION_LOCK = [0x4647, 0x4d49] as const;

/** Timeouts that a role or a database sets for requests do not end migrations. */
const NO_TIMEOUTS = `select set_config('statement_timeout', '0', false),
  set_config('lock_timeout', '${MIGRATION_LOCK_TIMEOUT_MS}', false)`;

/**
 * A write that changes no row. A read-only server or a standby refuses it like any write. Then the connection is
 * closed, and the next one may reach a server that accepts writes.
 */
const NO_CHANGE = 'delete from gateway_process where false';

/** A PostgreSQL server, which several processes can share. */
export function postgresEngine(
  url: string,
  { poolSize, prepares = true, replicaUrls = [], onReplica = () => {}, tables }: EngineOptions,
): Engine {
  const { migrations } = tables;
  const primary = primaryOf(url);
  const looks = looksAt(url);
  return {
    kind: 'postgres',
    state: () => looks.look(stateIn),
    doubts: () => looks.look(doubtsAboutEncoding),
    pending: () => looks.look(async (db) => notApplied(await appliedIn(db), migrations)),
    later: () => looks.look(async (db) => laterAmong(await appliedIn(db), migrations)),
    migrate: () => migrate(url, looks, tables),
    async open(onMigrated = () => {}) {
      await migrate(url, looks, tables);
      onMigrated();
      const poolOf = (server: string) =>
        sharedPool(server, { size: poolSize, prepares, sums: tables.sums, raced: tables.raced });
      return databaseOf(poolOf(url), { replicas: replicaUrls.map(poolOf), onReplica, raced: tables.raced });
    },
    isVacant: () => looks.look(isVacant),
    newestEvent: (upTo) => looks.look((db) => newestEventIn(db, upTo ?? null)),
    firstOf: (column) => looks.look((db) => firstOfColumnIn(db, column)),
    requireCopying: async () => requireDump(await primary(), await looks.look(majorVersionIn)),
    requireRestoring: async (file) =>
      requireRestore(await primary(), file, {
        server: await looks.look(majorVersionIn),
        migrations,
      }),
    copyTo: async (file) => dumpTo(await primary(), file),
    restoreFrom: async (file) => restoreDump(await primary(), file),
    endLooks: looks.end,
    orm: async () => openOrm(await primary(), tables),
  };
}

interface Around {
  readonly replicas: readonly SharedPool[];
  readonly onReplica: OnReplica;
  readonly raced: ReadonlySet<string>;
}

function databaseOf(pool: SharedPool, { replicas, onReplica, raced }: Around): Database {
  let retries = 0;
  const spread = spreadOver(pool.of(GATEWAY, 'read'), replicas, onReplica);
  return {
    reads: pool.of(GATEWAY, 'read'),
    readsOf: (owner) => pool.of(owner, 'read'),
    readMany(work, owner) {
      return spread(owner === undefined ? this.reads : this.readsOf(owner), work, owner);
    },
    writes: pool.of(GATEWAY, 'change'),
    counterShards: COUNTER_SHARDS,
    rowLocks: true,
    takeName,
    awaitName,
    writersOf,
    longestWaitMs: () => pool.longestWaitMs(),
    stamp: () => stampOf(pool.of(GATEWAY, 'read')),
    history: () => historyOf(pool.of(GATEWAY, 'read')),
    usage: () => ({ ...pool.usage(), retries }),
    transaction: (work, owner = GATEWAY) =>
      retryLostRaces(() => pool.transaction(owner, work), { raced, onRetry: () => void (retries += 1) }),
    addRows: (work, owner = GATEWAY) => unlessRefused(pool.transaction(owner, work)),
    async ping() {
      await this.writes.executeQuery(CompiledQuery.raw(NO_CHANGE));
    },
    async close() {
      await Promise.all([pool, ...replicas].map((each) => each.close()));
    },
  };
}

/** The first process applies the pending migrations. The others wait, and then find nothing to do. */
async function migrate(url: string, looks: Looks, tables: OwnTables): Promise<readonly string[]> {
  const { migrations } = tables;
  const pending = await looks.look(async (db) => notApplied(await appliedIn(db), migrations));
  await looks.end();
  if (pending.length === 0) return [];
  return withConnection(url, async (db) => {
    // Turns off the timeouts of the role or the database, because the wait for another process, or a new index, may
    // take minutes.
    await db.executeQuery(CompiledQuery.raw(NO_TIMEOUTS));
    const [space, lock] = MIGRATION_LOCK;
    await db.executeQuery(CompiledQuery.raw(`select pg_advisory_lock(${space}, ${lock})`));
    if (await isVacant(db)) return makeTables(db, migrations);
    const [first] = notApplied(await appliedIn(db), migrations);
    if (first === undefined) return [];
    const orm = await openOrm(await primaryOf(url)(), tables);
    try {
      return await applyWithTablesHeld(orm, first);
    } finally {
      await orm.close();
    }
  });
}

/** Makes the tables of a new database, all at once. */
async function makeTables(db: Kysely<unknown>, migrations: readonly Migration[]): Promise<readonly string[]> {
  await db.transaction().execute(async (transaction) => {
    for (const statement of newTables('postgres', migrations))
      await transaction.executeQuery(CompiledQuery.raw(statement));
  });
  return namesOf(migrations);
}

async function stateIn(db: Kysely<unknown>): Promise<DatabaseState> {
  if (!(await hasTable(db, MIGRATIONS_TABLE))) return 'absent';
  if (!(await hasTable(db, FIRST_FILLED))) return 'unused';
  const { rows } = await sql`select 1 from ${sql.table(FIRST_FILLED)} limit 1`.execute(db);
  return rows.length > 0 ? 'used' : 'unused';
}

/** For example 15 for version 15.4. */
async function majorVersionIn(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{
    major: number;
  }>`select current_setting('server_version_num')::int / 10000 as major`.execute(db);
  return rows[0]?.major ?? 0;
}

async function isVacant(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit 1`.execute(db);
  return rows.length === 0;
}

async function newestEventIn(db: Kysely<unknown>, upTo: string | null): Promise<string | null> {
  if (!(await hasTable(db, 'event'))) return null;
  const { rows } = await sql<{ id: string | null }>`
    select max(id) as id from event where ${upTo}::text is null or id <= ${upTo}`.execute(db);
  return rows[0]?.id ?? null;
}

async function firstOfColumnIn(db: Kysely<unknown>, column: `${string}.${string}`): Promise<string | null> {
  const [table = '', name = ''] = column.split('.');
  if (!(await hasTable(db, table))) return null;
  const { rows } = await sql<{ text: string }>`
    select ${sql.ref(name)} as text from ${sql.table(table)} limit 1`.execute(db);
  return rows[0]?.text ?? null;
}

async function hasTable(db: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass(${name}) is not null as known`.execute(
    db,
  );
  return rows[0]?.known === true;
}

async function appliedIn(db: Kysely<unknown>): Promise<readonly { name: string }[]> {
  if (!(await hasTable(db, MIGRATIONS_TABLE))) return [];
  return (await sql<{ name: string }>`select name from ${sql.table(MIGRATIONS_TABLE)}`.execute(db)).rows;
}

/** Loaded only if it is needed, because loading takes half the time of a start. */
async function openOrm(url: string, tables: OwnTables): Promise<MikroORM> {
  const { openPostgresOrm } = await import('./postgres-orm.ts');
  return openPostgresOrm(url, tables);
}
