import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataFolder } from '../support/gateway-process.ts';
import { runCommand } from '../support/run-command.ts';
import { type Served, serveTestGateway } from '../support/served.ts';
import type { OperatorAccess } from './journey/operator.ts';
import { walkJourney } from './journey/journey.ts';

const LAST = 'Every answer was as the contract says.';
const SECRET_KEY = 'd1'.repeat(32);

const folder = dataFolder();
/** As the gateway and the commands beside it have it. */
const here = { NODE_ENV: 'test', SECRET_KEY, DATA_DIR: folder.path };
let served: Served;
let apiKey: string;
let first: readonly string[];
beforeAll(async () => {
  const DATABASE_URL = `sqlite:${folder.path}/gateway.db`;
  served = await serveTestGateway({ ...here, DATABASE_URL, STORAGE_URL: `fs:${folder.path}/files` });
  ({ apiKey } = await served.partner());
  first = await demo({ environment: here, runCommand });
});
afterAll(async () => {
  await served.stop();
  folder[Symbol.dispose]();
});

/** The lines of one demo. */
async function demo(access: OperatorAccess): Promise<readonly string[]> {
  const lines: string[] = [];
  await walkJourney({ baseUrl: served.baseUrl, apiKey }, (line) => void lines.push(line), access);
  return lines;
}

/** What a command beside the gateway prints. */
async function cli(...command: string[]) {
  return JSON.parse((await runCommand(here, ...command, '--json')).out);
}

test('beside the data the demo makes an operator of its own, whose key ends with it', async () => {
  const said = first.join('\n');
  expect(said).toContain(`in a browser: ${served.baseUrl}/console\n`);
  expect(said).toContain('find both in the work list: 2 to review');
  expect(said).toContain('deny the first: DENIED, CREDIT_POLICY');
  expect(said).toContain('SUBMIT, APPROVE, ACCEPT, DISBURSE, REPAY');
  expect(said).toMatch(/verify the trail: intact, \d+ checkpoints over \d+ events\n/);
  expect(first.at(-1)).toBe(LAST);

  const { partners } = await cli('partner', 'list', '--name', 'Acme');
  const { keys } = await cli('key', 'list', partners.at(-1).partner_id);
  const made = keys.filter((key: { role: string }) => key.role === 'operator');
  expect(made).toEqual([expect.objectContaining({ name: 'demo operator', revoked_at: expect.any(String) })]);
});

test('a second demo leaves no second partner behind', async () => {
  expect((await demo({ environment: here, runCommand })).at(-1)).toBe(LAST);
  const { partners } = await cli('partner', 'list', '--name', 'Demo');
  expect(partners).toHaveLength(1);
  const { keys } = await cli('key', 'list', partners[0].partner_id);
  expect(keys.filter((key: { revoked_at: string | null }) => key.revoked_at === null)).toEqual([]);
});

test('without the data of the gateway the demo uses the given operator’s key, or leaves that part out', async () => {
  using elsewhere = dataFolder();
  const environment = { ...here, DATA_DIR: elsewhere.path };
  const without = await demo({ environment, runCommand });
  expect(without).toContainEqual(expect.stringContaining('The operator’s part is left out'));
  expect(without.at(-1)).toBe(LAST);

  const { api_key } = await cli('operator', 'create', 'Ada', '--key');
  const withKey = await demo({ key: api_key, environment, runCommand });
  expect(withKey).toContainEqual(expect.stringContaining('SUBMIT, APPROVE, ACCEPT, DISBURSE, REPAY'));
  expect(withKey).toContainEqual(expect.stringContaining('The checkpoints are left out'));
  expect(withKey.at(-1)).toBe(LAST);
});

test('with --keep a case is left in each queue of the console', async () => {
  const lines = await demo({ environment: here, runCommand, keep: true });
  const [, review, offered, accepted, paid] =
    /leave cases .*: (fun_\w+) to review, (fun_\w+) offered, (fun_\w+) to disburse, (fun_\w+) to be repaid/.exec(
      lines.join('\n'),
    ) ?? [];
  const statuses = await Promise.all(
    [review, offered, accepted, paid].map(async (id = '') => (await cli('settlement', 'show', id)).status),
  );
  expect(statuses).toEqual(['submitted', 'approved', 'accepted', 'funded']);
  expect(lines.at(-1)).toBe(LAST);
});
