// It starts what a partner starts: a sandbox by a shell, and vitest in a folder with the installed client.
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { installPacked } from '../../client/packed.ts';
import { freePort } from '../../support/free-port.ts';
import { environmentOf } from '../../support/gateway-process.ts';
import { serveTestGateway } from '../../support/served.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const guide = readFileSync(join(ROOT, 'src/pages/docs/guides/sandbox.md'), 'utf8');
/** What the guide says about tests, and the first example of it in a language. */
const chapter = guide.slice(guide.indexOf('## Your tests'), guide.indexOf('## Faults'));
const example = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(chapter)?.[1] ?? '';

const run = promisify(execFile);
/** For what hangs. */
const TIMEOUT_MS = 240_000;

test('the tests of the guide with vitest and the installed client pass, in files that run at once', async () => {
  const served = await serveTestGateway({ SANDBOX: 'on' });
  using folder = await installPacked();
  const { apiKey } = await served.partner();
  symlinkSync(join(ROOT, 'node_modules/vitest'), join(folder.path, 'node_modules/vitest'));
  for (const name of ['one', 'two', 'three'])
    writeFileSync(join(folder.path, `${name}.test.ts`), example('ts'));
  const env = { ...environmentOf(folder.path), FUNDGATE_URL: served.baseUrl, API_KEY: apiKey };
  const vitest = join(folder.path, 'node_modules/vitest/vitest.mjs');
  await run(process.execPath, [vitest, 'run', '--reporter=json', '--outputFile=told.json'], {
    cwd: folder.path,
    env,
    timeout: TIMEOUT_MS,
  });
  const told: unknown = JSON.parse(readFileSync(join(folder.path, 'told.json'), 'utf8'));
  expect(told).toMatchObject({ success: true, numPassedTests: 3, numTotalTests: 3 });
  await served.stop();
});

test('the script of the guide for CI starts a sandbox, waits for it, runs its tests and begins anew', async () => {
  const script = example('bash').replace('PORT=4000', `PORT=${await freePort()}`);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const options = { cwd: ROOT, env: { PATH, NODE_COMPILE_CACHE, LOG_LEVEL: 'error' }, timeout: TIMEOUT_MS };
  const { stdout } = await run('bash', ['-c', script], options);
  expect(stdout.endsWith('All tests passed.\n')).toBe(true);
});
