import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../support/run-command.ts';
import { type Listening, serve } from '../../../src/run/server/serve.ts';
import { createCustomers } from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';

let fixture: TestGateway;
let partner: TestPartner;
let listening: Listening;
let customer: string | undefined;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  [customer] = await createCustomers(partner, 1);
  await fixture.relay();
  listening = await serve(fixture.app, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await listening.stop(0);
  await fixture.close();
});

async function follow(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const FUNDGATE_URL = `http://127.0.0.1:${listening.port}/`;
  const known = { FUNDGATE_URL, FUNDGATE_API_KEY: partner.apiKey, ...environment };
  const said = await runCommand(known, 'events', 'follow', '--no-wait', ...args);
  return { ...said, lines: said.out.split('\n').slice(0, -1) };
}

test('events follow prints the events of the key from the beginning on, each on a line', async () => {
  const { code, lines, err } = await follow(['--json']);
  expect([code, err]).toEqual([0, '']);
  const { json } = await partner.rest('GET', '/v1/events?limit=100');
  expect(lines.map((line) => JSON.parse(line))).toEqual(json.items);
  const shown = await follow(['--types', 'customer.created']);
  expect(shown.lines).toEqual([expect.stringMatching(` {2}customer\\.created {2}customer/${customer} {2}`)]);
});

test('it takes the gateway and the key from options as well', async () => {
  const url = `http://127.0.0.1:${listening.port}`;
  const args = ['--url', url, '--key', partner.apiKey, '--subject', `kyc/${customer}`, '--json'];
  const { code, lines } = await follow(args, { FUNDGATE_URL: '', FUNDGATE_API_KEY: '' });
  expect([code, lines.length]).toEqual([0, 1]);
});

test('it begins after a cursor', async () => {
  const { code, lines } = await follow(['--after', 'latest']);
  expect([code, lines]).toEqual([0, []]);
});

test.each([
  [['--key', 'fgk_none'], 'api_key_invalid'],
  [['--after', 'yesterday'], 'parameter_invalid'],
])('with %j and --json it prints the code of the gateway’s refusal', async (args, code) => {
  const { err } = await follow([...args, '--json']);
  expect(JSON.parse(err).error.code).toBe(code);
});

test.each([
  [['--key', 'fgk_none'], {}, 'The gateway refused the request: '],
  [['--after', 'yesterday'], {}, 'after must be a cursor'],
  [[], { FUNDGATE_API_KEY: '' }, 'FUNDGATE_API_KEY'],
  [['--key', 'fgk_two\nlines'], {}, 'The API key has a character that no key has.'],
  [['--url', 'http://me:hush@127.0.0.1:1'], {}, 'Say where the gateway is'],
  [[], { FUNDGATE_URL: 'somewhere' }, 'FUNDGATE_URL'],
  [['--url', 'http://127.0.0.1:1'], {}, 'cannot be reached'],
])('with %j and %j it ends with a sentence', async (args, environment, says) => {
  const { code, err, out } = await follow(args, environment);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(says);
});
