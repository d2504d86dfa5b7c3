// Processes, since they are killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Installation, NEW, OLD, openInstallation, populate } from '../../support/installation.ts';

const CLI = new URL('../../../src/cli.ts', import.meta.url).pathname;
const ROUNDS = 6;
/** Moments from before the first value to after the last document, with the time that a process needs to start. */
const KILL_AFTER_MS = [500, 1_500] as const;

/** Runs a real process and kills it at a moment of its work; returns whether it was complete before. */
async function reencryptKilled({ environment }: Installation, secrets: readonly string[], afterMs: number) {
  const child = spawn(process.execPath, [CLI, 'encryption', 'rotate', '--json'], {
    env: { PATH: process.env['PATH'], ...environment(secrets) },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  await Promise.race([exited, setTimeout(afterMs)]);
  child.kill('SIGKILL');
  await exited;
  return child.exitCode === 0;
}

test('a rotation that is killed again and again loses nothing, and is completed', async () => {
  await using installation = await openInstallation();
  const { look, all } = await populate(installation, OLD);
  let [next, last] = [NEW, OLD];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [from, to] = KILL_AFTER_MS;
    const ended = await reencryptKilled(
      installation,
      [next, last],
      from + ((to - from) * round) / (ROUNDS - 1),
    );
    if (round % 2 === 0) expect(await look(next, last)).toEqual(all);
    if (ended) [next, last] = [last, next];
  }
  const { code, json } = await installation.cli([next, last], 'encryption', 'rotate', '--json');
  expect([code, json.left]).toEqual([0, 0]);
  expect(await look(next)).toEqual(all);
  const { json: verified } = await installation.cli([next], 'storage', 'verify', '--json');
  expect(verified.summary).toMatchObject({ documents: 9, missing: 0, size: 0, content: 0, unreferenced: 0 });
});
