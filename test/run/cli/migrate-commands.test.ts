import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MARKER_NAME } from '../../../src/engine/blob/drivers/blob-driver.ts';
import { runCommand } from '../../support/run-command.ts';
import { emptyDatabase, onPostgres } from '../../support/postgres/databases.ts';
import { MIGRATIONS } from '../../support/database/migrations.ts';

let folder: string;
let url: string;
let drop: () => Promise<void>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundgate-migrate-'));
  ({ url, drop } = onPostgres()
    ? await emptyDatabase()
    : { url: `sqlite:${folder}/gateway.db`, drop: async () => {} });
});
afterEach(async () => {
  await drop();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) => runWith({}, ...args);
const runWith = (changes: NodeJS.ProcessEnv, ...args: string[]) =>
  runCommand({ DATABASE_URL: url, DATA_DIR: folder, ...changes }, ...args);

const SECRET_KEY = '0d'.repeat(32);

/** Runs `migrate` in places in which `partner create` makes nothing either, and returns what both say. */
async function refused(changes: NodeJS.ProcessEnv = {}): Promise<string> {
  const before = readdirSync(folder, { recursive: true }).toSorted();
  const created = await runWith(changes, 'partner', 'create', 'Acme');
  expect(await runWith(changes, 'migrate')).toEqual({ ...created, code: 1, out: '' });
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(before);
  expect(JSON.parse((await run('migrate', '--check', '--json')).out)).toEqual({ pending: MIGRATIONS });
  return created.err;
}

test('migrate --check lists pending migrations, changes nothing, and exits with 1 if there are any', async () => {
  for (let time = 0; time < 2; time += 1) {
    const checked = await run('migrate', '--check', '--json');
    expect([checked.code, JSON.parse(checked.out), checked.err]).toEqual([1, { pending: MIGRATIONS }, '']);
  }
  const table = await run('migrate', '--check');
  expect(table.out).toContain(MIGRATIONS[0]);
});

test('migrate applies it and says so; then nothing is pending', async () => {
  const applied = await run('migrate', '--json');
  expect([applied.code, JSON.parse(applied.out)]).toEqual([0, { applied: MIGRATIONS }]);
  const checked = await run('migrate', '--check', '--json');
  expect([checked.code, JSON.parse(checked.out)]).toEqual([0, { pending: [] }]);
  expect((await run('migrate')).out).toContain('nothing');
});

test('migrate makes no database beside a secret whose database is not there', async () => {
  writeFileSync(join(folder, 'secret.key'), `${SECRET_KEY}\n`, { mode: 0o600 });
  expect(await refused()).toMatch(
    /^DATA_DIR has a secret\.key, but the database [^\n]* is not there [^\n]*\.\n$/,
  );
  expect((await runWith({ SECRET_KEY }, 'migrate')).code).toBe(0);
});

test('migrate makes no database over files of another one, which a restore that was stopped leaves', async () => {
  mkdirSync(join(folder, 'files'));
  writeFileSync(join(folder, 'files', MARKER_NAME), '6b8ff3a7-6c2c-4b8a-9d2c-0a4f3a1f8e11');
  const says = /^The file storage [^\n]* belongs to another database [^\n]*\.\n$/;
  expect(await refused()).toMatch(says);
  expect(await refused({ SECRET_KEY })).toMatch(says);
});

test('migrate makes no database if the storage cannot be used', async () => {
  writeFileSync(join(folder, 'else.txt'), '');
  const STORAGE_URL = `fs:${join(folder, 'else.txt', 'files')}`;
  expect(await refused({ STORAGE_URL })).toMatch(/^The file storage [^\n]* cannot be used: [^\n]*\.\n$/);
});

test('migrate needs neither the secret nor the storage of a database that is there', async () => {
  expect((await runWith({ SECRET_KEY }, 'partner', 'create', 'Acme')).code).toBe(0);
  writeFileSync(join(folder, 'else.txt'), '');
  const STORAGE_URL = `fs:${join(folder, 'else.txt', 'files')}`;
  const applied = await runWith({ STORAGE_URL }, 'migrate', '--json');
  expect([applied.code, JSON.parse(applied.out)]).toEqual([0, { applied: [] }]);
});
