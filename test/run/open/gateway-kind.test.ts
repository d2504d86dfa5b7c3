import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/run/config/config.ts';
import { backUp } from '../../../src/run/backup/backup.ts';
import { restore } from '../../../src/run/backup/restore.ts';
import { migrateTables } from '../../../src/run/open/migrate-tables.ts';
import { openGateway } from '../../../src/run/open/open-gateway.ts';
import { commandLine } from '../../../src/kernel/caller.ts';
import { createPartner } from '../../../src/nouns/api-key/create-partner.operations.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { systemClock } from '../../../src/kernel/clock.ts';
import { freshDatabase } from '../../support/postgres/databases.ts';

let folder: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundgate-kind-'));
  database = await freshDatabase();
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (kind: 'live' | 'sandbox') => ({
  NODE_ENV: 'test',
  SANDBOX: kind === 'sandbox' ? 'on' : 'off',
  DATABASE_URL: database.url.startsWith('sqlite') ? `sqlite:${join(folder, 'gateway.db')}` : database.url,
  DATA_DIR: folder,
  STORAGE_URL: `fs:${join(folder, 'files')}`,
});
const open = (kind: 'live' | 'sandbox') => openGateway(readConfig(environment(kind)), systemClock);

const OF_SANDBOX = /belongs to a sandbox, and SANDBOX is off/;
const OF_LIVE = /belongs to a live gateway, and SANDBOX is on/;

describe('a database', () => {
  test.each([
    ['sandbox', 'live', OF_SANDBOX],
    ['live', 'sandbox', OF_LIVE],
  ] as const)('of a %s gateway is refused by a %s one, and by its migrate', async (made, other, sentence) => {
    await (await open(made))[Symbol.asyncDispose]();
    await expect(open(other)).rejects.toThrow(sentence);
    await expect(migrateTables(readConfig(environment(other)))).rejects.toThrow(sentence);
    await (await open(made))[Symbol.asyncDispose]();
  });

  test('with a partner and without a kind is live', async () => {
    const gateway = await open('live');
    const call = { caller: commandLine, requestId: 'test', ids: {}, input: { name: 'Acme' } };
    await execute(gateway, createPartner, call);
    await gateway.database.writes.deleteFrom('gateway_kind').execute();
    await gateway[Symbol.asyncDispose]();
    await expect(open('sandbox')).rejects.toThrow(OF_LIVE);
    await (await open('live'))[Symbol.asyncDispose]();
  });
});

test('a backup of a sandbox is not restored as a live gateway', async () => {
  const gateway = await open('sandbox');
  const config = readConfig(environment('sandbox'));
  const backup = join(folder, 'backup');
  await backUp({ config, gateway, folder: backup, progress: () => {} });
  await gateway[Symbol.asyncDispose]();
  const live = readConfig(environment('live'));
  await expect(restore({ config: live, folder: backup, progress: () => {} })).rejects.toThrow(
    'The backup is of a sandbox, and SANDBOX is off; it is never restored as a live gateway.',
  );
});

test.each([
  ['on', 'k'.repeat(32), 'BOOTSTRAP_API_KEY must begin with fgk_test_, because SANDBOX is on.'],
  [
    'off',
    `fgk_test_${'k'.repeat(32)}`,
    'BOOTSTRAP_API_KEY must not begin with fgk_test_, because SANDBOX is off.',
  ],
])('SANDBOX=%s refuses a first key of the other kind', (SANDBOX, BOOTSTRAP_API_KEY, sentence) => {
  expect(() => readConfig({ SANDBOX, BOOTSTRAP_API_KEY })).toThrow(sentence);
});
