import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { engineOf } from '../../src/run/open/engine-of.ts';
import { emptyDatabase } from '../support/postgres/databases.ts';
import { needsPostgres } from '../support/needs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fundgate-nothing-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (environment: NodeJS.ProcessEnv, ...args: string[]) =>
  runCommand({ NODE_ENV: 'test', ...environment }, ...args);

/** Options that a command does not work without. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'approval refuse': ['--reason', 'none'],
  'hold lift': ['--reason', 'none'],
  'hold place': ['--reason', 'none'],
  'operator update': ['--scopes', 'read'],
  'webhook replay': ['--after', 'latest'],
};

/** A file that can be read, for a command that reads one before it opens the database; rules have to be right. */
const fileFor = (names: string) =>
  names.startsWith('policy ')
    ? join(import.meta.dirname, '../../src/pages/docs/guides/policy-example.json')
    : import.meta.filename;

/** Every command in the help, with a value for each argument that it needs. */
async function commands(): Promise<string[][]> {
  const { out } = await run({}, '--help');
  const lines = [
    ...out.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)(?: \[options\])?((?: <\w+>)*)(?: \[\w+\])*(?: {2}|$)/gm),
  ];
  return lines.map(([, names = '', places = '']) => [
    ...names.split(' '),
    ...(places.match(/<\w+>/g) ?? []).map((place) => (place === '<file>' ? fileFor(names) : 'any_thing')),
    ...(REQUIRED[names] ?? []),
  ]);
}

const MAKERS = ['migrate', 'partner create'];
/** These need no database: they ask a gateway, or read what they are given. */
const WITHOUT = ['webhook listen', 'events follow', 'requests', 'completion', 'metrics', 'policy check'];
/** Checks the folder of the backup first. */
const RESTORE = ['restore'];
const isMaker = (command: readonly string[]) =>
  [...MAKERS, ...WITHOUT, ...RESTORE].some((name) => command.join(' ').startsWith(name));

test('a mistyped DATA_DIR ends every command that makes no database with one sentence, and nothing is made', async () => {
  const all = (await commands()).filter((command) => !isMaker(command));
  expect(all.map((command) => command.join(' '))).toEqual(
    expect.arrayContaining([
      'audit verify',
      'storage verify',
      'key list',
      'hold place any_thing --reason none',
      'encryption rotate',
    ]),
  );
  const DATA_DIR = join(folder, 'dta');
  for (const command of [...all, ['storage', 'verify', '--fix']]) {
    const { code, out, err } = await run({ DATA_DIR }, ...command);
    expect({ command, code, out, err }).toEqual({
      command,
      code: 1,
      out: '',
      err: 'There is no database of a gateway at DATABASE_URL (by default in DATA_DIR); only npm start, migrate and partner create make one.\n',
    });
    expect(existsSync(DATA_DIR)).toBe(false);
  }
});

test('so does a mistyped DATABASE_URL, beside data that is there', async () => {
  const environment = { DATA_DIR: folder };
  expect((await run(environment, 'partner', 'create', 'Acme')).code).toBe(0);
  const before = readdirSync(folder, { recursive: true }).toSorted();
  const DATABASE_URL = `sqlite:${join(folder, 'gatewy.db')}`;
  for (const command of (await commands()).filter((each) => !isMaker(each))) {
    const { code, err } = await run({ ...environment, DATABASE_URL }, ...command);
    expect({ command, code, err }).toEqual({
      command,
      code: 1,
      err: expect.stringMatching(/^There is no database/),
    });
  }
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(before);
});

test('a command makes no secret for tables that no gateway has worked with', async () => {
  const environment = { DATA_DIR: folder };
  expect((await run(environment, 'migrate')).code).toBe(0);
  const { code, err } = await run(environment, 'key', 'list', 'par_none');
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/ has no secret yet; npm start and partner create make one\.\n$/),
  });
  expect(existsSync(join(folder, 'secret.key'))).toBe(false);
});

test('a mistyped STORAGE_URL ends a command with one sentence and makes no folder', async () => {
  const environment = { DATA_DIR: folder };
  expect((await run(environment, 'partner', 'create', 'Acme')).code).toBe(0);
  const typo = join(folder, 'flies');
  const { code, err } = await run({ ...environment, STORAGE_URL: `fs:${typo}` }, 'storage', 'verify');
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^The file storage .*\n$/) });
  expect(existsSync(typo)).toBe(false);
});

test.each(MAKERS)('%s makes a database', async (maker) => {
  const args = maker.split(' ');
  const { code } = await run({ DATA_DIR: folder }, ...args, ...(args.length > 1 ? ['Acme'] : []));
  expect(code).toBe(0);
  expect(existsSync(join(folder, 'gateway.db'))).toBe(true);
});

test('an empty database on a server stays empty', needsPostgres(), async () => {
  const { url, drop } = await emptyDatabase();
  const { code, err } = await run({ DATA_DIR: join(folder, 'dta'), DATABASE_URL: url }, 'audit', 'verify');
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^There is no database/) });
  expect(await (await engineOf(url, { poolSize: 1 })).state()).toBe('absent');
  await drop();
});
