import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody, kycBody, settlementBody, type Answer } from '../../support/gateway.ts';
import { paramInGraphql } from '../../support/spelling.ts';
import { KYC_COUNTRIES } from '../../support/kyc-countries.ts';
import { openFixture, type Fixture } from './fixture.ts';
import type { Call, OnBothApis } from './on-both-apis.ts';
import { operations, type OperationName } from './operations.ts';
import { casesOf } from '../../support/wide-input.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

/** The number of inputs for each operation; the same on a busy machine. The long form is TEST_PARITY_RUNS=1000. */
const RUNS = Number(process.env['TEST_PARITY_RUNS'] ?? casesOf(12, 30));

/** Values that some field refuses: of another type, too long, empty, malformed, wrongly nested. */
const badValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    '  ',
    'x'.repeat(300),
    'HK',
    'ZZ',
    'ß',
    'tab\there',
    'a@b',
    '+852',
    '2026-02-30',
    'not a url',
    true,
    false,
    0,
    -1,
    1.5,
    91,
    2 ** 53,
    1e300,
    [],
    {},
    [null],
    [1],
    ['HK'],
    [{}],
    { a: 1 },
    [[]],
  ),
  fc.string({ maxLength: 8, unit: 'grapheme' }).filter((text) => text.isWellFormed() && !text.includes('\0')),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Names that no input has; some are similar to a real name. */
const unknownName = fc.constantFrom(
  'contact_emial',
  'company_nam',
  'legal_nme',
  'curency',
  'amont',
  'urll',
  'foo',
  'foo_bar',
  'postal_cod',
  'idd',
  'typ',
);

type Json = Readonly<Record<string, unknown>>;

/** An input with some members left out, some replaced, some added, and so for the objects within it. */
function spoilt(valid: Json): fc.Arbitrary<Json> {
  const members = Object.entries(valid).map(([name, value]) => {
    // In GraphQL an integer is an id too, by its specification.
    const isFit = (bad: unknown) => name !== 'customer_id' || !Number.isInteger(bad);
    return [name, spoiltValue(value).filter(isFit)] as const;
  });
  const changed = fc.record(Object.fromEntries(members), { requiredKeys: [] });
  return fc
    .tuple(
      changed,
      fc.subarray(Object.keys(valid), { maxLength: Math.min(3, Object.keys(valid).length) }),
      fc.dictionary(unknownName, badValue, { maxKeys: 2 }),
    )
    .map(([changes, dropped, added]) => {
      const all = Object.entries({ ...valid, ...changes, ...added });
      return Object.fromEntries(all.filter(([name]) => !dropped.includes(name)));
    });
}

function spoiltValue(value: unknown): fc.Arbitrary<unknown> {
  const bad = { weight: 1, arbitrary: badValue };
  const good = { weight: 2, arbitrary: fc.constant(value) };
  if (Array.isArray(value)) {
    const item = fc.oneof(spoiltValue(value[0]), badValue);
    // In GraphQL one value instead of a list is a list of one, by its specification.
    const items = { weight: 2, arbitrary: fc.array(item, { maxLength: 3 }) };
    return fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, good, items);
  }
  return isObject(value) ? fc.oneof(bad, good, { weight: 2, arbitrary: spoilt(value) }) : fc.oneof(bad, good);
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Fault {
  readonly code: string;
  readonly param: string | null;
  readonly message: string;
}

interface Shown {
  readonly code: string;
  readonly param?: string;
  readonly message: string;
  readonly errors?: readonly Shown[];
}

/** Every fault of a refusal in its order, in the names of GraphQL; empty if the input was accepted. */
function faultsOf({ json }: Answer): readonly Fault[] {
  const shown: Shown | undefined =
    json.error ?? (json.errors && { message: json.errors[0].message, ...json.errors[0].extensions });
  if (shown === undefined) return [];
  return (shown.errors ?? [shown]).map(({ code, param, message }) => ({
    code,
    param: param === undefined ? null : paramInGraphql(param),
    message: unspelled(message),
  }));
}

/** A message without the parts that each API spells in its own way: names of members, and the words of an enum. */
function unspelled(message: string): string {
  const text = message
    .toLowerCase()
    .replaceAll('_', '')
    .replaceAll(/\.id\b/g, '.number');
  const [said = '', words] = text.split(' must be one of ');
  if (words === undefined) return said;
  const sorted = words
    .replace(/\.$/, '')
    .split(', ')
    .map((word) => (word === '*' ? 'all' : word.replace('.', '')))
    .toSorted();
  return `${said} must be one of ${sorted.join(', ')}`;
}

const byName = new Map(Object.entries<OnBothApis>(operations));

interface Tried {
  readonly name: OperationName;
  readonly valid: (fixture: Fixture) => Json;
  readonly ids?: (fixture: Fixture) => NonNullable<Call['ids']>;
}

