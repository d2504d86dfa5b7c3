import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { postgresMigrations } from '../../src/db/migrations/postgres/index.ts';
import { emptyDatabase, onPostgres } from '../support/postgres/databases.ts';

const NAMES = postgresMigrations.map(({ name }) => name);

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

const run = (...args: string[]) => runCommand({ DATABASE_URL: url, DATA_DIR: folder }, ...args);

test('migrate --check lists pending migrations, changes nothing, and exits with 1 where there are any', async () => {
  for (let time = 0; time < 2; time += 1) {
    const checked = await run('migrate', '--check', '--json');
    expect([checked.code, JSON.parse(checked.out), checked.err]).toEqual([1, { pending: NAMES }, '']);
  }
  const table = await run('migrate', '--check');
  expect(table.out).toContain(NAMES[0]);
});

test('migrate applies it and says so; then nothing is pending', async () => {
  const applied = await run('migrate', '--json');
  expect([applied.code, JSON.parse(applied.out)]).toEqual([0, { applied: NAMES }]);
  const checked = await run('migrate', '--check', '--json');
  expect([checked.code, JSON.parse(checked.out)]).toEqual([0, { pending: [] }]);
  expect((await run('migrate')).out).toContain('nothing');
});
