import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody, pdf, uploadForm } from '../../support/gateway.ts';
import { openCommandLine } from '../../support/gateway-commands.ts';
import {
  dataFolder,
  environmentOf,
  type GatewayProcess,
  startGateway,
} from '../../support/gateway-process.ts';

const CLI = new URL('../../../src/cli.ts', import.meta.url).pathname;
const SECRET_KEY = '0d'.repeat(32);
/** Enough that a process can be killed while it copies them. */
const FILES = 120;
/** A busy machine starts a process in seconds. */
const TIMEOUT_MS = 90_000;

const place = dataFolder();
const data = join(place.path, 'data');
const whole = join(place.path, 'whole');
let gateway: GatewayProcess;
let madeBefore: readonly string[];
let backedUp: { code: number; out: string; err: string };

/** The command line in this process, over a data folder. */
const cliOf = (folder: string, environment: NodeJS.ProcessEnv = {}) =>
  openCommandLine({ DATA_DIR: folder, SECRET_KEY, ...environment });

async function createCustomer(): Promise<string> {
  const { status, json } = await gateway.rest('POST', '/v1/customers', { body: customerBody() });
  expect(status).toBe(200);
  return json.customer_id;
}

/** Runs a command in a process of its own and kills it as soon as `isTime`; resolves to whether it was still running. */
async function killWhen(isTime: () => boolean, folder: string, ...args: string[]): Promise<boolean> {
  const environment = environmentOf(folder, { NODE_ENV: 'test', SECRET_KEY });
  const child = spawn(process.execPath, [CLI, ...args], { env: environment, stdio: 'ignore' });
  const closed = once(child, 'close');
  while (child.exitCode === null && !isTime()) await setTimeout(2);
  child.kill('SIGKILL');
  await closed;
  return child.signalCode === 'SIGKILL';
}

const unfinished = (name: string): string | undefined =>
  readdirSync(place.path).find((entry) => entry.startsWith(`${name}.unfinished-`));

beforeAll(async () => {
  gateway = await startGateway(data, { SECRET_KEY });
  const customers = [await createCustomer(), await createCustomer()];
  const uploaded = await gateway.rest('POST', `/v1/kyc/documents/${customers[0]}`, {
    body: uploadForm('nar1', [pdf('kept')]),
  });
  expect(uploaded.status).toBe(200);
  mkdirSync(join(data, 'files', 'more'));
  for (let file = 0; file < FILES; file += 1) writeFileSync(join(data, 'files', 'more', `f${file}`), 'bytes');
  madeBefore = customers;

  // Others work meanwhile.
  const isDone = { value: false };
  const meanwhile = (async () => {
    while (!isDone.value) await createCustomer();
  })();
  backedUp = await cliOf(data).run('backup', whole, '--json');
  isDone.value = true;
  await meanwhile;
}, TIMEOUT_MS);
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  place[Symbol.dispose]();
});

test('a backup beside a working gateway has database, files and hashes, and never the secret', () => {
  expect(backedUp.code).toBe(0);
  expect(backedUp.err).toContain('is not part of the backup');
  expect(JSON.parse(backedUp.out)).toMatchObject({ format: 1, files: { count: FILES + 1 } });
  expect(readdirSync(whole).toSorted()).toEqual(['files', 'files.jsonl', 'gateway.db', 'manifest.json']);
  expect(JSON.parse(readFileSync(join(whole, 'manifest.json'), 'utf8'))).toEqual(JSON.parse(backedUp.out));
});

test(
  'a restore brings everything back and verifies it',
  async () => {
    const target = join(place.path, 'restored');
    const cli = cliOf(target);
    const { code, out } = await cli.run('restore', whole, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      trail: { intact: true, faults: 0 },
      storage: { documents: 1, blobs: FILES + 1, missing: 0, size: 0, content: 0 },
    });
    await using restored = await startGateway(target, { SECRET_KEY });
    for (const id of madeBefore) expect((await restored.rest('GET', `/v1/customers/${id}`)).status).toBe(200);

    // As after a kill while it verified.
    const verified = await cli.run('restore', whole);
    expect(verified).toMatchObject({ code: 0, err: expect.stringContaining('was there already') });

    expect((await restored.rest('POST', '/v1/customers', { body: customerBody() })).status).toBe(200);
    expect(await restored.stop()).toBe(0);
    const again = await cli.run('restore', whole);
    expect(again).toEqual({
      code: 1,
      out: '',
      err: 'There is a database already, or a part of one, where DATABASE_URL says, and not as the backup has it; a backup is never restored over something: move that away, or name an empty place.\n',
    });
  },
  TIMEOUT_MS,
);

/** A copy of the backup whose manifest lacks members, as one of an earlier version does. */
function earlier(name: string): string {
  const copy = join(place.path, name);
  cpSync(whole, copy, { recursive: true });
  const { secrets, events, ...rest } = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'));
  expect({ secrets, events }).toEqual({
    secrets: [expect.any(String)],
    events: { before: expect.any(String), after: expect.any(String) },
  });
  writeFileSync(join(copy, 'manifest.json'), JSON.stringify(rest));
  return copy;
}

