import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { engineOf } from '../../../src/run/open/engine-of.ts';
import { checkpointAll, verify } from '../../support/fixtures/audit-fixture.ts';
import { LATER, laterVersion } from '../../support/database/later-migration.ts';
import { emptyEngine } from '../../support/database/engines.ts';
import { customerBody, openTestGateway } from '../../support/gateway.ts';

test('the next version migrates tables with rows while a gateway of this version serves, which goes on', async () => {
  await using database = await emptyEngine();
  const fixture = await openTestGateway({ DATABASE_URL: database.url });
  const partner = await fixture.partner();
  const create = async (name: string) =>
    (await partner.rest('POST', '/v1/customers', customerBody({ company_name: name }))).status;
  expect(await create('Before')).toBe(200);

  const next = await engineOf(database.url, { poolSize: 1, migrations: laterVersion });
  expect(await next.pending()).toEqual([LATER.name]);
  const meanwhile = Promise.all(Array.from({ length: 10 }, () => create('Meanwhile')));
  expect(await next.migrate()).toEqual([LATER.name]);
  expect(new Set(await meanwhile)).toEqual(new Set([200]));
  expect(await next.pending()).toEqual([]);
  expect(await database.engine.later()).toEqual({ migrations: 1, last: LATER.name });

  const { reads } = fixture.gateway.database;
  const { rows } = await sql`select later_name from customer where company_name = 'Before'`.execute(reads);
  expect(rows).toEqual([{ later_name: 'Before' }]);
  expect(await create('After')).toBe(200);
  expect((await partner.rest('GET', '/v1/customers')).json.count).toBe(12);
  await checkpointAll(fixture);
  expect((await verify(fixture)).findings).toEqual([]);
  await fixture.close();
});

test('a migration that fails leaves the tables as they were, and works once its reason is gone', async () => {
  await using database = await emptyEngine();
  await database.engine.migrate();
  const opened = await database.engine.open();
  await sql`create table later (id integer)`.execute(opened.writes);
  const next = await engineOf(database.url, { poolSize: 1, migrations: laterVersion });
  await expect(next.migrate()).rejects.toMatchObject({ migration: LATER.name });
  expect(await next.pending()).toEqual([LATER.name]);
  await expect(sql`select later_name from customer`.execute(opened.reads)).rejects.toThrow(/later_name/);
  await sql`drop table later`.execute(opened.writes);
  expect(await next.migrate()).toEqual([LATER.name]);
  await opened.close();
});
