import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refusal } from '../../../src/kernel/errors.ts';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import type { Database } from '../../../src/engine/sql/database.ts';
import { openDatabase } from '../../support/database/open-database.ts';
import { freshDatabase } from '../../support/postgres/databases.ts';
import { needsPostgres } from '../../support/needs.ts';

type Db = Kysely<Tables>;

let file: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
beforeEach(async () => {
  file = await freshDatabase();
  database = await openDatabase(file.url, { poolSize: 4 });
});
afterEach(async () => {
  await database.close();
  await file.drop();
});

const add =
  (...names: readonly string[]) =>
  async (db: Db) => {
    for (const name of names) await db.insertInto('counter').values({ name, shard: 0, total: 1 }).execute();
    return { names };
  };
const namesIn = async (db: Db) => {
  const rows = await db.selectFrom('counter').select('name').where('name', 'not like', '%/%').execute();
  return rows.map(({ name }) => name).toSorted();
};

test('rows that work adds are on disk when its result is there', async () => {
  expect(await database.addRows(add('a', 'b'))).toEqual({ names: ['a', 'b'] });
  expect(await namesIn(database.reads)).toEqual(['a', 'b']);
});

test('of transactions that share a commit only those with a row that is there already come to nothing', async () => {
  await database.addRows(add('there'));
  const works = [add('a'), add('b', 'there'), add('c'), add('twice'), add('twice'), add('d')];
  const done = await Promise.all(works.map((work) => database.addRows(work)));
  const [a, b, c, twice, again, d] = done.map((each) => each !== null);
  expect([a, b, c, d]).toEqual([true, false, true, true]);
  expect(twice).toBe(!again);
  expect(await namesIn(database.reads)).toEqual(['a', 'c', 'd', 'there', 'twice']);
});

test('work that refuses the request adds nothing, and its error comes through', async () => {
  const refused = database.addRows(async (db) => {
    await add('a')(db);
    throw refusal('conflict', 'No.');
  });
  await expect(refused).rejects.toMatchObject({ code: 'conflict' });
  expect(await namesIn(database.reads)).toEqual([]);
});

test('a database that takes no rows any more is an error, since a change may have been made', async () => {
  await database.close();
  await expect(database.addRows(add('a'))).rejects.toMatchObject({ code: 'service_unavailable' });
  database = await openDatabase(file.url, { poolSize: 4 });
});

test('processes that add the same rows at once never wait for each other', needsPostgres(), async () => {
  const other = await openDatabase(file.url, { poolSize: 4 });
  for (let round = 0; round < 40; round += 1) {
    const names = Array.from({ length: 12 }, (_, at) => `${round}-${at}`);
    const one = names.map((name) => database.addRows(add(name)));
    const two = names.toReversed().map((name) => other.addRows(add(name)));
    const done = await Promise.all([...one, ...two]);
    expect(done.filter((each) => each !== null)).toHaveLength(names.length);
  }
  // A connection tells what it has met when it ends.
  await Promise.all([other.close(), database.close()]);
  database = await openDatabase(file.url, { poolSize: 4 });
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(database.reads);
  expect(rows).toEqual([{ deadlocks: 0 }]);
});
