import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const run = promisify(execFile);
const RUN = new URL('run.ts', import.meta.url).pathname;
const ROOT = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');

let folder: string;
let temporary: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fundgate-bench-test-'));
  temporary = mkdtempSync(join(tmpdir(), 'fundgate-bench-test-'));
});
afterEach(() => {
  for (const each of [folder, temporary]) rmSync(each, { recursive: true });
});

/** `npm run bench` with a bench in the folder, and a wrk that is never called. */
async function bench(environment: NodeJS.ProcessEnv, ...args: readonly string[]) {
  writeFileSync(join(folder, 'wrk'), '');
  const env = {
    ...process.env,
    BENCH: folder,
    TMPDIR: temporary,
    PATH: `${process.env['PATH']}:${folder}`,
    ...environment,
  };
  return run(process.execPath, [RUN, ...args], { env });
}

test('without a bench it says in one sentence where one is looked for', async () => {
  await expect(bench({ BENCH: join(folder, 'nowhere') })).rejects.toMatchObject({
    code: 1,
    stderr: `There is no bench in ${join(folder, 'nowhere')}; put it there, or name its folder in BENCH.\n`,
  });
});

test('without wrk it says in one sentence how to get it', async () => {
  writeFileSync(join(folder, 'run.mjs'), '');
  await expect(bench({ PATH: '' })).rejects.toMatchObject({ code: 1, stderr: /^[^\n]*wrk[^\n]*\n$/ });
});

test('it runs a copy of the bench on this gateway, with the arguments, and leaves nothing behind', async () => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  writeFileSync(
    join(folder, 'run.mjs'),
    'console.log(JSON.stringify([process.env.GATEWAY, process.argv.slice(2), import.meta.dirname]));',
  );
  const { stdout } = await bench({}, '--db', 'postgres');
  const [gateway, args, at] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  expect([gateway, args]).toEqual([ROOT, ['--db', 'postgres']]);
  expect(at).not.toBe(folder);
  expect(readdirSync(folder).toSorted()).toEqual(['package.json', 'run.mjs', 'wrk']);
  expect(readdirSync(temporary).filter((name) => name.startsWith('fundgate'))).toEqual([]);
});
