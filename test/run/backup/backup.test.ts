import {
  symlinkSync,
  renameSync,
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  customerBody,
  openTestGateway,
  pdf,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';
import { openCommandLine } from '../../support/gateway-commands.ts';
import { dataFolder } from '../../support/gateway-process.ts';

const SECRET_KEY = '0d'.repeat(32);
const FILES = 12;

const place = dataFolder();
const data = join(place.path, 'data');
const whole = join(place.path, 'whole');
let gateway: TestGateway;
let partner: TestPartner;
let madeBefore: readonly string[];
let backedUp: { code: number; out: string; err: string };

/** The command line in this process, over a data folder. */
const cliOf = (folder: string, environment: NodeJS.ProcessEnv = {}) =>
  openCommandLine({ DATA_DIR: folder, SECRET_KEY, ...environment });

/** A gateway over a data folder. */
const gatewayOf = (folder: string) =>
  openTestGateway({
    DATA_DIR: folder,
    DATABASE_URL: `sqlite:${join(folder, 'gateway.db')}`,
    STORAGE_URL: `fs:${join(folder, 'files')}`,
    SECRET_KEY,
  });

async function createCustomer(): Promise<string> {
  const { status, json } = await partner.rest('POST', '/v1/customers', customerBody());
  expect(status).toBe(200);
  return json.customer_id;
}

beforeAll(async () => {
  gateway = await gatewayOf(data);
  partner = await gateway.partner();
  const customers = [await createCustomer(), await createCustomer()];
  expect((await partner.upload(customers[0] ?? '', 'nar1', [pdf('kept')])).status).toBe(200);
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
});
afterAll(async () => {
  await gateway.close();
  place[Symbol.dispose]();
});

test('a backup beside a working gateway has database, files and hashes, and never the secret', () => {
  expect(backedUp.code).toBe(0);
  expect(backedUp.err).toContain('is not part of the backup');
  expect(JSON.parse(backedUp.out)).toMatchObject({ format: 1, files: { count: FILES + 1 } });
  expect(readdirSync(whole).toSorted()).toEqual(['files', 'files.jsonl', 'gateway.db', 'manifest.json']);
  expect(JSON.parse(readFileSync(join(whole, 'manifest.json'), 'utf8'))).toEqual(JSON.parse(backedUp.out));
});

test('a restore brings everything back and verifies it', async () => {
  const target = join(place.path, 'restored');
  const cli = cliOf(target);
  const { code, out } = await cli.run('restore', whole, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    trail: { intact: true, faults: 0 },
    storage: { documents: 1, blobs: FILES + 1, missing: 0, size: 0, content: 0 },
  });
  const restored = await gatewayOf(target);
  const { rest } = restored.withKey(partner.apiKey);
  for (const id of madeBefore) expect((await rest('GET', `/v1/customers/${id}`)).status).toBe(200);

  // As after a kill while it verified.
  const verified = await cli.run('restore', whole);
  expect(verified).toMatchObject({ code: 0, err: expect.stringContaining('was already restored') });

  expect((await rest('POST', '/v1/customers', customerBody())).status).toBe(200);
  await restored.close();
  const again = await cli.run('restore', whole);
  expect(again).toEqual({
    code: 1,
    out: '',
    err: 'There is already a database, or a part of one, at DATABASE_URL, and it differs from the backup; a backup never replaces anything: move the old one away, or name an empty place.\n',
  });
});

test('a backup never replaces anything', async () => {
  const { code, err } = await cliOf(data).run('backup', whole);
  expect({ code, err }).toEqual({
    code: 1,
    err: 'The folder is not empty; a backup never replaces anything.\n',
  });
});

test.each([[['new']], [['more', 'new']], [['..', 'files', 'new']]])(
  'a backup at %j of the files is refused, since what is there and no document has is removed',
  async (at) => {
    const target = join(data, 'files', ...at);
    const { code, err } = await cliOf(data).run('backup', target);
    expect({ code, err }).toEqual({
      code: 1,
      err: 'The folder is inside the folder of the files (STORAGE_URL); name one outside of it.\n',
    });
    expect(existsSync(target)).toBe(false);
  },
);

test('a restore needs the secret, and says so before it writes anything', async () => {
  const target = join(place.path, 'without-secret');
  const { code, err } = await cliOf(target, { SECRET_KEY: '' }).run('restore', whole);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^The secret is not part of a backup: /),
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
    err: `The backup is damaged: ${what} has changed. The database was not restored.\n`,
  });
  expect(existsSync(join(target, 'gateway.db'))).toBe(false);
  for (const folder of [copy, target]) rmSync(folder, { recursive: true, force: true });
});

test.each(['gateway.db', 'files.jsonl', 'files/more/f7', 'files/more'])(
  'a backup whose %s is a link makes no database, though what it leads to is right',
  async (name) => {
    const copy = join(place.path, 'linked');
    const target = join(place.path, 'refused');
    cpSync(whole, copy, { recursive: true });
    renameSync(join(copy, name), join(place.path, 'elsewhere'));
    symlinkSync(join(place.path, 'elsewhere'), join(copy, name));
    const { code, err } = await cliOf(target).run('restore', copy);
    expect({ code, err }).toEqual({
      code: 1,
      err: 'The backup is damaged: it has a link or a device, and a backup has only files. Nothing was restored.\n',
    });
    expect(existsSync(target)).toBe(false);
    for (const each of [copy, join(place.path, 'elsewhere')]) rmSync(each, { recursive: true, force: true });
  },
);

/** Changes the database of a backup, and makes the hash of its manifest right again. */
function addTo(folder: string, statements: string): void {
  const path = join(folder, 'gateway.db');
  const file = new SqliteFile(path);
  file.exec(statements);
  file.pragma('wal_checkpoint(truncate)');
  file.close();
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  manifest.database.sha256 = hash('sha256', readFileSync(path));
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

test.each([
  ['trigger "evil"', 'create trigger evil after insert on customer begin select 1; end'],
  [
    'trigger "event_no_update"',
    `drop trigger event_no_update;
     create trigger event_no_update before update on event begin select 1; end`,
  ],
  ['view "evil"', 'create view evil as select * from partner'],
  ['view "idempotency_key"', 'drop table idempotency_key; create view idempotency_key as select 1 as id'],
  ['table "evil"', 'create virtual table evil using fts5(words)'],
])(
  'a backup in which somebody put a %s is refused, though its hashes are right',
  async (what, statements) => {
    const copy = join(place.path, 'added-to');
    const target = join(place.path, 'refused');
    cpSync(whole, copy, { recursive: true });
    addTo(copy, statements);
    const { code, err } = await cliOf(target).run('restore', copy);
    expect({ code, err }).toEqual({
      code: 1,
      err: `The copy of the database has the ${what}, which the gateway did not make and which could run by itself. Nothing was restored. Look at it; if it may stay, restore the database by hand, and then restore again.\n`,
    });
    expect(existsSync(target)).toBe(false);
    rmSync(copy, { recursive: true, force: true });
  },
);

test('a table of somebody else is restored with the others, as it does nothing', async () => {
  const copy = join(place.path, 'with-table');
  const target = join(place.path, 'table-restored');
  cpSync(whole, copy, { recursive: true });
  addTo(copy, 'create table report (id text); create index report_id on report (id)');
  expect((await cliOf(target).run('restore', copy)).code).toBe(0);
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

test('a restored database that is older than the anchor of its machine fails the check, until it is accepted', async () => {
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
});
