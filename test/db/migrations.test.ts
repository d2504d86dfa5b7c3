import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sqliteMigrations } from '../../src/db/migrations/sqlite/index.ts';
import { openOrm } from '../../src/db/open.ts';

const run = promisify(execFile);
const open = new URL('../../src/db/open.ts', import.meta.url).href;

test('the migrations make the tables that the entities describe', async () => {
  const orm = await openOrm(':memory:');
  const differences = (await orm.schema.getUpdateSchemaSQL()).split('\n').filter((line) => line !== '');
  // The triggers that keep the trail as it was written are no business of an entity.
  expect(
    differences.filter((line) => !/^drop trigger if exists `(?:event|seal|sealed_event)_no_/.test(line)),
  ).toEqual([]);
  await orm.close();
});

test('opening a database again changes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-db-'));
  for (let time = 0; time < 2; time += 1) {
    const orm = await openOrm(join(folder, 'gateway.db'));
    expect(await orm.migrator.getExecuted()).toHaveLength(sqliteMigrations.length);
    expect(await orm.migrator.getPending()).toEqual([]);
    await orm.close();
  }
  rmSync(folder, { recursive: true });
});

test('processes that open the same new file at once all succeed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-db-'));
  const url = JSON.stringify(`sqlite:${join(folder, 'new', 'gateway.db')}`);
  const script = `const { openDatabase } = await import(${JSON.stringify(open)});
    const database = await openDatabase(${url});
    await database.ping();
    await database.close();
    console.log('opened');`;
  const opened = await Promise.all(
    Array.from({ length: 6 }, () => run(process.execPath, ['--input-type=module', '--eval', script])),
  );
  expect(opened.map(({ stdout }) => stdout.trim())).toEqual(Array(6).fill('opened'));
  rmSync(folder, { recursive: true });
});

test('a migration that fails for another reason than haste is told', async () => {
  await expect(openOrm(tmpdir())).rejects.toThrow(/unable to open/);
});
