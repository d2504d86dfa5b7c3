// Processes, since npm passes signals on to the one that it starts.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { customerBody } from '../../support/gateway.ts';
import { freePort } from '../../support/free-port.ts';
import { dataFolder, environmentOf, FIRST_KEY, restClient } from '../../support/gateway-process.ts';
import { needs } from '../../support/needs.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 120_000;

/** Npm itself would take half a second to tell its version. */
const NEEDS_NPM = needs(
  spawnSync('/bin/sh', ['-c', 'command -v npm']).status === 0,
  'This machine has no npm.',
);

/** `npm start` in a process group of its own, as a terminal or a supervisor would run it. */
async function npmStart(folder: string) {
  const port = String(await freePort());
  const env = {
    ...environmentOf(folder, { NODE_ENV: 'test', BOOTSTRAP_API_KEY: FIRST_KEY, PORT: port }),
    HOME: folder,
    LOG_LEVEL: 'info',
  };
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { text: '' };
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (printed.text += chunk));
  const exited: Promise<number | null> = once(npm, 'exit').then(() => npm.exitCode);
  const client = restClient(`http://127.0.0.1:${port}`);
  const until = Date.now() + START_TIMEOUT_MS;
  while ((await isDown(client.url)) && Date.now() < until) await setTimeout(50);
  expect(await isDown(client.url), printed.text).toBe(false);
  return {
    ...client,
    exited,
    printed,
    npm,
    /** To each process, as the terminal does with Ctrl-C, and once more, as npm may pass it on. */
    async interrupt() {
      signalGroup(npm, 'SIGINT');
      await setTimeout(20);
      signalGroup(npm, 'SIGINT');
    },
    [Symbol.dispose]: () => signalGroup(npm, 'SIGKILL'),
  };
}

const isDown = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    async (answer) => {
      await answer.body?.cancel();
      return false;
    },
    () => true,
  );

/** The group outlives npm if a process of it does. */
function signalGroup({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

test.each([
  ['SIGTERM', (npm: ChildProcess) => npm.kill('SIGTERM')],
  ['SIGINT', (npm: ChildProcess) => npm.kill('SIGINT')],
] as const)('npm start stopped by %s stops the gateway itself', NEEDS_NPM, async (_signal, stop) => {
  using folder = dataFolder();
  using started = await npmStart(folder.path);
  expect((await started.rest('POST', '/v1/customers', { body: customerBody() })).status).toBe(200);
  stop(started.npm);
  expect(await started.exited, started.printed.text).toBe(0);
  await expect.poll(() => isDown(started.url), { timeout: STOP_TIMEOUT_MS }).toBe(true);
});

test('a Ctrl-C, which may come to the gateway twice, lets what runs finish', NEEDS_NPM, async () => {
  using folder = dataFolder();
  using started = await npmStart(folder.path);
  const body = JSON.stringify(customerBody());
  const slow = request(new URL('/v1/customers', started.url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${FIRST_KEY}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  const answered = once(slow, 'response');
  slow.flushHeaders();
  // The gateway has begun to read it.
  await once(slow, 'continue');
  slow.write(body.slice(0, 20));
  await started.interrupt();
  await expect.poll(() => isDown(started.url)).toBe(true);
  slow.end(body.slice(20));
  const [response] = await answered;
  response.resume();
  expect(response.statusCode).toBe(200);
  expect(await started.exited, started.printed.text).toBe(0);
  expect(await isDown(started.url)).toBe(true);
});
