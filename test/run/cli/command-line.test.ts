import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { openCommandLine } from '../../support/gateway-commands.ts';

const cli = openCommandLine();
afterAll(() => cli[Symbol.dispose]());

async function newPartner(): Promise<string> {
  const { out } = await cli.run('partner', 'create', 'Acme', '--json');
  return JSON.parse(out).partner_id;
}

test('partner create answers one JSON line with the id and the key', async () => {
  const { code, out, err } = await cli.run(
    'partner',
    'create',
    'Acme',
    '--auto-accept',
    '--review',
    'manual',
    '--json',
  );
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^\{"partner_id":"par_\w+","api_key":"fgk_[\w-]{43}"\}\n$/);
});

test('partner create takes every setting, and partner list shows it', async () => {
  const args = ['--auto-accept', '--review', 'manual', '--account-rates', 'optional'];
  const rates = ['--interest-rate', '0.003', '--interest-bands', 'HKD:30:0.001,USD:90:0.004'];
  const limits = ['--currencies', 'HKD, USD', '--offer-valid-days', '7'];
  const created = await cli.run('partner', 'create', 'Every Setting', ...args, ...rates, ...limits, '--json');
  const { partner_id } = JSON.parse(created.out);
  const { partners } = JSON.parse((await cli.run('partner', 'list', '--json')).out);
  expect(partners).toContainEqual(
    expect.objectContaining({
      partner_id,
      name: 'Every Setting',
      review: 'manual',
      auto_accept: true,
      account_rates: 'optional',
      interest_rate: {
        default: 0.003,
        bands: [
          { currency: 'HKD', period_days_max: 30, rate: 0.001 },
          { currency: 'USD', period_days_max: 90, rate: 0.004 },
        ],
      },
      currencies: ['HKD', 'USD'],
      offer_valid_days: 7,
    }),
  );
});

test('without --json there are tables', async () => {
  const created = await cli.run('partner', 'create', 'Table');
  expect(created.out).toMatch(/^partner_id +api_key \(shown only once\)\npar_\w+ +fgk_[\w-]+\n$/);
  const listed = await cli.run('partner', 'list');
  expect(listed.out).toMatch(/^partner_id +name +review .*\n(?:par_\w+ .*\n)+$/);
});

test('key create answers the id and the key', async () => {
  const partner = await newPartner();
  const made = await cli.run('operator', 'create', 'Ada', '--json');
  const person = ['--operator', JSON.parse(made.out).operator_id];
  const options = [...person, '--name', 'ops', '--scopes', 'read,write', '--expires-in', '24h'];
  const { code, out } = await cli.run('key', 'create', partner, ...options, '--json');
  expect(code).toBe(0);
  expect(out).toMatch(/^\{"key_id":"key_\w+","api_key":"fgk_[\w-]{43}"\}\n$/);
});

test('key revoke ends a key for ever', async () => {
  const made = await cli.run('key', 'create', await newPartner(), '--json');
  const { key_id } = JSON.parse(made.out);
  const first = await cli.run('key', 'revoke', key_id, '--json');
  const second = await cli.run('key', 'revoke', key_id, '--json');
  expect(JSON.parse(first.out)).toEqual({ key_id, revoked_at: expect.any(String) });
  expect(second).toEqual(first);
});

