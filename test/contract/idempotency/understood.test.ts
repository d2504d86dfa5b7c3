import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphqlName } from '../../../src/pipeline/graphql-kit/naming.ts';
import {
  customerBody,
  kycBody,
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';

let fixture: TestGateway;
let partner: TestPartner;
let customerId: string;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  customerId = await partner.completeCustomer('HK');
});
afterAll(() => fixture.close());

let keys = 0;
const freshKey = () => `understood-${(keys += 1)}`;
type Send = (body: unknown, key: string) => ReturnType<TestPartner['rest']>;
const send =
  (method: string, path: () => string): Send =>
  (body, key) =>
    partner.rest(method, path(), body, { 'idempotency-key': key, 'content-type': 'application/json' });
const create = send('POST', () => '/v1/customers');
const update = send('PUT', () => `/v1/customers/${customerId}`);
const kyc = send('PUT', () => `/v1/kyc/hk/${customerId}`);
const fund = send('POST', () => '/v1/instant-settlements');

async function expectSame(how: Send, a: unknown, b: unknown) {
  const key = freshKey();
  const first = await how(a, key);
  expect(first.status).toBe(200);
  const again = await how(b, key);
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
}

const { operating_address: _none, ...withoutOperating } = kycBody();

describe('is the same request', () => {
  test.each<[string, Send, unknown, unknown]>([
    ['a country in lower case', create, customerBody(), customerBody({ contact_country: 'hk' })],
    [
      'a country of incorporation in lower case',
      create,
      customerBody(),
      customerBody({ company_country: 'Hk' }),
    ],
    [
      'white space around a text',
      create,
      customerBody(),
      customerBody({ company_name: ' Harbour Trading Limited ' }),
    ],
    [
      'the other name of a member',
      create,
      customerBody(),
      { ...customerBody(), external_customer_id: null, customer_id: 'ext-1' },
    ],
    ['the same of an update', update, customerBody(), customerBody({ contact_country: ' hk' })],
    ['null for an absent member', kyc, withoutOperating, kycBody({ operating_address: null })],
    ['an empty text for null', kyc, kycBody({ website: '' }), kycBody({ website: null })],
  ])('%s', (_what, how, a, b) => expectSame(how, a, b));

  test('free JSON in another order and with other white space', () => {
    const body = settlementBody(customerId, { transactions: '@' });
    const withText = (text: string) => JSON.stringify(body).replace('"@"', text);
    return expectSame(
      fund,
      withText('{"a":{"x":1.0,"y":[1,2]},"b":2}'),
      withText('{ "b":2, "a":{"y":[1, 2],"x":1.0} }'),
    );
  });

  test('a decision with a reason of null', async () => {
    const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId));
    const decide = send('PUT', () => `/v1/instant-settlements/${json.funding_id}/decision`);
    await expectSame(decide, { type: 'accept' }, { type: 'accept', reason: null });
  });

  test('any spelling of the same input', async () => {
    const text = fc.constantFrom('', ' ', '\t', '  ');
    const spelling = fc.record({
      before: text,
      behind: text,
      isUpper: fc.boolean(),
      indent: fc.constantFrom(0, 1, 4),
      isReversed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(spelling, spelling, async (a, b) => {
        const spelt = ({ before, behind, isUpper, indent, isReversed }: typeof a) => {
          const country = isUpper ? 'MY' : 'my';
          const body = customerBody({
            contact_name: `${before}Chan Tai Man${behind}`,
            contact_country: `${before}${country}`,
          });
          const members = Object.entries(body);
          return JSON.stringify(
            Object.fromEntries(isReversed ? members.toReversed() : members),
            null,
            indent,
          );
        };
        await expectSame(create, spelt(a), spelt(b));
      }),
      { numRuns: 25 },
    );
  });
});

describe('is another request', () => {
  test.each<[string, Send, unknown, unknown]>([
    ['another value', create, customerBody(), customerBody({ contact_name: 'Other' })],
    ['an input that cannot be understood', create, customerBody(), customerBody({ contact_email: 'x' })],
    ['an unknown member', create, customerBody(), { ...customerBody(), bogus: null }],
    ['another number of free JSON', fund, null, null],
  ])('%s', async (_what, how, a, b) => {
    const key = freshKey();
    const body = (text: string) =>
      JSON.stringify(settlementBody(customerId, { transactions: '@' })).replace('"@"', text);
    expect((await how(a ?? body('{"a":1.0}'), key)).status).toBe(200);
    const other = await how(b ?? body('{"a":1.00}'), key);
    expect([other.status, other.json.error.code]).toEqual([409, 'idempotency_key_reused']);
  });
});

/** Sends a request for funding whose transactions have the text `free`, and answers its error code or undefined. */
const FUND: Readonly<Record<string, (free: string, key: string) => Promise<string | undefined>>> = {
  REST: async (free, key) => {
    const body = JSON.stringify(settlementBody(customerId, { transactions: '@' })).replace('"@"', free);
    return (await fund(body, key)).json.error?.code;
  },
  'a variable of GraphQL': async (free, key) => {
    const { transactions: _, ...input } = settlementBody(customerId);
    const fields = Object.entries(input).map(
      ([name, value]) => `${graphqlName(name)}: ${JSON.stringify(value)}`,
    );
    const query = `mutation ($free: JSONObject!) {
      createInstantSettlement(input: { ${fields.join(', ')}, transactions: $free }) { id }
    }`;
    const body = JSON.stringify({ query, variables: { free: '@' } }).replace('"@"', free);
    return (await send('POST', () => '/graphql')(body, key)).json.errors?.[0].extensions.code;
  },
};

describe.each(Object.entries(FUND))('free JSON in %s', (_where, fundWith) => {
  test.each([
    ['{"a":9007199254740992}', '{"a":9007199254740993}'],
    ['{"a":1}', '{"a":1.0}'],
    ['{"a":"é"}', '{"a":"\\u00e9"}'],
  ])('is another one if it is spelled otherwise: %s, then %s', async (a, b) => {
    const key = freshKey();
    expect(await fundWith(a, key)).toBeUndefined();
    expect(await fundWith(b, key)).toBe('idempotency_key_reused');
    expect(await fundWith(a, key)).toBeUndefined();
  });
});

test('a finished request is replayed to all who send it again at once', async () => {
  const key = freshKey();
  const first = await create(customerBody(), key);
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(customerBody(), key)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([`200 ${first.text}`]),
    );
  }
});
