// Processes, since only that of a gateway logs what its start waits for.
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError } from '../../../src/kernel/config-error.ts';
import { engineOf } from '../../../src/run/open/engine-of.ts';
import { openTestGateway } from '../../support/gateway.ts';
import { dataFolder, environmentOf, FIRST_KEY, spawnGateway } from '../../support/gateway-process.ts';
import { type PostgresServer, startPostgres, tell } from '../../support/postgres/server.ts';
import { LAST_MIGRATION, MIGRATIONS } from '../../support/database/migrations.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server[Symbol.asyncDispose]());

/** The lock of migrations, which a process holds while it applies them. */
const LOCK = 'select pg_advisory_lock(17991, 19785)';

/** A start that finds the lock of migrations held by another process. */
async function lockedStart(databaseUrl: string) {
  const other = new Client({ connectionString: databaseUrl });
  await other.connect();
  await other.query(LOCK);
  const folder = dataFolder();
  const settings = {
    NODE_ENV: 'test',
    BOOTSTRAP_API_KEY: FIRST_KEY,
    PORT: '0',
    SECRET_KEY: '5e'.repeat(32),
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'info',
  };
  const { child, printed, exited } = spawnGateway(environmentOf(folder.path, settings));
  return {
    lines: (): readonly Record<string, unknown>[] =>
      printed.text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : [])),
    release: () => other.end(),
    async end() {
      child.kill('SIGINT');
      await exited;
      folder[Symbol.dispose]();
    },
  };
}

const namedIn = (lines: readonly Record<string, unknown>[], text: string) =>
  lines.filter(({ msg }) => String(msg).startsWith(text));

/** Less than a start waits before it says so. */
const FEW_SECONDS_MS = 2_500;

test.each([
  {
    what: 'a new database',
    database: 'waiting_new',
    prepare: async () => {},
    meanwhile: async () => {},
    pending: { pending: MIGRATIONS.length, first: '0001-baseline' },
  },
  {
    what: 'tables of an earlier version',
    database: 'waiting_old',
    async prepare(url: string) {
      await (await engineOf(url, { poolSize: 1 })).migrate();
      await tell(url, `delete from mikro_orm_migrations where name = '${LAST_MIGRATION}'`);
    },
    meanwhile: (url: string) =>
      tell(url, `insert into mikro_orm_migrations (name) values ('${LAST_MIGRATION}')`),
    pending: { pending: 1, first: LAST_MIGRATION },
  },
])(
  'a start that waits for the migrations of another process says so once: $what',
  async ({ database, prepare, meanwhile, pending }) => {
    const url = await server.create(database);
    await prepare(url);
    const start = await lockedStart(url);
    const said = () => namedIn(start.lines(), 'waiting for the migrations');
    await expect.poll(said).toEqual([expect.objectContaining(pending)]);
    await meanwhile(url);
    await start.release();
    await expect.poll(() => namedIn(start.lines(), 'listening')).toHaveLength(1);
    const [listening] = namedIn(start.lines(), 'listening');
    expect(listening?.['migrations_ms']).toBeGreaterThan(FEW_SECONDS_MS);
    expect(listening?.['database_ms']).toBeLessThan(Number(listening?.['migrations_ms']));
    expect(said()).toHaveLength(1);
    await start.end();
  },
);

test('a start whose migration fails names it, the SQLSTATE and what to do, and keeps none', async () => {
  const url = await server.create('occupied');
  await tell(url, 'create table customer (id text)');
  await expect(openTestGateway({ DATABASE_URL: url })).rejects.toThrow(
    new ConfigError(
      'The database (DATABASE_URL, by default in DATA_DIR) cannot be used: the migration 0001-baseline failed with SQLSTATE 42P07 (a table or an index of this name exists, and no migration made it). No pending migration was kept; see "When a migration fails" in the guide to upgrading.',
    ),
  );
  const { rows } = await tell(url, "select tablename as name from pg_tables where schemaname = 'public'");
  expect(rows).toEqual([{ name: 'customer' }, { name: 'mikro_orm_migrations' }]);
  expect((await tell(url, 'select * from mikro_orm_migrations')).rows).toEqual([]);
});

/** Longer than the timeouts of the database below, and shorter than what a migration waits for. */
const LONG = 'select pg_sleep(1)';

test.each([
  {
    what: 'of a new database, while another process migrates',
    database: 'impatient_new',
    prepare: async () => {},
    hold: LOCK,
    meanwhile: async () => {},
    applied: MIGRATIONS,
  },
  {
    what: 'of tables of an earlier version, while a request uses one',
    database: 'impatient_old',
    async prepare(url: string) {
      await (await engineOf(url, { poolSize: 1 })).migrate();
      await tell(url, `delete from mikro_orm_migrations where name = '${LAST_MIGRATION}'`);
    },
    hold: 'begin; lock table customer in access share mode',
    meanwhile: (url: string) =>
      tell(url, `insert into mikro_orm_migrations (name) values ('${LAST_MIGRATION}')`),
    applied: [],
  },
])(
  'the timeouts that a database sets for its requests end no migration $what',
  async ({ database, prepare, hold, meanwhile, applied }) => {
    const url = await server.create(database);
    await prepare(url);
    const other = new Client({ connectionString: url });
    await other.connect();
    await other.query(hold);
    for (const setting of ['statement_timeout', 'lock_timeout'])
      await tell(url, `alter database ${database} set ${setting} = '300ms'`);
    const migrating = (await engineOf(url, { poolSize: 1 })).migrate();
    const ended = migrating.then(String, String);
    expect(await Promise.race([ended, other.query(LONG)])).toMatchObject({ command: 'SELECT' });
    await meanwhile(url);
    await other.end();
    expect(await migrating).toEqual(applied);
  },
);
