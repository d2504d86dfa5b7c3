import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  databaseUrl,
  dropDatabases,
  emptyDatabase,
  newPrefix,
  serverUrl,
  type TestDatabase,
} from './databases.ts';
import { tell } from './server.ts';
import { renew, renewalOf, type Renewal } from './used-database.ts';

test('the databases that a run left on the server are dropped, with open connections or not, and nothing else', async () => {
  const [prefix, other] = [newPrefix(), newPrefix()];
  for (const name of [`${prefix}template`, `${prefix}1`, `${other}1`])
    await tell(serverUrl(), `create database ${name}`);
  const open = new Client({ connectionString: databaseUrl(serverUrl(), `${prefix}1`) });
  open.on('error', () => {});
  await open.connect();
  await dropDatabases(serverUrl(), prefix);
  const { rows } = await tell(
    serverUrl(),
    `select datname from pg_database where datname ~ '^(${prefix}|${other}|postgres$)' order by datname`,
  );
  expect(rows.map(({ datname }) => datname)).toEqual([`${other}1`, 'postgres']);
  await dropDatabases(serverUrl(), other);
});

describe('a database that a test has used', () => {
  const TABLES = `create table kept (id int generated always as identity primary key, name text);
    create table empty (kept int references kept (id)); insert into kept (name) values ('it''s'), (null)`;
  let own: TestDatabase;
  let url: string;
  let renewal: Renewal;
  beforeAll(async () => {
    own = await emptyDatabase();
    url = own.url;
    await tell(url, TABLES);
    renewal = await renewalOf(url);
  });
  afterAll(() => own.drop());

  test('has the rows of the template again, and its numbers begin anew', async () => {
    await tell(
      url,
      `insert into empty values (1); delete from kept where name is null; update kept set name = 'x'`,
    );
    await tell(url, `insert into kept (name) select 'y' from generate_series(1, 9)`);
    expect(await renew(url, renewal)).toBe(true);
    expect((await tell(url, 'select * from empty')).rows).toEqual([]);
    expect((await tell(url, 'select * from kept order by id')).rows).toEqual([
      { id: 1, name: "it's" },
      { id: 2, name: null },
    ]);
    const { rows } = await tell(url, `insert into kept (name) values ('next') returning id`);
    expect(rows).toEqual([{ id: 3 }]);
  });

  test('is left by every other connection before it is as new', async () => {
    const late = new Client({ connectionString: url });
    late.on('error', () => {});
    await late.connect();
    await late.query(`begin; insert into kept (name) values ('late')`);
    expect(await renew(url, renewal)).toBe(true);
    const commit = late.query('commit').then(
      () => 'done',
      () => 'refused',
    );
    expect(await commit).toBe('refused');
    expect((await tell(url, 'select count(*)::int from kept')).rows).toEqual([{ count: 2 }]);
  });

  // Each on top of those before it.
  test.each([
    'create table more (id int)',
    'alter table kept add column more int',
    'alter table kept disable trigger all',
    'alter table empty drop constraint empty_kept_fkey',
    'drop table empty',
    'create function more() returns int language sql as $$ select 1 $$',
    'create index more_kept on kept (name)',
    'analyze kept',
    `insert into kept (name) select repeat('x', 1000) from generate_series(1, 3000)`,
  ])('is not used again after: %s', async (statement) => {
    const before = await renewalOf(url);
    await tell(url, statement);
    expect(await renew(url, before)).toBe(false);
  });
});
