import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropDatabases, newPrefix } from './databases.ts';
import { type PostgresServer, startPostgres, tell } from './server.ts';
import { renew, renewalOf, type Renewal } from './used-database.ts';

test('the databases that a run left on the server are dropped, with open connections or not, and nothing else', async () => {
  await using server = await startPostgres();
  const [prefix, other] = [newPrefix(), newPrefix()];
  for (const name of [`${prefix}template`, `${prefix}1`, `${other}1`, 'gateway']) await server.create(name);
  const open = new Client({ connectionString: server.url(`${prefix}1`) });
  open.on('error', () => {});
  await open.connect();
  await dropDatabases(server.url('postgres'), prefix);
  const { rows } = await tell(
    server.url('postgres'),
    'select datname from pg_database where not datistemplate',
  );
  const left = rows.map(({ datname }) => datname).toSorted();
  expect(left).toEqual([`${other}1`, 'gateway', 'postgres'].toSorted());
});

describe('a database that a test has used', () => {
  const TABLES = `create table kept (id int generated always as identity primary key, name text);
    create table empty (kept int references kept (id)); insert into kept (name) values ('it''s'), (null)`;
  let server: PostgresServer;
  let renewal: Renewal;
  beforeAll(async () => {
    server = await startPostgres();
    const template = await server.create('template');
    await tell(template, TABLES);
    renewal = await renewalOf(template);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test('has the rows of the template again, and its numbers begin anew', async () => {
    const url = await server.create('rows', 'template');
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

  test.each([
    'create table more (id int)',
    'alter table kept add column more int',
    'alter table empty drop constraint empty_kept_fkey',
    'alter table kept disable trigger all',
    'drop table empty',
    'create function more() returns int language sql as $$ select 1 $$',
    'create index more on kept (name)',
    'analyze kept',
    `insert into kept (name) select repeat('x', 1000) from generate_series(1, 3000)`,
  ])('is not used again after: %s', async (statement) => {
    const url = await server.create(randomUUID(), 'template');
    await tell(url, statement);
    expect(await renew(url, renewal)).toBe(false);
  });

  test('is left by every other connection before it is as new', async () => {
    const url = await server.create('alone', 'template');
    const late = new Client({ connectionString: url });
    late.on('error', () => {});
    await late.connect();
    await late.query(`begin; insert into kept (name) values ('late')`);
    expect(await renew(url, renewal)).toBe(true);
    await expect(late.query('commit')).rejects.toThrow(/terminat/);
    expect((await tell(url, 'select count(*)::int from kept')).rows).toEqual([{ count: 2 }]);
  });
});