const hk = ({ hk: customer_id }: Fixture) => ({ customer_id });
const updated = () => {
  const { company_country: _, ...rest } = customerBody();
  return rest;
};
const kyc = () => kycBody({ operating_address: kycBody()['registered_address'] });
const endpointBody = () => ({
  url: 'http://127.0.0.1:1999/hooks',
  description: 'till',
  event_types: ['customer.created'],
  ordering: 'none',
});
const endpoint = ({ endpoint: webhook_endpoint_id }: Fixture) => ({ webhook_endpoint_id });

const tried: readonly Tried[] = [
  { name: 'createCustomer', valid: () => customerBody() },
  { name: 'updateCustomer', valid: updated, ids: hk },
  ...KYC_COUNTRIES.map(({ code, prefix }): Tried => ({
    name: `update${prefix}Kyc`,
    valid: kyc,
    ids: ({ customerIn }) => ({ customer_id: customerIn(code) }),
  })),
  { name: 'createInstantSettlement', valid: ({ complete }) => settlementBody(complete) },
  // Its URL is never right: a partner has at most ten endpoints.
  { name: 'createWebhookEndpoint', valid: () => ({ ...endpointBody(), url: 'ftp://127.0.0.1' }) },
  { name: 'updateWebhookEndpoint', valid: endpointBody, ids: endpoint },
];

test('an amount beyond the safe integers is one fault on both APIs, although it breaks two rules of its schema', async () => {
  const { partner } = fixture.callers;
  const call = { input: { ...settlementBody(fixture.complete), amount: 2 ** 53 } };
  for (const answer of [
    await operations.createInstantSettlement.byRest(partner, call),
    await operations.createInstantSettlement.byGraphql(partner, call),
  ]) {
    expect(faultsOf(answer.answer)).toEqual([
      {
        code: 'parameter_invalid',
        param: 'amount',
        // Messages are compared in small letters.
        message:
          'amount must be an integer from 1 to 9007199254740991 in the minor unit of the currency, such as 1050 for hkd 10.50.',
      },
    ]);
  }
});

test.each([...tried])(
  '$name lists the same faults on both APIs, with the same words, in one order',
  async ({ name, valid, ids }) => {
    const operation = byName.get(name);
    if (operation === undefined) throw new Error(`There is no operation ${name}.`);
    let refused = 0;
    let several = 0;
    await fc.assert(
      fc.asyncProperty(spoilt(valid(fixture)), async (input) => {
        const call = { input, ...(ids !== undefined && { ids: ids(fixture) }) };
        const { partner } = fixture.callers;
        const [byRest, byGraphql] = [
          await operation.byRest(partner, call),
          await operation.byGraphql(partner, call),
        ];
        const faults = faultsOf(byRest.answer);
        expect(faultsOf(byGraphql.answer)).toEqual(faults);
        refused += Number(faults.length > 0);
        several += Number(faults.length > 1);
      }),
      // The first of them has several faults in any case.
      { numRuns: RUNS, examples: [[{ ...valid(fixture), foo: 1, foo_bar: 2 }]] },
    );
    expect(refused).toBeGreaterThan(0);
    expect(several).toBeGreaterThan(0);
  },
);

const isText = (value: unknown): boolean => typeof value === 'string';

test.each([
  ['directors_identity_number', 'updateHkKyc', 'hk', kyc(), isObject, {}],
  ['shareholders_identity_number', 'updateMyKyc', 'my', kyc(), isObject, {}],
  // Its URL is never right, so that no endpoint is made.
  [
    'event_types',
    'createWebhookEndpoint',
    'hk',
    { ...endpointBody(), url: 'ftp://127.0.0.1' },
    isText,
    'none',
  ],
] as const)(
  'one item of %s, which GraphQL reads as a list of one, has the faults of that list on REST (%s)',
  async (member, name, country, valid: Json, isItem, wrong) => {
    const operation = byName.get(name);
    if (operation === undefined) throw new Error(`There is no operation ${name}.`);
    const list = valid[member];
    const items = spoiltValue(Array.isArray(list) ? list[0] : null).filter(isItem);
    const ids = { customer_id: fixture.customerIn(country) };
    const { partner } = fixture.callers;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(items, async (item) => {
        const byRest = await operation.byRest(partner, { ids, input: { ...valid, [member]: [item] } });
        const byGraphql = await operation.byGraphql(partner, { ids, input: { ...valid, [member]: item } });
        const faults = faultsOf(byRest.answer);
        expect(faultsOf(byGraphql.answer)).toEqual(faults);
        refused += Number(faults.length > 0);
      }),
      // The first of them is refused in any case.
      { numRuns: RUNS / 2, examples: [[wrong]] },
    );
    expect(refused).toBeGreaterThan(0);
  },
);
