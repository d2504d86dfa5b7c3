// A server of its own, since all its files are searched.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PLAIN_TEXT, SECRET_TEXTS, storeSecrets } from '../../run/encryption/secret-texts.ts';
import { findIn } from '../../run/encryption/spellings.ts';
import { openTestGateway } from '../../support/gateway.ts';
import { startPostgres, tell } from '../../support/postgres/server.ts';

test('nothing secret is found in the folder of the server or in any row', async () => {
  const since = Date.now() - 1_000;
  await using server = await startPostgres();
  const url = await server.create('kept');
  const fixture = await openTestGateway({ DATABASE_URL: url });
  await storeSecrets(await fixture.partner());
  await fixture.close();
  await tell(url, 'checkpoint');
  const dump = join(server.folder, 'dump.txt');
  const { rows: tables } = await tell(url, "select tablename from pg_tables where schemaname = 'public'");
  for (const { tablename } of tables) {
    const { rows } = await tell(url, `select t::text as line from "${tablename}" t`);
    appendFileSync(dump, rows.map(({ line }) => `${line}\n`).join(''));
  }
  expect(tables.length).toBeGreaterThan(10);
  expect(findIn(server.folder, Object.values(SECRET_TEXTS), since)).toEqual([]);
  const plain = findIn(server.folder, [PLAIN_TEXT], since).map((found) => found.slice(server.folder.length));
  expect(plain.join()).toMatch(/\/dump\.txt.*/);
  expect(plain.join()).toMatch(/\/base\//);
  expect(plain.join()).toMatch(/\/pg_wal\//);
});
