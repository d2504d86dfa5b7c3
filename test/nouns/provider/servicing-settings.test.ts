import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCommandLine } from '../../support/gateway-commands.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';

/** A value as REST has it, and how the command line writes it; null if a flag cannot say it. */
type Value = readonly [value: unknown, written: string | null];

interface Setting {
  readonly preset: unknown;
  /** The name of its field in the console. */
  readonly field: string;
  /** Values at the bounds. */
  readonly taken: readonly Value[];
  /** Values beyond them, and what the error names if it is not the setting itself. */
  readonly refused: readonly (readonly [...Value, param?: string])[];
}

const OF_PARTNER: Readonly<Record<string, Setting>> = {
  repayment_order: {
    preset: 'fee_first',
    field: 'repaymentOrder',
    taken: [['principal_first', 'principal_first']],
    refused: [['cheapest_first', 'cheapest_first']],
  },
  reports_repayments: {
    preset: false,
    field: 'reportsRepayments',
    taken: [[true, '']],
    refused: [['yes', null]],
  },
  due_notice_days: {
    preset: 3,
    field: 'noticeDays',
    taken: [
      [0, '0'],
      [30, '30'],
    ],
    refused: [
      [-1, '-1'],
      [31, '31'],
      [1.5, '1.5'],
    ],
  },
  v1_members: {
    preset: 'all',
    field: 'v1Members',
    taken: [['interface', 'interface']],
    refused: [['some', 'some']],
  },
};

const hk = (more: object) => [{ country: 'HK', ...more }];
const hkd = (amount: number) => [{ currency: 'HKD', amount }];

const OF_PROVIDER: Readonly<Record<string, Setting>> = {
  rate_ceiling: {
    preset: [],
    field: 'ceiling-${country}',
    taken: [
      [hk({ rate: 0 }), 'HK:0'],
      [hk({ rate: 100 }), 'HK:10000%'],
    ],
    refused: [
      [hk({ rate: -0.1 }), 'HK:-10%', 'rate_ceiling[0].rate'],
      [hk({ rate: 100.1 }), 'HK:10010%', 'rate_ceiling[0].rate'],
      [[{ country: 'SG', rate: 1 }], 'SG:1', 'rate_ceiling[0].country'],
    ],
  },
  holidays: {
    preset: [],
    field: 'holidays-${country}',
    taken: [[hk({ day: '2026-12-25' }), 'HK:2026-12-25']],
    refused: [
      [hk({ day: '2026-02-30' }), 'HK:2026-02-30', 'holidays[0].day'],
      [[hk({ day: '2026-12-25' }), hk({ day: '2026-12-25' })].flat(), 'HK:2026-12-25,HK:2026-12-25'],
    ],
  },
  small_difference: {
    preset: [],
    field: 'difference-${currency}',
    taken: [
      [hkd(0), 'HKD:0'],
      [hkd(1_000_000), 'HKD:1000000'],
    ],
    refused: [
      [hkd(-1), 'HKD:-1', 'small_difference[0].amount'],
      [hkd(1_000_001), 'HKD:1000001', 'small_difference[0].amount'],
      [hkd(0.5), 'HKD:0.5', 'small_difference[0].amount'],
    ],
  },
  fee_recognition: {
    preset: 'over_period',
    field: 'feeRecognition',
    taken: [['at_disbursement', 'at_disbursement']],
    refused: [['monthly', 'monthly']],
  },
};

const ALL = { partner: OF_PARTNER, provider: OF_PROVIDER } as const;
const rowsOf = (of: Readonly<Record<string, Setting>>) => Object.entries(of);
const takenIn = (of: Readonly<Record<string, Setting>>) =>
  rowsOf(of).flatMap(([name, { taken }]) => taken.map(([value, written]) => [name, value, written] as const));
const refusedIn = (of: Readonly<Record<string, Setting>>) =>
  rowsOf(of).flatMap(([name, { refused }]) =>
    refused.map(([value, written, param = name]) => [name, value, written, param] as const),
  );

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const isWord = (value: unknown) => typeof value === 'string' && /^[a-z_]+$/.test(value);
/** A value as GraphQL has it. */
const inGraphql = (value: unknown) => (isWord(value) ? String(value).toUpperCase() : value);

let fixture: TestGateway;
let partner: TestPartner;
let admin: Awaited<ReturnType<TestGateway['key']>>;
const cli = openCommandLine();
let made: string;
beforeAll(async () => {
  fixture = await openTestGateway({ SANDBOX: 'on' });
  partner = await fixture.partner();
  admin = await fixture.key(partner.partnerId, { role: 'operator', scopes: ['read', 'write', 'admin'] });
  made = JSON.parse((await cli.run('partner', 'create', 'Acme', '--json')).out).partner_id;
});
afterAll(async () => {
  await fixture.close();
  cli[Symbol.dispose]();
});

