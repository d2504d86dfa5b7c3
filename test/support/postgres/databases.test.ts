import { Client } from 'pg';
import { expect, test } from 'vitest';
import { dropDatabases, newPrefix } from './databases.ts';
import { startPostgres, tell } from './server.ts';

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
