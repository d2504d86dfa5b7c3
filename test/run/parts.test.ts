import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MARKER_NAME } from '../../src/engine/blob/drivers/blob-driver.ts';
import { runCommandLine } from '../../src/run/cli/command-line.ts';
import { readConfig } from '../../src/run/config/config.ts';
import { runHousekeeping } from '../../src/run/upkeep/housekeeping.ts';
import { openGateway } from '../../src/run/open/open-gateway.ts';
import { filesIn } from '../support/files-in.ts';
import { openTestGateway, pdf } from '../support/gateway.ts';
import { emptyDatabase, freshDatabase, onPostgres } from '../support/postgres/databases.ts';
import { needsSqlite } from '../support/needs.ts';

let folder: string;
let databases: { url: string; drop: () => Promise<void> }[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fundgate-parts-'));
  databases = [];
});
afterEach(async () => {
  for (const { drop } of databases) await drop();
  rmSync(folder, { recursive: true, force: true });
});

const data = (name = '') => join(folder, 'data', name);
const files = () => filesIn(data('files'));

/** A database of the kind that the run is about, under a name of its own in the folder. */
async function newDatabase(name: string): Promise<string> {
  if (!onPostgres()) return `sqlite:${data(name)}`;
  const database = await emptyDatabase();
  databases.push(database);
  return database.url;
}

/** An environment whose secret is kept in DATA_DIR. */
const environmentOf = (database: string, changes: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  NODE_ENV: 'test',
  DATA_DIR: data(),
  DATABASE_URL: database,
  STORAGE_URL: `fs:${data('files')}`,
  SECRET_KEY: '',
  ...changes,
});

/** A storage of no database, beside which `migrate` makes one. */
const elsewhere = (): NodeJS.ProcessEnv => ({ STORAGE_URL: `fs:${data('elsewhere')}` });

/** Starts a gateway and stops it. */
async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  await (await openGateway(readConfig(environment)))[Symbol.asyncDispose]();
}

async function cli(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const said = { out: '', err: '' };
  const code = await runCommandLine(args, environment, {
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    columns: 80,
  });
  return { code, ...said };
}

/** A database that has its tables already if that saves the migrations. */
async function databaseWithTables(): Promise<string> {
  if (!onPostgres()) return newDatabase('gateway.db');
  const database = await freshDatabase();
  databases.push(database);
  return database.url;
}

/** A started installation with nine documents. */
async function populated(): Promise<NodeJS.ProcessEnv> {
  const environment = environmentOf(await databaseWithTables());
  const fixture = await openTestGateway(environment);
  await (await fixture.partner()).completeCustomer();
  await fixture.close();
  return environment;
}

const everything = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/-(?:wal|shm)$/.test(name))
    .toSorted();

describe('a start', () => {
  test('that finds a database without its secret ends with one sentence and makes no other secret', async () => {
    const environment = await populated();
    const secret = readFileSync(data('secret.key'), 'utf8');
    rmSync(data('secret.key'));
    await expect(start(environment)).rejects.toThrow(
      /^The database is there .*, but not its secret: [^\n]*\.$/,
    );
    expect(existsSync(data('secret.key'))).toBe(false);
    await start({ ...environment, SECRET_KEY: secret.trim() });
  });

  test('that finds a secret without its database ends with one sentence and makes no database', async () => {
    const environment = await populated();
    const mistyped = environmentOf(await newDatabase('mistyped.db'));
    const before = everything();
    await expect(start(mistyped)).rejects.toThrow(/^DATA_DIR has a secret\.key, but the database [^\n]*\.$/);
    expect(everything()).toEqual(before);
    await start(environment);
  });

  test('continues one that was killed before its secret was made', async () => {
    const environment = environmentOf(await newDatabase('gateway.db'));
    expect((await cli(environment, 'migrate')).code).toBe(0);
    await start(environment);
    await start(environment);
  });

  test('with another database on the files of one ends with one sentence and makes nothing', async () => {
    const environment = await populated();
    const other = environmentOf(await newDatabase('other.db'), { SECRET_KEY: '0d'.repeat(32) });
    const before = everything();
    await expect(start(other)).rejects.toThrow(
      /^The file storage [^\n]* belongs to another database [^\n]*\.$/,
    );
    expect(everything()).toEqual(before);
    expect((await cli({ ...other, ...elsewhere() }, 'migrate')).code).toBe(0);
    await expect(start(other)).rejects.toThrow(/ belongs to another database /);
    await start(environment);
  });

  test('with none of the files ends with one sentence, until the storage is claimed', async () => {
    const environment = await populated();
    const lost = { ...environment, STORAGE_URL: `fs:${data('empty')}` };
    await expect(start(lost)).rejects.toThrow(/ has none of the files of this database; [^\n]*\.$/);
    expect(existsSync(data('empty'))).toBe(false);
    expect((await cli(lost, 'storage', 'claim')).code).toBe(0);
    await start(lost);
  });

  test('gives an installation from before markers its marker', async () => {
    const environment = await populated();
    rmSync(data(`files/${MARKER_NAME}`));
    const gateway = await openGateway(readConfig(environment));
    await gateway.database.writes.deleteFrom('storage_marker').execute();
    await gateway[Symbol.asyncDispose]();
    rmSync(data(`files/${MARKER_NAME}`));
    await start(environment);
    expect(readFileSync(data(`files/${MARKER_NAME}`), 'utf8')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await cli(environment, 'storage', 'verify')).code).toBe(0);
  });

  test('uses the marker of its files if the database is an older copy without one', async () => {
    const environment = await populated();
    const gateway = await openGateway(readConfig(environment));
    await gateway.database.writes.deleteFrom('storage_marker').execute();
    await gateway[Symbol.asyncDispose]();
    const marker = readFileSync(data(`files/${MARKER_NAME}`), 'utf8');
    await start(environment);
    expect(readFileSync(data(`files/${MARKER_NAME}`), 'utf8')).toBe(marker);
    expect((await cli(environment, 'storage', 'verify')).code).toBe(0);
  });
});

