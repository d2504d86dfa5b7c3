import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import SqliteFile from 'better-sqlite3';
import { expect, test } from 'vitest';
import { copyTo } from '../../../src/engine/sqlite/sqlite-copy.ts';
import { dataFolder } from '../../support/gateway-process.ts';

/** More than one step of a copy has pages. */
const ROWS = 9_000;

test('a copy that takes several steps ends while another process writes, and has the rows of its beginning', async () => {
  using folder = dataFolder();
  const name = join(folder.path, 'gateway.db');
  const source = new SqliteFile(name);
  source.pragma('journal_mode = wal');
  source.exec('create table each (number integer primary key, bytes blob)');
  source
    .prepare(
      `with recursive series(n) as (select 1 union all select n + 1 from series where n < ?)
       insert into each select n, zeroblob(3500) from series`,
    )
    .run(ROWS);

  const copying = { isDone: false };
  let written = 0;
  const insert = source.prepare('insert into each (bytes) values (zeroblob(3500))');
  const write = async () => {
    for (await setImmediate(); !copying.isDone; await setImmediate()) written += insert.run().changes;
  };
  const file = join(folder.path, 'copy.db');
  const copied = copyTo(name, file).finally(() => void (copying.isDone = true));
  await Promise.all([copied, write()]);
  expect(written).toBeGreaterThan(1);

  const copy = new SqliteFile(file, { readonly: true });
  expect(copy.prepare('select count(*) as rows from each').get()).toEqual({ rows: ROWS });
  expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
  copy.close();
  source.close();
});
