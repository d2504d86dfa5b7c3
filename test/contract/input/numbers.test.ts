import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';
import { toGraphqlNames } from '../../support/graphql-names.ts';

let fixture: TestGateway;
let partner: TestPartner;
let customerId: string;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  customerId = await partner.completeCustomer('HK');
});
afterAll(() => fixture.close());

const MARK = 424_242;
const json = { 'content-type': 'application/json' };
const CREATE =
  'mutation ($input: CreateInstantSettlementInput!) { createInstantSettlement(input: $input) { id } }';

/** The messages about a settlement with these digits in a member: by REST, in a variable, in a literal. */
async function answersTo(member: string, digits: string): Promise<readonly unknown[]> {
  const body = { ...settlementBody(customerId), [member]: MARK, transactions: {} };
  const input = toGraphqlNames(body);
  const written = (text: string) => text.replace(String(MARK), digits);
  const literal = JSON.stringify(input).replaceAll(/"(\w+)":/g, '$1:');
  const query = `mutation { createInstantSettlement(input: ${written(literal)}) { id } }`;
  const rest = await partner.rest('POST', '/v1/instant-settlements', written(JSON.stringify(body)), json);
  const variable = written(JSON.stringify({ query: CREATE, variables: { input } }));
  const byVariable = await partner.rest('POST', '/graphql', variable, json);
  const byLiteral = await partner.rest('POST', '/graphql', JSON.stringify({ query }), json);
  return [
    rest.json.error?.message ?? rest.status,
    ...[byVariable, byLiteral].map((answer) => answer.json.errors?.[0].message ?? answer.status),
  ];
}

const AMOUNT =
  'amount must be an integer from 1 to 9007199254740991 in the minor unit of the currency, such as 1050 for HKD 10.50.';

test.each([
  '10.50',
  '"1000"',
  '"10.50"',
  '"HKD 1,000"',
  '0',
  'true',
  '0.99999999999999999999',
  '1.00000000000000000001',
  '9007199254740991.4',
  '-0.99999999999999999999',
])('an amount of %s is refused with the unit of amounts, and not rounded', async (digits) => {
  expect(await answersTo('amount', digits)).toEqual([AMOUNT, AMOUNT, AMOUNT]);
});

test.each(['1.0000000000000000001', '-1.0000000000000000001'])(
  'a rate of %s is not rounded to one from 0 to 1',
  async (digits) => {
    const message = 'must be a number from 0 to 1, such as 0.03.';
    const [snake, camel] = [`account_refund_rate ${message}`, `accountRefundRate ${message}`];
    expect(await answersTo('account_refund_rate', digits)).toEqual([snake, camel, camel]);
  },
);

test.each([
  ['amount', '1250000.00'],
  ['amount', '1.25e6'],
  ['account_refund_rate', '0.10000000000000000555'],
  ['account_refund_rate', '1.000'],
])('%s may be written as %s', async (member, digits) => {
  expect(await answersTo(member, digits)).toEqual([200, 200, 200]);
});

test.each(['99.999999999999999', '1.5'])('a limit of %s in a URL is not rounded', async (digits) => {
  const { status, json: answer } = await partner.rest('GET', `/v1/customers?limit=${digits}`);
  expect([status, answer.error?.message]).toEqual([400, 'limit must be an integer from 1 to 100.']);
});
