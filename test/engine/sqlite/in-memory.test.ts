import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/engine/sql/database.ts';
import { engineOf } from '../../../src/run/open/engine-of.ts';

async function open(url: string): Promise<Database> {
  const database = await (await engineOf(url, { poolSize: 4 })).open();
  onTestFinished(() => database.close());
  return database;
}

const openInMemory = () => open('sqlite::memory:');

/** Every table, index and trigger, the migrations, and the rows that they make. */
async function contentOf({ reads }: Database) {
  const parts = await sql`select type, name, tbl_name, sql from sqlite_master order by type, name`.execute(
    reads,
  );
  const migrations = await sql`select id, name from mikro_orm_migrations order by id`.execute(reads);
  const counters = await sql`select * from counter`.execute(reads);
  return [parts.rows, migrations.rows, counters.rows];
}

test('each database in memory is like a new one in a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-memory-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const expected = await contentOf(await open(`sqlite:${join(folder, 'gateway.db')}`));
  expect(expected.map((rows) => rows.length > 0)).toEqual([true, true, true]);
  for (const database of [await openInMemory(), await openInMemory()])
    expect(await contentOf(database)).toEqual(expected);
});

test('two databases in memory have no rows in common, and the next one is new', async () => {
  const insertInto = ({ writes }: Database) =>
    writes.insertInto('gateway_kind').values({ id: 'gateway', kind: 'live' }).execute();
  const kindsIn = ({ reads }: Database) => reads.selectFrom('gateway_kind').selectAll().execute();
  const [one, other] = [await openInMemory(), await openInMemory()];
  await insertInto(one);
  expect([(await kindsIn(one)).length, (await kindsIn(other)).length]).toEqual([1, 0]);
  expect(await kindsIn(await openInMemory())).toEqual([]);
});

test('a database in memory keeps its references, and takes back a transaction that fails', async () => {
  const database = await openInMemory();
  const { rows } = await sql`pragma foreign_keys`.execute(database.reads);
  expect(rows).toEqual([{ foreign_keys: 1 }]);
  const failing = database.transaction(async (db) => {
    await db.insertInto('gateway_kind').values({ id: 'gateway', kind: 'live' }).execute();
    throw new Error('It fails.');
  });
  await expect(failing).rejects.toThrow('It fails.');
  expect(await database.reads.selectFrom('gateway_kind').selectAll().execute()).toEqual([]);
});
