import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  dataFolder,
  environmentOf,
  FIRST_KEY,
  type GatewayProcess,
  startGateway,
} from '../support/gateway-process.ts';
import { runCommand } from '../support/run-command.ts';
import { walkJourney } from './journey/journey.ts';

const RUN = new URL('run.ts', import.meta.url).pathname;
const LAST = 'Every answer was as the contract says.\n';

const folder = dataFolder();
let gateway: GatewayProcess;
let first: Awaited<ReturnType<typeof demo>>;
beforeAll(async () => {
  gateway = await startGateway(folder.path);
  first = await demo(folder.path);
});
afterAll(async () => {
  await gateway.stop('SIGINT');
  folder[Symbol.dispose]();
});

/** One `npm run demo` in an environment whose data may be the gateway's. */
function demo(dataDir: string, changes: NodeJS.ProcessEnv = {}) {
  const env = environmentOf(dataDir, { BASE_URL: gateway.url, API_KEY: FIRST_KEY, ...changes });
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [RUN], { env }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
  });
}

/** What a command beside the gateway prints. */
async function cli(...command: string[]) {
  return JSON.parse((await runCommand(environmentOf(folder.path), ...command, '--json')).out);
}

test('beside the data the demo makes an operator of its own, whose key ends with it', async () => {
  const { code, out, err } = first;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain(`in a browser: ${gateway.url}/console\n`);
  expect(out).toContain('find both in the work list: 2 to review');
  expect(out).toContain('deny the first: DENIED, CREDIT_POLICY');
  expect(out).toContain('SUBMIT, APPROVE, ACCEPT, DISBURSE, REPAY');
  expect(out).toMatch(/verify the trail: intact, \d+ checkpoints over \d+ events\n/);
  expect(out.endsWith(LAST)).toBe(true);

  const { partners } = await cli('partner', 'list', '--name', 'demo');
  const { keys } = await cli('key', 'list', partners.at(-1).partner_id);
  const made = keys.filter((key: { role: string }) => key.role === 'operator');
  expect(made).toEqual([expect.objectContaining({ name: 'demo operator', revoked_at: expect.any(String) })]);
});

test('a second demo leaves no second partner behind, and finds the gateway by its PORT', async () => {
  const here = { BASE_URL: '', PORT: new URL(gateway.url).port };
  const { code, err } = await demo(folder.path, here);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const { partners } = await cli('partner', 'list', '--name', 'Demo');
  expect(partners).toHaveLength(1);
  const { keys } = await cli('key', 'list', partners[0].partner_id);
  expect(keys.filter((key: { revoked_at: string | null }) => key.revoked_at === null)).toEqual([]);
});

test('without the data of the gateway the demo uses the given operator’s key, or leaves that part out', async () => {
  using elsewhere = dataFolder();
  const without: string[] = [];
  const partner = { baseUrl: gateway.url, apiKey: FIRST_KEY };
  const access = { environment: environmentOf(elsewhere.path) };
  await walkJourney(partner, (line) => void without.push(line), access);
  expect(without).toContainEqual(expect.stringContaining('The operator’s part is left out'));
  expect(`${without.at(-1)}\n`).toBe(LAST);

  const { partners } = await cli('partner', 'list');
  const { api_key } = await cli('key', 'create', partners.at(-1).partner_id, '--role', 'operator');
  const withKey = await demo(elsewhere.path, { OPERATOR_KEY: api_key });
  expect(withKey.code).toBe(0);
  expect(withKey.out).toContain('SUBMIT, APPROVE, ACCEPT, DISBURSE, REPAY');
  expect(withKey.out).toContain('The checkpoints are left out');
  expect(withKey.out.endsWith(LAST)).toBe(true);
});
