import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOperatorFixture, type OperatorFixture } from '../../support/fixtures/operator-fixture.ts';

let fixture: OperatorFixture;
beforeAll(async () => {
  fixture = await openOperatorFixture();
});
afterAll(() => fixture.fixture.close());

const every = {
  name: '  Harbour 貿易 ',
  review: 'MANUAL',
  autoAccept: true,
  accountRates: 'OPTIONAL',
  interestRate: { default: 0.01, bands: [{ currency: 'HKD', periodDaysMax: 30, rate: 0.0015 }] },
  currencies: ['HKD', 'JPY'],
  offerValidDays: 7,
  autoLimit: [
    { currency: 'HKD', amount: 100_000_000 },
    { currency: 'JPY', amount: 0 },
  ],
  unknownInput: 'IGNORE',
};
const defaults = {
  review: 'AUTO',
  autoAccept: false,
  accountRates: 'REQUIRED',
  interestRate: { default: 0.002, bands: [] },
  currencies: ['HKD', 'SGD', 'USD', 'GBP', 'MYR', 'PHP', 'JPY'],
  offerValidDays: 30,
  autoLimit: [],
  unknownInput: 'REFUSE',
};

const create = async (input: object = { name: 'Acme' }) =>
  (await fixture.get('createPartner', { input })).partner;
const update = (id: string, input: object) => fixture.get('updatePartner', { id, input });

test('a partner has the given settings, and a key that works', async () => {
  const { partner, key } = await fixture.get('createPartner', { input: every });
  expect(partner).toMatchObject({ ...every, name: 'Harbour 貿易' });
  expect(await fixture.get('partner', { id: partner.id })).toEqual(partner);
  expect(await fixture.greets(key.apiKey)).toBe(200);
  expect(key.key).toMatchObject({ partnerId: partner.id, role: 'PARTNER', scopes: ['READ', 'WRITE'] });
  const { json } = await fixture.fixture.withKey(key.apiKey)
    .graphql(`{ viewer { currencies accountRatesRequired
    partner { id review autoAccept accountRates interestRate { default } currencies offerValidDays } } }`);
  expect(json.data.viewer).toMatchObject({
    currencies: every.currencies,
    accountRatesRequired: false,
    partner: { id: partner.id, review: 'MANUAL', offerValidDays: 7, interestRate: { default: 0.01 } },
  });
});

test.each([
  ['absent', {}],
  ['null', Object.fromEntries(Object.keys(defaults).map((name) => [name, null]))],
])('a setting that is %s has its default', async (_, input) => {
  expect(await create({ name: 'Acme', ...input })).toMatchObject({ name: 'Acme', ...defaults });
});

describe('updatePartner', () => {
  test.each(Object.entries({ ...every, name: 'New name' }))(
    'changes %s and nothing else',
    async (name, value) => {
      const before = await create();
      fixture.passSeconds(1);
      const after = await update(before.id, { [name]: value });
      expect(after).toEqual({ ...before, [name]: value, updatedAt: after.updatedAt });
      expect(after.updatedAt > before.updatedAt).toBe(true);
      expect(await fixture.get('partner', { id: before.id })).toEqual(after);
      const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      expect((await fixture.events(`partner/${before.id}`)).at(-1)).toEqual({
        type: 'partner.updated',
        actor: fixture.operator.keyId,
        data: { changed: [snake] },
      });
    },
  );

  test('keeps the bands if only the default changes, and the default if only the bands change', async () => {
    const { id } = await create(every);
    const { interestRate } = await update(id, { interestRate: { default: 0.5 } });
    expect(interestRate).toEqual({ default: 0.5, bands: every.interestRate.bands });
    const without = await update(id, { interestRate: { bands: [] } });
    expect(without.interestRate).toEqual({ default: 0.5, bands: [] });
  });

  test.each([
    ['nothing', {}],
    ['null', { name: null, review: null, interestRate: null, currencies: null }],
    ['what is so already', { ...defaults, name: 'Acme' }],
  ])('changes nothing by %s, and leaves no event', async (_, input) => {
    const before = await create();
    fixture.passSeconds(1);
    expect(await update(before.id, input)).toEqual(before);
    expect(await fixture.events(`partner/${before.id}`)).toHaveLength(1);
  });

  test('of an unknown partner is resource_missing', async () => {
    const refused = await fixture.refusal('updatePartner', { id: 'par_none', input: { name: 'X' } });
    expect(refused).toEqual({ code: 'resource_missing', param: null });
    expect((await fixture.ask('partner', { id: 'par_none' })).json).toEqual({ data: { partner: null } });
  });
});

const band = (changes: object = {}) => ({ currency: 'HKD', periodDaysMax: 30, rate: 0.01, ...changes });
const bands = (...all: object[]) => ({ interestRate: { bands: all } });
const limits = (...currencies: string[]) => ({
  autoLimit: currencies.map((currency, index) => ({ currency, amount: index })),
});

test.each<[object, string]>([
  [{ name: ' ' }, 'name'],
  [{ name: 'a\u001bb' }, 'name'],
  [{ name: 'n'.repeat(256) }, 'name'],
  [{ currencies: [] }, 'currencies'],
  [{ currencies: ['EUR'] }, 'currencies[0]'],
  [{ currencies: ['HKD', 'HKD'] }, 'currencies'],
  [{ offerValidDays: 0 }, 'offerValidDays'],
  [{ offerValidDays: 3_651 }, 'offerValidDays'],
  [{ dueNoticeDays: 31 }, 'dueNoticeDays'],
  [{ autoLimit: [{ currency: 'EUR', amount: 1 }] }, 'autoLimit[0].currency'],
  [{ autoLimit: [{ currency: 'HKD', amount: -1 }] }, 'autoLimit[0].amount'],
  [limits('HKD', 'HKD'), 'autoLimit'],
  [{ interestRate: { default: -0.01 } }, 'interestRate.default'],
  [{ interestRate: { default: 1.01 } }, 'interestRate.default'],
  [{ interestRate: { default: 0.01234567891 } }, 'interestRate.default'],
  [bands(band({ currency: 'EUR' })), 'interestRate.bands[0].currency'],
  [bands(band({ periodDaysMax: 91 })), 'interestRate.bands[0].periodDaysMax'],
  [bands(band({ rate: 2 })), 'interestRate.bands[0].rate'],
  [bands(band({ rate: 1e-11 })), 'interestRate.bands[0].rate'],
  [bands(band(), band({ rate: 0.02 })), 'interestRate.bands'],
])('%j is refused, on creating and on updating', async (input, param) => {
  const { id } = await create();
  const expected = { code: 'parameter_invalid', param };
  expect(await fixture.refusal('updatePartner', { id, input })).toEqual(expected);
  expect(await fixture.refusal('createPartner', { input: { name: 'Acme', ...input } })).toEqual(expected);
  expect(await fixture.events(`partner/${id}`)).toHaveLength(1);
});

test('a changed setting applies to the next requests', async () => {
  const { partner, key } = await fixture.get('createPartner', { input: { name: 'Acme' } });
  await update(partner.id, { currencies: ['MYR'], accountRates: 'OPTIONAL' });
  const { json } = await fixture.fixture
    .withKey(key.apiKey)
    .graphql('{ viewer { currencies accountRatesRequired } }');
  expect(json.data.viewer).toEqual({ currencies: ['MYR'], accountRatesRequired: false });
});
