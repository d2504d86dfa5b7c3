// A process that makes checkpoints is killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHECKPOINT_EVENTS_MAX } from '../../../src/trail/checkpoint/waiting-events.ts';
import { addOldEvents } from '../../support/fixtures/old-events.ts';
import { openCommandLine } from '../../support/gateway-commands.ts';
import { commandLine, environmentOf } from '../../support/gateway-process.ts';

/** Enough that a process can be killed while it works on them. */
const OLD_EVENTS = 20_000;
const CLI = new URL('../../../src/cli.ts', import.meta.url).pathname;

const cli = openCommandLine();
beforeAll(async () => {
  await cli.run('partner', 'create', 'Acme', '--json');
  await addOldEvents(cli.folder, OLD_EVENTS);
});
afterAll(() => cli[Symbol.dispose]());

test('a process that is killed while it makes checkpoints leaves a chain that can be continued', async () => {
  const child = spawn(process.execPath, [CLI, 'audit', 'checkpoint'], { env: environmentOf(cli.folder) });
  await once(child.stderr, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  const before = JSON.parse((await commandLine(cli.folder, 'audit', 'verify', '--json')).out);
  expect(before).toMatchObject({ intact: true });
  expect(before.checkpoints).toBeGreaterThan(0);
  expect(before.waiting_events).toBeGreaterThan(0);

  const { code, out } = await cli.run('audit', 'checkpoint', '--json');
  expect(code).toBe(0);
  const { checkpoints } = JSON.parse(out);
  expect(checkpoints[0]).toMatchObject({ number: before.checkpoints + 1, events: CHECKPOINT_EVENTS_MAX });
  const verified = await cli.run('audit', 'verify', '--json');
  expect(verified.code).toBe(0);
  expect(JSON.parse(verified.out)).toMatchObject({
    intact: true,
    checkpointed_events: OLD_EVENTS + 2,
    waiting_events: 0,
    head: { number: checkpoints.at(-1).number, hash: checkpoints.at(-1).hash },
  });
});
