import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { widthOf } from '../../../src/run/cli/output/cell-width.ts';
import { openCommandLine } from '../../support/gateway-commands.ts';

const NAME = 'Harbour Trading and Forwarding Company of Hong Kong 海港貿易有限公司 Limited';
const TERMINAL_COLUMNS = 80;

const ONE_BAND = [{ currency: 'HKD', period_days_max: 30, rate: 0.001 }];
const HKD_BAND = { currency: 'HKD', period_days_max: 30, rate: 0.0007 };

const cli = openCommandLine({}, TERMINAL_COLUMNS);
let partnerId: string;
beforeAll(async () => {
  partnerId = (await json('partner', 'create', NAME)).partner_id;
});
afterAll(() => cli[Symbol.dispose]());

async function json(...args: string[]) {
  const { code, out, err } = await cli.run(...args, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

describe('partner update', () => {
  test.each<[string[], object]>([
    [['--name', 'Other'], { name: 'Other' }],
    [['--review', 'manual'], { review: 'manual' }],
    [['--auto-accept'], { auto_accept: true }],
    [['--no-auto-accept'], { auto_accept: false }],
    [['--account-rates', 'optional'], { account_rates: 'optional' }],
    [['--interest-rate', '0.01'], { interest_rate: { default: 0.01, bands: [] } }],
    [
      ['--interest-bands', 'HKD:30:0.001'],
      { interest_rate: { default: 0.01, bands: [{ currency: 'HKD', period_days_max: 30, rate: 0.001 }] } },
    ],
    [['--interest-rate', '0.15%'], { interest_rate: { default: 0.0015, bands: ONE_BAND } }],
    [['--interest-rate', '7 %'], { interest_rate: { default: 0.07, bands: ONE_BAND } }],
    [
      ['--interest-bands', 'HKD:30:0.07%'],
      { interest_rate: { default: 0.07, bands: [{ currency: 'HKD', period_days_max: 30, rate: 0.0007 }] } },
    ],
    [['--interest-rate', '0.01'], { interest_rate: { default: 0.01, bands: [HKD_BAND] } }],
    [['--interest-bands', 'none'], { interest_rate: { default: 0.01, bands: [] } }],
    [['--currencies', 'MYR,JPY'], { currencies: ['MYR', 'JPY'] }],
    [['--offer-valid-days', '3'], { offer_valid_days: 3 }],
    [
      ['--auto-limit', 'HKD:100000000,JPY:0'],
      {
        auto_limit: [
          { currency: 'HKD', amount: 100_000_000 },
          { currency: 'JPY', amount: 0 },
        ],
      },
    ],
    [['--auto-limit', 'none'], { auto_limit: [] }],
    [[], {}],
  ])('%j changes that and nothing else', async (args, change) => {
    const before = await json('partner', 'show', partnerId);
    const after = await json('partner', 'update', partnerId, ...args);
    expect(after).toEqual({ ...before, ...change, updated_at: after.updated_at });
    expect(await json('partner', 'show', partnerId)).toEqual(after);
  });
});

test.each([
  ['--interest-rate', '101%'],
  ['--interest-rate', '-0.1%'],
  ['--interest-rate', '0.15%%'],
  ['--interest-rate', '.15%'],
  ['--interest-bands', 'HKD:30%:0.001'],
  ['--interest-bands', 'HKD:30:0.15%:2'],
])('%s %s is refused, which names the option and changes nothing', async (option, value) => {
  const before = await json('partner', 'show', partnerId);
  const { code, err } = await cli.run('partner', 'update', partnerId, option, value);
  expect(code).toBe(1);
  expect(err).toContain(option);
  expect(await json('partner', 'show', partnerId)).toEqual(before);
});

test('a rate is shown as a decimal and in percent, however small it is', async () => {
  const args = ['--interest-rate', '0.00001%', '--interest-bands', 'HKD:30:0.15%'];
  const { code, out } = await cli.run('partner', 'update', partnerId, ...args, '--csv');
  expect(code).toBe(0);
  expect(out).toContain('interest_rate,0.0000001\r\n');
  expect(out).toContain('interest_rate_percent,0.00001\r\n');
  expect(out).toContain('interest_bands,HKD:30:0.15%\r\n');
});

describe('a list', () => {
  test('continues where the last page ended, and says how', async () => {
    const made = await json('partner', 'create', 'Second');
    const first = await cli.run('partner', 'list', '--limit', '1');
    expect(first.err).toBe(`There are more; continue with --starting-after ${made.partner_id}\n`);
    const rest = await json('partner', 'list', '--starting-after', made.partner_id);
    expect(rest.partners.map((each: { partner_id: string }) => each.partner_id)).toEqual([partnerId]);
    expect(rest.has_more).toBe(false);
  });

  test('of partners can be filtered by name', async () => {
    const { partners } = await json('partner', 'list', '--name', 'Sec');
    expect(partners).toMatchObject([{ name: 'Second' }]);
  });
});

describe('keys', () => {
  test('get all scopes of an option that is given twice', async () => {
    const { key_id } = await json('key', 'create', partnerId, '--scopes', 'read', '--scopes', 'write');
    const { keys } = await json('key', 'list', partnerId);
    expect(keys.find((each: { key_id: string }) => each.key_id === key_id)).toMatchObject({
      scopes: ['read', 'write'],
    });
    await json('key', 'revoke', key_id);
  });

  test('are listed with their properties, never with the key itself', async () => {
    const { key_id, api_key } = await json('key', 'create', partnerId, '--name', 'batch', '--scopes', 'read');
    const { code, out } = await cli.run('key', 'list', partnerId, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out).keys[0]).toEqual({
      key_id,
      partner_id: partnerId,
      operator_id: null,
      name: 'batch',
      prefix: api_key.slice(0, 10),
      role: 'partner',
      scopes: ['read'],
      created_at: expect.any(String),
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
      successor_id: null,
      is_damaged: false,
    });
    expect(out).not.toContain(api_key);
  });

  test('of an operator need no role', async () => {
    const { operator_id } = await json('operator', 'create', 'Ben');
    const { key_id } = await json('key', 'create', partnerId, '--operator', operator_id);
    const { keys } = await json('key', 'list', partnerId, '--limit', '1');
    expect(keys).toMatchObject([{ key_id, operator_id, role: 'operator' }]);
  });

  test('of a partner belong to no operator, and the refusal names the option', async () => {
    const { operator_id } = await json('operator', 'create', 'Ann');
    const options = ['--operator', operator_id, '--role', 'partner'];
    const { code, err } = await cli.run('key', 'create', partnerId, ...options);
    expect({ code, err }).toEqual({ code: 1, err: '--operator must be absent for a partner’s key.\n' });
  });

  test('rotate prints the new key, and the old one ends with the overlap', async () => {
    const old = await json('key', 'create', partnerId);
    const made = await cli.run('key', 'rotate', old.key_id, '--overlap', '24h', '--json');
    expect(made.out).toMatch(/^\{"key_id":"key_\w+","api_key":"fgk_[\w-]{43}"\}\n$/);
    const { keys } = await json('key', 'list', partnerId, '--limit', '2');
    expect(keys[1]).toMatchObject({ key_id: old.key_id, successor_id: JSON.parse(made.out).key_id });
    const { code, err } = await cli.run('key', 'rotate', old.key_id);
    expect({ code, err }).toEqual({
      code: 1,
      err: 'The key was rotated already; rotate the key that replaced it.\n',
    });
  });

  test.each([
    [
      ['--overlap', '31d'],
      '--overlap must be 0, or a duration such as 90s, 30m, 24h or 7d, and at most 30d.\n',
    ],
    [['--overlap', 'long'], /^--overlap must be 0, or a duration such as /],
  ])('rotate %j is refused', async (args, sentence) => {
    const { key_id } = await json('key', 'create', partnerId);
    const { code, err } = await cli.run('key', 'rotate', key_id, ...args);
    expect(code).toBe(1);
    expect(err).toMatch(sentence);
  });
});

describe.each([
  ['partner', 'list'],
  ['key', 'list'],
  ['partner', 'show'],
])('the table of %s %s', (noun, verb) => {
  const args = () => [noun, verb, ...(noun === 'partner' && verb === 'list' ? [] : [partnerId])];
  beforeAll(() => json('partner', 'update', partnerId, '--name', NAME));

  test.each([40, 60, TERMINAL_COLUMNS])('fits a terminal of %i columns', async (columns) => {
    const { out } = await cli.runIn(columns, ...args());
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
    expect(out).not.toMatch(/[{}[\]"]/);
    expect(verb === 'show' && out.includes('…')).toBe(false);
  });

  test('has everything in it if it goes to a file or a pipe', async () => {
    const { out } = await cli.runIn(null, ...args());
    expect(out).not.toContain('…');
    if (noun === 'partner') expect(out).toContain(NAME);
  });
});

test('a key that is shown once is whole in a terminal of 40 columns', async () => {
  const { out } = await cli.runIn(40, 'key', 'create', partnerId);
  expect(out).toMatch(/^key_id\n {2}key_\w+\napi_key \(shown only once\)\n {2}fgk_[\w-]{43}\n$/);
});

test('the table of keys says how long a key has left', async () => {
  const { partner_id } = await json('partner', 'create', 'Ends');
  await json('key', 'create', partner_id, '--name', 'brief', '--expires-in', '90m');
  const { operator_id } = await json('operator', 'create', 'Ends');
  const own = ['--name', 'ended', '--operator', operator_id];
  const { key_id } = await json('key', 'create', partner_id, ...own);
  await json('key', 'revoke', key_id);
  const { out } = await cli.run('key', 'list', partner_id);
  expect(out).toMatch(
    / ended +operator rwa +never +revoked\n.* brief +partner rw +never +in 1h\n.* defau\S+ .* never\n$/,
  );
});
