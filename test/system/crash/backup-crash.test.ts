// The command has a process, since it is killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody, openTestGateway, pdf } from '../../support/gateway.ts';
import { openCommandLine } from '../../support/gateway-commands.ts';
import { dataFolder, environmentOf } from '../../support/gateway-process.ts';

const CLI = new URL('../../../src/cli.ts', import.meta.url).pathname;
const SECRET_KEY = '0d'.repeat(32);
/** Enough that a process can be killed while it copies them. */
const FILES = 120;

const place = dataFolder();
const data = join(place.path, 'data');
const whole = join(place.path, 'whole');

/** The command line in this process, over a data folder. */
const cliOf = (folder: string) => openCommandLine({ DATA_DIR: folder, SECRET_KEY });

/** Runs a command and kills it as soon as `isTime`; resolves to whether it was still running. */
async function isKilledWhen(isTime: () => boolean, folder: string, ...args: string[]): Promise<boolean> {
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
  const gateway = await openTestGateway({
    DATA_DIR: data,
    DATABASE_URL: `sqlite:${join(data, 'gateway.db')}`,
    STORAGE_URL: `fs:${join(data, 'files')}`,
    SECRET_KEY,
  });
  const partner = await gateway.partner();
  const { json } = await partner.rest('POST', '/v1/customers', customerBody());
  expect((await partner.upload(json.customer_id, 'nar1', [pdf('kept')])).status).toBe(200);
  await gateway.close();
  mkdirSync(join(data, 'files', 'more'));
  for (let file = 0; file < FILES; file += 1) writeFileSync(join(data, 'files', 'more', `f${file}`), 'bytes');
  expect((await cliOf(data).run('backup', whole)).code).toBe(0);
});
afterAll(() => place[Symbol.dispose]());

test('a backup that is killed in the middle leaves nothing of its name, and the next one is whole', async () => {
  const folder = join(place.path, 'killed');
  const isCopying = () => {
    const begun = unfinished('killed');
    return begun !== undefined && existsSync(join(place.path, begun, 'files', 'more'));
  };
  // On a busy machine the command may end before it is looked at.
  while (!(await isKilledWhen(isCopying, data, 'backup', folder))) rmSync(folder, { recursive: true });
  expect(existsSync(folder)).toBe(false);
  const { code } = await cliOf(data).run('backup', folder);
  expect(code).toBe(0);
  expect(existsSync(join(folder, 'manifest.json'))).toBe(true);
});

test('a restore that is killed in the middle makes no database, lets none begin there, and can go on', async () => {
  const target = join(place.path, 'half');
  const isCopying = () => existsSync(join(target, 'files', 'more'));
  while (!(await isKilledWhen(isCopying, target, 'restore', whole))) rmSync(target, { recursive: true });
  expect(existsSync(join(target, 'gateway.db'))).toBe(false);
  const cli = cliOf(target);
  const begun = await cli.run('partner', 'create', 'Other');
  expect(begun).toEqual({ code: 1, out: '', err: expect.stringContaining('belongs to another database') });

  const { code, out } = await cli.run('restore', whole, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ trail: { intact: true }, storage: { documents: 1, missing: 0 } });
});