test.each([
  [['key', 'revoke', 'key_none'], 'There is no such API key.'],
  [['key', 'create', 'par_none'], 'There is no such partner.'],
  [['partner', 'create', ' '], 'The name must have 1 to 255 characters.'],
  [['partner', 'create', 'X', '--review', 'never'], '--review must be one of auto, policy, manual.'],
  [['partner', 'create', 'X', '--interest-rate', '1e9x'], '--interest-rate must be a number.'],
  [
    ['partner', 'create', 'X', '--interest-bands', 'HKD'],
    '--interest-bands must be entries of currency:period_days_max:rate, separated by commas, or none.',
  ],
  [
    ['partner', 'create', 'X', '--auto-limit', 'HKD:1e9'],
    '--auto-limit must be entries of currency:amount, separated by commas, or none.',
  ],
  [
    ['partner', 'create', 'X', '--interest-bands', 'HKD:30:0.1,USD:91:0.1'],
    'Entry 2 of --interest-bands: period_days_max must be at most 90.',
  ],
  [
    ['partner', 'create', 'X', '--offer-valid-days', '0'],
    '--offer-valid-days must be an integer from 1 to 3650.',
  ],
  [['partner', 'create'], "Missing required argument 'name'."],
  [['partner', 'create', 'X', '--wrong'], "Unknown option '--wrong'."],
  [['partner'], 'A command is missing, such as partner list; --help shows them all.'],
  [['nothing'], "Unknown command 'nothing'."],
  [['partner', 'list', '--csv', '--json'], "Option '--csv' cannot be used with option '--json'."],
  [['partnr', 'list'], "Unknown command 'partnr'. Did you mean partner?"],
  [['partner', 'lst'], "Unknown command 'lst'. Did you mean list?"],
  [['partner', 'create', 'X', '--reviw', 'auto'], "Unknown option '--reviw'. Did you mean --review?"],
])('%j fails with one sentence', async (args, sentence) => {
  const { code, out, err } = await cli.run(...args);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(sentence);
  expect(err.trimEnd()).not.toContain('\n');
});

test.each(['', '24', '0h', '24y', '-1h', '99999d', '1h30m'])('--expires-in "%s" is refused', async (text) => {
  const { code, err } = await cli.run('key', 'create', 'par_none', `--expires-in=${text}`);
  expect(code).toBe(1);
  expect(err).toMatch(/^--expires-in must be a duration such as /);
});

test('with --json a failure is the error body of REST, on stderr', async () => {
  const { code, out, err } = await cli.run('partner', 'create', 'X', '--offer-valid-days', '0', '--json');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(JSON.parse(err)).toEqual({
    error: {
      type: 'invalid_request_error',
      code: 'parameter_invalid',
      param: 'offer_valid_days',
      message: 'offer_valid_days must be an integer from 1 to 3650.',
      request_id: expect.any(String),
    },
  });
  const misused = await cli.run('key', 'rotate', '--json');
  expect(JSON.parse(misused.err).error.message).toBe("Missing required argument 'key_id'.");
});

test('a wrong environment fails as it does for the server', async () => {
  using wrong = openCommandLine({ LOG_LEVEL: 'loud' });
  const { code, err } = await wrong.run('partner', 'list');
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^LOG_LEVEL must be one of .*\.\n$/) });
});

test('a database in memory cannot be administered from outside', async () => {
  using inMemory = openCommandLine({ DATABASE_URL: 'sqlite::memory:' });
  expect((await inMemory.run('partner', 'list')).err).toMatch(/^DATABASE_URL names a database in memory/);
});

test('--version tells the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  expect(await cli.run('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test('the help fits a terminal of 40 columns, with descriptions below their commands', async () => {
  const { out } = await cli.runIn(40, '--help');
  expect(out).toMatch(/^ {2}partner list \[options\]\n {6}list the partners, the newest\n {6}first$/m);
  const { out: ofOne } = await cli.runIn(40, 'webhook', 'replay', '--help');
  expect(ofOne).toMatch(/^Usage: npm run --silent cli -- webhook\n {7}replay \[options\] <endpoint_id>\n\n/);
  expect(`${out}${ofOne}`.split('\n').filter((line) => line.length > 40)).toEqual([]);
});

test('the help has the width that COLUMNS says, also in a pipe', async () => {
  const widthIn = async (environment: NodeJS.ProcessEnv) => {
    using command = openCommandLine(environment);
    const { out } = await command.runIn(null, 'backup', '--help');
    return Math.max(...out.split('\n').map((line) => line.length));
  };
  expect(await widthIn({ COLUMNS: '40' })).toBeLessThanOrEqual(40);
  expect(await widthIn({ COLUMNS: 'wide' })).toBeGreaterThan(60);
});

test('a list of keys as CSV has moments in place of how long ago they were', async () => {
  const { out } = await cli.run('key', 'list', await newPartner(), '--csv');
  expect(out).toMatch(
    /^\ufeffkey_id,prefix,name,role,scopes,last_used_at,expires_at,revoked_at\r\nkey_\w+,fgk_/,
  );
});

test('--help succeeds and names the commands', async () => {
  const { code, out } = await cli.run('key', '--help');
  expect(code).toBe(0);
  expect(out).toMatch(/create.*revoke/s);
});