test.each([
  [0, ['partner', 'list']],
  [0, ['work-list']],
  [0, ['audit', 'verify']],
  [1, ['storage', 'verify']],
])('if the storage cannot be used, the exit code is %i for %j', async (code, args) => {
  const environment = await populated();
  const said = await cli({ ...environment, STORAGE_URL: `fs:${data('secret.key/files')}` }, ...args);
  expect(said.code, said.err).toBe(code);
  if (code === 1) expect(said.err).toMatch(/^The file storage [^\n]* cannot be used: [^\n]*\.\n$/);
});

describe('nothing is removed', () => {
  const LONG_AGO = 86_400_000;

  test('by storage verify --fix with a mistyped DATABASE_URL', async () => {
    const environment = await populated();
    const before = await files();
    expect(before).toHaveLength(9);
    const mistyped = { ...environment, DATABASE_URL: await newDatabase('mistyped.db') };
    for (const SECRET_KEY of ['', '0d'.repeat(32)]) {
      const absent = await cli({ ...mistyped, SECRET_KEY }, 'storage', 'verify', '--fix');
      expect([absent.code, absent.out]).toEqual([1, '']);
    }
    const withSecret = { ...mistyped, SECRET_KEY: '0d'.repeat(32) };
    expect((await cli({ ...withSecret, ...elsewhere() }, 'migrate')).code).toBe(0);
    const unused = await cli(withSecret, 'storage', 'verify', '--fix');
    expect([unused.code, unused.err]).toEqual([1, expect.stringContaining(' belongs to another database ')]);
    expect(await files()).toEqual(before);
  });

  test('by storage verify --fix if the database knows no document', async () => {
    const { verifyStorage } = await import('../../src/nouns/document/stored/verify-storage.ts');
    const environment = await populated();
    const before = await files();
    const gateway = await openGateway(readConfig(environment));
    await gateway.database.writes.deleteFrom('document').execute();
    const report: unknown[] = [];
    const found = await verifyStorage({
      ...gateway,
      clock: () => new Date(Date.now() + LONG_AGO),
      contents: false,
      fix: true,
      report: (finding) => void report.push(finding),
      progress: () => {},
    });
    await gateway[Symbol.asyncDispose]();
    expect(found).toMatchObject({ documents: 0, unreferenced: 9, removed: 0 });
    expect(await files()).toEqual(before);
  });

  test('by the sweep, when another storage is mounted in place of its own', async () => {
    let now = Date.now();
    const environment = environmentOf(await databaseWithTables());
    const fixture = await openTestGateway(environment, () => new Date(now));
    const partner = await fixture.partner();
    const customerId = await partner.completeCustomer();
    await partner.upload(customerId, 'nar1', [pdf('newer')]);
    expect(await files()).toHaveLength(10);
    now += LONG_AGO;
    renameSync(data(`files/${MARKER_NAME}`), data('marker'));
    await expect(runHousekeeping(fixture.gateway)).rejects.toThrow(
      /^The file storage is \w+ now; nothing is removed/,
    );
    expect(await files()).toHaveLength(10);
    renameSync(data('marker'), data(`files/${MARKER_NAME}`));
    await runHousekeeping(fixture.gateway);
    expect(await files()).toHaveLength(9);
    await fixture.close();
  });
});

describe('modes', needsSqlite(), () => {
  const modeOf = (name: string) => (statSync(data(name)).mode & 0o777).toString(8);

  test('after a first start in an open folder other accounts can read nothing', async () => {
    mkdirSync(data('files'), { recursive: true });
    chmodSync(data(), 0o777);
    chmodSync(data('files'), 0o755);
    const umask = process.umask(0);
    const gateway = await openGateway(readConfig(environmentOf(`sqlite:${data('gateway.db')}`)));
    const modes = [
      '',
      'files',
      'secret.key',
      'gateway.db',
      'gateway.db-wal',
      'gateway.db-shm',
      `files/${MARKER_NAME}`,
    ];
    expect(modes.map((name) => [name, modeOf(name)])).toEqual([
      ['', '700'],
      ['files', '700'],
      ...modes.slice(2).map((name) => [name, '600']),
    ]);
    process.umask(umask);
    await gateway[Symbol.asyncDispose]();
  });

  test('a database that others could read is made private by the next start', async () => {
    const environment = await populated();
    chmodSync(data('gateway.db'), 0o644);
    await start(environment);
    expect(modeOf('gateway.db')).toBe('600');
  });

  test('a folder that holds something else keeps its mode', async () => {
    mkdirSync(data());
    copyFileSync(import.meta.filename, data('else.txt'));
    chmodSync(data(), 0o755);
    await start(environmentOf(`sqlite:${data('gateway.db')}`));
    expect([modeOf(''), modeOf('gateway.db')]).toEqual(['755', '600']);
  });

  test('a secret that others could read ends the start with one sentence', async () => {
    const environment = await populated();
    chmodSync(data('secret.key'), 0o640);
    await expect(start(environment)).rejects.toThrow(
      /^The secret\.key in DATA_DIR is open to others \(mode 0640\); [^\n]*\.$/,
    );
    expect((await cli(environment, 'partner', 'list')).code).toBe(1);
    chmodSync(data('secret.key'), 0o600);
    await start(environment);
  });
});
