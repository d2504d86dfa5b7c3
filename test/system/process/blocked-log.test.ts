// A process, since its standard output is not read.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readSync, writeSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, type ExpectStatic, test } from 'vitest';
import { customerBody } from '../../support/gateway.ts';
import { freePort } from '../../support/free-port.ts';
import { dataFolder, environmentOf, FIRST_KEY, restClient } from '../../support/gateway-process.ts';

const MAIN = new URL('../../../src/main.ts', import.meta.url).pathname;

/** Longer than any stop takes; one that waits for its log never ends. */
const HANGS_MS = 45_000;

/** A gateway that logs every request to the given file descriptor, errors too. */
async function startOn(output: number, folder: string, { poll }: Pick<ExpectStatic, 'poll'>) {
  const port = String(await freePort());
  const settings = { NODE_ENV: 'test', BOOTSTRAP_API_KEY: FIRST_KEY, PORT: port, LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, [MAIN], {
    env: environmentOf(folder, settings),
    stdio: ['ignore', output, output],
  });
  const exited = once(child, 'exit').then(() => child.exitCode);
  const client = restClient(`http://127.0.0.1:${port}`);
  await poll(() =>
    client.fetch('GET', '/readyz').then(
      ({ status }) => status,
      () => 0,
    ),
  ).toBe(200);
  return {
    ...client,
    async stop() {
      child.kill('SIGTERM');
      const code = await Promise.race([exited, setTimeout(HANGS_MS, 'it hangs')]);
      child.kill('SIGKILL');
      return code;
    },
  };
}

/** A pipe that has no room left. */
function fullPipe(folder: string): number {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  for (const size of [4_096, 1]) {
    try {
      for (;;) writeSync(pipe, Buffer.alloc(size, '\n'));
    } catch {
      // It is full.
    }
  }
  return pipe;
}

/** Linux alone has a file that is a full disk. */
const FULL = existsSync('/dev/full') ? ['a full disk'] : [];

// Each has a gateway of its own, and most of the time is what a balancer gets to notice that it stops.
describe.concurrent('the log', () => {
  test.for(['a pipe that is not read', ...FULL])(
    'that goes to %s lets its gateway serve, and end when it is told to',
    async (where, own) => {
      using folder = dataFolder();
      const output = where === 'a full disk' ? openSync('/dev/full', 'w') : fullPipe(folder.path);
      const gateway = await startOn(output, folder.path, own.expect);
      for (let turn = 0; turn < 30; turn += 1) {
        const answers = await Promise.all([
          gateway.rest('POST', '/v1/customers', { body: customerBody() }),
          gateway.fetch('GET', '/healthz'),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      }
      expect(await gateway.stop()).toBe(0);
      closeSync(output);
    },
  );

  test('that can be written again has the number of missing lines', async (own) => {
    using folder = dataFolder();
    const pipe = fullPipe(folder.path);
    const gateway = await startOn(pipe, folder.path, own.expect);
    for (let turn = 0; turn < 60; turn += 1) {
      await Promise.all(Array.from({ length: 50 }, () => gateway.fetch('GET', '/healthz')));
    }
    let text = '';
    const read = () => {
      const part = Buffer.alloc(64 * 1024);
      try {
        text += part.toString('utf8', 0, readSync(pipe, part));
      } catch {
        // The pipe is empty for now.
      }
      return text;
    };
    // What is read may end within a line.
    await own.expect.poll(read, { interval: 1 }).toMatch(/log lines were dropped.*\n/);
    const line = text.split('\n').find((each) => each.includes('log lines were dropped')) ?? '';
    const written = text.split('\n').filter((each) => each.includes('"route":"/healthz"')).length;
    expect(JSON.parse(line).lines).toBe(3_000 - written);
    expect(await gateway.stop()).toBe(0);
    closeSync(pipe);
  });
});
