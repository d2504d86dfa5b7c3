/**
 * `npm run test:measured`: each file that measures, one after another, each in a fresh process. A machine that is busy for a
 * moment makes a measurement fail once, so a file that fails runs again. If it passes then, a third run decides.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { MEASURED } from '../support/vitest/common.ts';

const VITEST = new URL('../../node_modules/vitest/vitest.mjs', import.meta.url).pathname;
/** For what hangs: the longest file takes about a minute on an idle machine. */
const DEADLINE_MS = 10 * 60_000;

function passes(file: string): boolean {
  const { status } = spawnSync(
    process.execPath,
    [VITEST, 'run', '--config', 'test/measured/vitest.config.ts', file],
    { stdio: 'inherit', timeout: DEADLINE_MS, killSignal: 'SIGKILL' },
  );
  return status === 0;
}

const wanted = process.argv.slice(2);
const files = globSync(MEASURED)
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .toSorted();
const again: string[] = [];
const failed: string[] = [];
for (const file of files) {
  if (passes(file)) continue;
  again.push(file);
  if (!passes(file) || !passes(file)) failed.push(file);
}

for (const file of again)
  console.log(`${file}: failed once, ${failed.includes(file) ? 'failed' : 'passed'} when it ran again`);
console.log(`${files.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || files.length === 0 ? 1 : 0;
