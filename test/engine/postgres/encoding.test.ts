// A server of its own, since databases of other encodings come from its template0.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError } from '../../../src/kernel/config-error.ts';
import { engineOf } from '../../../src/run/open/engine-of.ts';
import { openGateway } from '../../../src/run/open/open-gateway.ts';
import { readConfig } from '../../../src/run/config/config.ts';
import { migrateTables } from '../../../src/run/open/migrate-tables.ts';
import { dataFolder, environmentOf } from '../../support/gateway-process.ts';
import { type PostgresServer, startPostgres, tell } from '../../support/postgres/server.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server[Symbol.asyncDispose]());

async function databaseIn(encoding: string): Promise<string> {
  const name = encoding.toLowerCase();
  const how = `encoding '${encoding}' locale_provider libc locale 'C' template template0`;
  await tell(server.url('postgres'), `create database "${name}" ${how}`);
  return server.url(name);
}

const settingsFor = (folder: string, DATABASE_URL: string) =>
  readConfig(environmentOf(folder, { NODE_ENV: 'test', SECRET_KEY: '5e'.repeat(32), DATABASE_URL }));

test('a database that cannot store every name ends a start and a migration, and gets no tables', async () => {
  using folder = dataFolder();
  const url = await databaseIn('LATIN1');
  const refused = new ConfigError(
    "The database of DATABASE_URL has the encoding LATIN1, in which many names cannot be stored: make one with encoding 'UTF8'.",
  );
  await expect(openGateway(settingsFor(folder.path, url))).rejects.toThrow(refused);
  await expect(migrateTables(settingsFor(folder.path, url))).rejects.toThrow(refused);
  expect(await (await engineOf(url, { poolSize: 1 })).isVacant()).toBe(true);
});

test('a database that checks no text is used, and a start says so', async () => {
  using folder = dataFolder();
  const doubts: string[] = [];
  const config = settingsFor(folder.path, await databaseIn('SQL_ASCII'));
  await using _gateway = await openGateway(config, undefined, {
    onDoubt: (sentence) => void doubts.push(sentence),
  });
  expect(doubts).toEqual([
    'the database has the encoding SQL_ASCII: it checks no text, and other programs may read names as they like; make one with UTF8',
  ]);
});

test('a database in UTF-8 is accepted', async () => {
  const engine = await engineOf(await server.create('utf8'), { poolSize: 1 });
  expect(await engine.doubts()).toEqual([]);
});
