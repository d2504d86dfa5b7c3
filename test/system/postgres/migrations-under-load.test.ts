// A server of its own, since the locks of all sessions are looked at.
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineOf } from '../../../src/run/open/engine-of.ts';
import { LATER, laterVersion } from '../../support/database/later-migration.ts';
import { type PostgresServer, startPostgres, tell } from '../../support/postgres/server.ts';
import { MIGRATIONS } from '../../support/database/migrations.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server[Symbol.asyncDispose]());

/** The tables of this version, and the next version, whose migration locks customers. */
async function formerTables(name: string) {
  const url = await server.create(name);
  await (await engineOf(url, { poolSize: 1 })).migrate();
  const engine = await engineOf(url, { poolSize: 1, migrations: laterVersion });
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin; lock table customer in row exclusive mode');
  return { url, engine, client };
}

/** Resolves when a session waits for a lock. */
async function someoneWaits(url: string): Promise<void> {
  const waiting = async () => (await tell(url, 'select 1 from pg_locks where not granted')).rows.length;
  await expect.poll(waiting).toBeGreaterThan(0);
}

test('migrations give way to a change of an older gateway that waits for them, and both are done', async () => {
  const { url, engine, client } = await formerTables('crossed');
  const migrated = engine.migrate();
  migrated.catch(() => {});
  await someoneWaits(url);
  await client.query('lock table api_key, event in row exclusive mode');
  await client.query('commit');
  expect(await migrated).toEqual([LATER.name]);
  const { rows } = await tell(
    url,
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
  await client.end();
});

test('migrations run beside the tables of another program', async () => {
  const url = await server.create('beside');
  await tell(url, 'create table other (id text)');
  expect(await (await engineOf(url, { poolSize: 1 })).migrate()).toEqual([...MIGRATIONS]);
});