async function byGraphql(of: keyof typeof ALL, name: string, value: unknown) {
  const [type, call] =
    of === 'partner'
      ? ['UpdatePartnerInput!', `updatePartner(id: "${partner.partnerId}", input: $input)`]
      : ['UpdateProviderSettingsInput!', 'updateProviderSettings(input: $input)'];
  const shown = {
    rate_ceiling: 'country rate',
    holidays: 'country day',
    small_difference: 'currency amount',
  };
  const members = Object.entries(shown).find(([each]) => each === name)?.[1];
  const field = camel(name);
  const { json } = await admin.graphql(
    `mutation ($input: ${type}) { done: ${call} { ${field}${members === undefined ? '' : ` { ${members} }`} } }`,
    { input: { [field]: inGraphql(value) } },
  );
  const { code, param } = json.errors?.[0].extensions ?? {};
  return json.errors === undefined ? json.data.done[field] : { code, param };
}

const optionOf = (name: string) => `--${name.replaceAll('_', '-')}`;

/** The setting after the command, and the text of an error. */
async function byCommandLine(of: keyof typeof ALL, name: string, written: string) {
  const command = of === 'partner' ? ['partner', 'update', made] : ['provider', 'set'];
  const values = written === '' ? [] : [written];
  const { err } = await cli.run(...command, optionOf(name), ...values);
  const show = of === 'partner' ? ['partner', 'show', made] : ['provider', 'show'];
  const { out } = await cli.run(...show, '--json');
  return { setting: JSON.parse(out)[name], err };
}

describe.each(['partner', 'provider'] as const)('a setting of servicing of the %s', (of) => {
  test.each(takenIn(ALL[of]))('%s may be %j', async (name, value, written) => {
    expect(await byGraphql(of, name, value)).toEqual(inGraphql(value));
    if (written !== null) expect(await byCommandLine(of, name, written)).toEqual({ setting: value, err: '' });
    if (of !== 'partner') return;
    const { json } = await partner.rest('PUT', '/v1/sandbox/settings', { [name]: value });
    expect(json[name]).toEqual(value);
  });

  test.each(refusedIn(ALL[of]))(
    '%s may not be %j, which the error names',
    async (name, value, written, param) => {
      const named = { code: 'parameter_invalid', param: camel(param) };
      expect(await byGraphql(of, name, value)).toEqual(named);
      if (written !== null) {
        const { err, setting } = await byCommandLine(of, name, written);
        expect(err).toContain(optionOf(name));
        expect(setting).not.toEqual(value);
      }
      if (of !== 'partner') return;
      const { status, json } = await partner.rest('PUT', '/v1/sandbox/settings', { [name]: value });
      expect([status, json.error.code, json.error.param]).toEqual([400, 'parameter_invalid', param]);
    },
  );
});

test.each([-1, 0.5, 1_000_001])(
  'a small difference of %d is refused with the bounds that count',
  async (amount) => {
    const { json } = await admin.graphql(
      `mutation { updateProviderSettings(input: { smallDifference: [{ currency: "HKD", amount: ${amount} }] }) { updatedAt } }`,
    );
    expect(json.errors[0].message).toContain(
      'smallDifference[0].amount must be an integer from 0 to 1000000 ',
    );
  },
);

test('a new partner and a new provider have the defaults', async () => {
  const fresh = openCommandLine();
  const { out } = await fresh.run('partner', 'create', 'New', '--json');
  const shown = {
    partner: await fresh.run('partner', 'show', JSON.parse(out).partner_id, '--json'),
    provider: await fresh.run('provider', 'show', '--json'),
  };
  for (const of of ['partner', 'provider'] as const) {
    const presets = rowsOf(ALL[of]).map(([name, { preset }]) => [name, preset]);
    expect(JSON.parse(shown[of].out)).toMatchObject(Object.fromEntries(presets));
  }
  fresh[Symbol.dispose]();
});

test('each setting has a field in the console', () => {
  const folder = new URL('../../../src/pages/console/app/screens/', import.meta.url);
  const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8');
  const forms = {
    partner: textOf('partner/servicing-choices.tsx'),
    provider: textOf('provider/provider-fields.tsx'),
  };
  for (const of of ['partner', 'provider'] as const)
    for (const [, { field }] of rowsOf(ALL[of])) expect(forms[of]).toMatch(nameOf(field));
});

/** The name of a field, as a text or a template. */
const nameOf = (field: string) =>
  new RegExp(`name="${field}"|name=\\{\`${field.replaceAll(/[${}]/g, '\\$&')}\`\\}`);