test('a backup of an earlier version is restored too, to an empty place alone', async () => {
  const copy = earlier('earlier');
  const cli = cliOf(join(place.path, 'from-earlier'));
  expect(await cli.run('restore', copy)).toMatchObject({ code: 0 });
  expect(await cli.run('restore', copy)).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^There is a database already, .* restore to an empty database\.\n$/),
  });
});

test('a backup is never written over something', async () => {
  const { code, err } = await cliOf(data).run('backup', whole);
  expect({ code, err }).toEqual({
    code: 1,
    err: 'The folder is not empty; a backup is never written over something.\n',
  });
});

test.each([[['new']], [['more', 'new']], [['..', 'files', 'new']]])(
  'a backup at %j of the files is refused, since what is there and no document has is removed',
  async (at) => {
    const target = join(data, 'files', ...at);
    const { code, err } = await cliOf(data).run('backup', target);
    expect({ code, err }).toEqual({
      code: 1,
      err: 'The folder is in that of the files (STORAGE_URL); name one outside of it.\n',
    });
    expect(existsSync(target)).toBe(false);
  },
);

test('a restore needs the secret, and says so before it writes anything', async () => {
  const target = join(place.path, 'without-secret');
  const { code, err } = await cliOf(target, { SECRET_KEY: '' }).run('restore', whole);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^The secret is no part of a backup: /),
  });
  expect(existsSync(target)).toBe(false);
});

test('a restore with another secret says so before it writes anything', async () => {
  const target = join(place.path, 'other-secret');
  const { code, err } = await cliOf(target, { SECRET_KEY: '0c'.repeat(32) }).run('restore', whole);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^SECRET_KEY .* is not the secret that the backup was encrypted with; put /),
  });
  expect(existsSync(target)).toBe(false);
});

test.each([
  ['gateway.db', (folder: string) => appendFileSync(join(folder, 'gateway.db'), 'x')],
  ['files.jsonl', (folder: string) => appendFileSync(join(folder, 'files.jsonl'), '\n')],
  ['files (more:f7)', (folder: string) => writeFileSync(join(folder, 'files', 'more', 'f7'), 'other')],
])('a backup whose %s was changed makes no database', async (what, change) => {
  const copy = join(place.path, 'changed');
  const target = join(place.path, 'refused');
  cpSync(whole, copy, { recursive: true });
  change(copy);
  const { code, err } = await cliOf(target).run('restore', copy);
  expect({ code, err }).toEqual({
    code: 1,
    err: `The backup is not as it was made: ${what} has changed. The database was not restored.\n`,
  });
  expect(existsSync(join(target, 'gateway.db'))).toBe(false);
  for (const folder of [copy, target]) rmSync(folder, { recursive: true, force: true });
});

test('a restore changes nothing in a storage that is not empty', async () => {
  const target = join(place.path, 'other-files');
  mkdirSync(join(target, 'files'), { recursive: true });
  writeFileSync(join(target, 'files', 'mine'), 'mine');
  const { code, err } = await cliOf(target).run('restore', whole);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^The file storage .* is not empty; /),
  });
  expect(readdirSync(join(target, 'files'))).toEqual(['mine']);
});

test(
  'a backup that is killed in the middle leaves nothing of its name, and the next one is whole',
  async () => {
    const folder = join(place.path, 'killed');
    const isCopying = () => {
      const begun = unfinished('killed');
      return begun !== undefined && existsSync(join(place.path, begun, 'files', 'more'));
    };
    expect(await killWhen(isCopying, data, 'backup', folder)).toBe(true);
    expect(existsSync(folder)).toBe(false);
    const { code } = await cliOf(data).run('backup', folder);
    expect(code).toBe(0);
    expect(existsSync(join(folder, 'manifest.json'))).toBe(true);
  },
  TIMEOUT_MS,
);

test(
  'a restore that is killed in the middle makes no database, lets none begin there, and can go on',
  async () => {
    const target = join(place.path, 'half');
    const isCopying = () => existsSync(join(target, 'files', 'more'));
    expect(await killWhen(isCopying, target, 'restore', whole)).toBe(true);
    expect(existsSync(join(target, 'gateway.db'))).toBe(false);
    const cli = cliOf(target);
    const begun = await cli.run('partner', 'create', 'Other');
    expect(begun).toEqual({ code: 1, out: '', err: expect.stringContaining('belongs to another database') });

    const { code, out } = await cli.run('restore', whole, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ trail: { intact: true }, storage: { documents: 1, missing: 0 } });
  },
  TIMEOUT_MS,
);

test(
  'a restored database that is older than the anchor of its machine fails the check, until it is accepted',
  async () => {
    const target = join(place.path, 'older');
    const backup = join(place.path, 'older-backup');
    const cli = cliOf(target);
    for (const args of [
      ['partner', 'create', 'Acme'],
      ['backup', backup],
      ['audit', 'checkpoint'],
    ])
      expect((await cli.run(...args)).code).toBe(0);
    for (const name of readdirSync(target))
      if (!name.startsWith('audit-anchor-')) rmSync(join(target, name), { recursive: true });

    const { code, err } = await cli.run('restore', backup);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('audit accept takes it') });
    expect((await cli.run('audit', 'accept')).code).toBe(0);
    expect((await cli.run('audit', 'verify')).code).toBe(0);
  },
  TIMEOUT_MS,
);
