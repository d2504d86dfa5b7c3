// What a command does if its output cannot be written is about the streams of its process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { environmentOf } from '../../support/gateway-process.ts';
import { needs } from '../../support/needs.ts';

const CLI = new URL('../../../src/cli.ts', import.meta.url).pathname;
const FULL = '/dev/full';

/** A command whose output or messages go to a device without room. */
async function run(full: 'out' | 'err', ...args: string[]) {
  const device = openSync(FULL, 'w');
  const stdio =
    full === 'out' ? (['ignore', device, 'pipe'] as const) : (['ignore', 'pipe', device] as const);
  const child = spawn(process.execPath, [CLI, ...args], { env: environmentOf('nowhere'), stdio: [...stdio] });
  let said = '';
  (child.stdout ?? child.stderr)?.setEncoding('utf8').on('data', (text) => (said += text));
  await once(child, 'close');
  closeSync(device);
  return { code: child.exitCode, said };
}

describe('on a full disk', needs(existsSync(FULL), `There is no ${FULL}.`), () => {
  test('a command says why its output is not there, and fails', async () => {
    expect(await run('out', '--help')).toEqual({
      code: 1,
      said: 'The output cannot be written: the disk is full.\n',
    });
  });

  test('a command with --json says so as an error of REST', async () => {
    const { code, said } = await run('out', 'requests', '--json');
    expect([code, JSON.parse(said)]).toEqual([
      1,
      { error: expect.objectContaining({ message: 'The output cannot be written: the disk is full.' }) },
    ]);
  });

  test('a command whose messages alone cannot be written ends as it would', async () => {
    expect(await run('err', 'partner', 'lst')).toEqual({ code: 1, said: '' });
  });
});
