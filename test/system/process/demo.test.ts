// As a new user has it: a gateway, the demo and each of its commands are processes of their own.
import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { dataFolder, environmentOf, FIRST_KEY, startGateway } from '../../support/gateway-process.ts';

const RUN = new URL('../../demo/run.ts', import.meta.url).pathname;

/** One `npm run demo` in an environment. */
function demo(env: NodeJS.ProcessEnv) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [RUN], { env }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
  });
}

test('the demo finds the gateway by its PORT, and makes an operator beside its data', async () => {
  using folder = dataFolder();
  await using gateway = await startGateway(folder.path);
  const here = environmentOf(folder.path, { API_KEY: FIRST_KEY, PORT: gateway.port });
  const { code, out, err } = await demo(here);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain(`The gateway at ${gateway.url}, `);
  expect(out).toContain('SUBMIT, APPROVE, ACCEPT, DISBURSE, REPAY');
  expect(out).toMatch(/verify the trail: intact, \d+ checkpoints over \d+ events\n/);
  expect(out.endsWith('Every answer was as the contract says.\n')).toBe(true);

  const { code: refused, err: why } = await demo({ ...here, API_KEY: 'fgk_nobody' });
  expect([refused, why]).toEqual([1, expect.stringMatching(/^Step 1 .* failed: The API key is not valid/)]);
});

test('the demo runs beside a sandbox unchanged', async () => {
  using folder = dataFolder();
  const BOOTSTRAP_API_KEY = `fgk_test_${FIRST_KEY}`;
  await using gateway = await startGateway(folder.path, { SANDBOX: 'on', BOOTSTRAP_API_KEY });
  const here = { SANDBOX: 'on', API_KEY: BOOTSTRAP_API_KEY, PORT: gateway.port };
  const { code, out, err } = await demo(environmentOf(folder.path, here));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('SUBMIT, APPROVE, ACCEPT, DISBURSE, REPAY');
  expect(out.endsWith('Every answer was as the contract says.\n')).toBe(true);
});
