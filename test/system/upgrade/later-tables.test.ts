// In a process, since only that of a gateway logs what its start finds.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MIGRATIONS_TABLE } from '../../../src/engine/sql/engine.ts';
import { engineOf } from '../../../src/run/open/engine-of.ts';
import { dataFolder, startGateway } from '../../support/gateway-process.ts';
import { freshDatabase, onPostgres } from '../../support/postgres/databases.ts';

test('a gateway on tables of a later version works, and logs what they are', async () => {
  using folder = dataFolder();
  const database = onPostgres()
    ? await freshDatabase()
    : { url: `sqlite:${folder.path}/gateway.db`, drop: async () => {} };

  /** What a start logs although its log leaves requests out. */
  async function warnings(): Promise<readonly Record<string, unknown>[]> {
    const settings = { DATABASE_URL: database.url, SECRET_KEY: '0d'.repeat(32), LOG_LEVEL: 'warn' };
    await using gateway = await startGateway(folder.path, settings);
    expect((await gateway.rest('GET', '/v1/customers')).status).toBe(200);
    await gateway.stop('SIGINT');
    const lines = gateway.printed.text.split('\n').filter((line) => line.startsWith('{'));
    return lines
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter(({ msg }) => /version/.test(String(msg)));
  }

  expect(await warnings()).toEqual([]);
  const opened = await (await engineOf(database.url, { poolSize: 1 })).open();
  for (const name of ['9998-what-comes', '9999-and-goes'])
    await sql`insert into ${sql.table(MIGRATIONS_TABLE)} (name) values (${name})`.execute(opened.writes);
  await opened.close();
  const msg =
    'the tables of the database are of a later version of the gateway, which this one may not work with';
  expect(await warnings()).toMatchObject([{ level: 40, migrations: 2, last: '9999-and-goes', msg }]);
  await database.drop();
});
