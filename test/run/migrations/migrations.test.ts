import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { engineOf } from '../../../src/run/open/engine-of.ts';
import { onPostgres } from '../../support/postgres/databases.ts';
import { differencesOf, emptyEngine, rowsOf, tablesOf } from '../../support/database/engines.ts';
import { MIGRATIONS } from '../../support/database/migrations.ts';

test('the migrations make the tables that the entities describe', async () => {
  await using database = await emptyEngine();
  await database.engine.migrate();
  const orm = await database.engine.orm();
  expect(await differencesOf(orm)).toEqual([]);
  await orm.close();
});

test('a new database has the tables and rows that the migrations make one by one', async () => {
  await using made = await emptyEngine();
  await made.engine.migrate();
  await using migrated = await emptyEngine();
  const orm = await migrated.engine.orm();
  await orm.migrator.up();
  await orm.close();
  const tables = await tablesOf(made);
  expect(tables.length).toBeGreaterThan(50);
  expect(tables).toEqual(await tablesOf(migrated));
  const rows = await rowsOf(made);
  expect(rows['counter']).toMatchObject([{ name: 'all/partners', shard: 0 }]);
  expect(rows).toEqual(await rowsOf(migrated));
});

test('a missing column, index or collation would be a difference', async () => {
  await using database = await emptyEngine();
  await database.engine.migrate();
  const orm = await database.engine.orm();
  const column = 'alter table counter drop column total';
  const collation = 'alter table customer alter column company_name type text collate "POSIX"';
  for (const change of ['drop index customer_page', column, ...(onPostgres() ? [collation] : [])]) {
    const before = await differencesOf(orm);
    await orm.em.getConnection().execute(change);
    expect(await differencesOf(orm)).not.toEqual(before);
  }
  await orm.close();
});

test('pending migrations are listed before they are applied, and none after', async () => {
  await using database = await emptyEngine();
  expect(await database.engine.pending()).toEqual(MIGRATIONS);
  expect(await database.engine.pending()).toEqual(MIGRATIONS);
  expect(await database.engine.migrate()).toEqual(MIGRATIONS);
  expect(await database.engine.pending()).toEqual([]);
  expect(await database.engine.migrate()).toEqual([]);
});

test('unknown tables are left unchanged', async () => {
  await using database = await emptyEngine();
  const orm = await database.engine.orm();
  await orm.em.getConnection().execute('create table ledger_of_another (id integer primary key)');
  await orm.em.getConnection().execute('insert into ledger_of_another values (1)');
  await orm.close();
  const opened = await database.engine.open();
  const { rows } = await sql`select id from ledger_of_another`.execute(opened.reads);
  expect(rows).toEqual([{ id: 1 }]);
  await opened.close();
});

test('no statement can alter, delete or truncate the trail', async () => {
  await using database = await emptyEngine();
  const opened = await database.engine.open();
  const row = { id: 'evt_1', type: 'a', subject: 'a/1', sequence: 1, partner_id: null };
  const event = { ...row, actor: 'cli', request_id: 'r', created_at: 'now', data: '{}' };
  await opened.writes
    .insertInto('event')
    .values({ ...event, key: '', mac: '' })
    .execute();
  const only = /append-only/;
  await expect(opened.writes.updateTable('event').set({ data: '1' }).execute()).rejects.toThrow(only);
  await expect(opened.writes.deleteFrom('event').execute()).rejects.toThrow(only);
  if (onPostgres()) await expect(sql`truncate event`.execute(opened.writes)).rejects.toThrow(only);
  expect(await opened.reads.selectFrom('event').select('data').execute()).toEqual([{ data: '{}' }]);
  await opened.close();
});

test('a folder in the place of a database is refused, and keeps its mode', async () => {
  const { mode } = statSync(tmpdir());
  const engine = await engineOf(`sqlite:${tmpdir()}`, { poolSize: 1 });
  await expect(engine.open()).rejects.toThrow(/unable to open database file/);
  expect(statSync(tmpdir()).mode).toBe(mode);
});
