import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MIGRATIONS_TABLE } from '../../../src/engine/sql/engine.ts';
import { engineOf } from '../../../src/run/open/engine-of.ts';
import { freshDatabase, onPostgres } from '../../support/postgres/databases.ts';
import { runCommand } from '../../support/run-command.ts';

let folder: string;
let settings: { readonly DATABASE_URL: string; readonly SECRET_KEY: string };
let drop: () => Promise<void>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundgate-later-'));
  const database = onPostgres()
    ? await freshDatabase()
    : { url: `sqlite:${folder}/gateway.db`, drop: async () => {} };
  settings = { DATABASE_URL: database.url, SECRET_KEY: '0d'.repeat(32) };
  drop = database.drop;
});
afterEach(async () => {
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Notes migrations as applied, as a gateway of a later version does that has them. */
async function migrateLater(...names: readonly string[]): Promise<void> {
  const database = await (await engineOf(settings.DATABASE_URL, { poolSize: 1 })).open();
  for (const name of names)
    await sql`insert into ${sql.table(MIGRATIONS_TABLE)} (name) values (${name})`.execute(database.writes);
  await database.close();
}

test('a command on tables of a later version works, and says what they are', async () => {
  const environment = { DATA_DIR: folder, ...settings };
  expect(await runCommand(environment, 'partner', 'create', 'Acme')).toMatchObject({ code: 0 });
  expect(await runCommand(environment, 'partner', 'list', '--json')).toMatchObject({ code: 0, err: '' });

  await migrateLater('9998-what-comes', '9999-and-goes');
  const { code, out, err } = await runCommand(environment, 'partner', 'list', '--json');
  expect({ code, err }).toEqual({
    code: 0,
    err: 'The tables of the database are of a later version of the gateway (9999-and-goes), which this one may not work with.\n',
  });
  expect(JSON.parse(out).partners).toHaveLength(1);
});

test.each([['migrate'], ['migrate', '--check']])(
  '%s %s has nothing to do there, and says why',
  async (...args) => {
    const environment = { DATA_DIR: folder, ...settings };
    expect(await runCommand(environment, 'migrate')).toMatchObject({ code: 0, err: '' });
    await migrateLater('9999-what-comes');
    expect(await runCommand(environment, ...args)).toEqual({
      code: 0,
      out: expect.stringContaining('nothing'),
      err: 'The tables of the database are of a later version of the gateway (9999-what-comes), which this one may not work with.\n',
    });
  },
);
