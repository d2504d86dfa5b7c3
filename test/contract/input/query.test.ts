import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customerBody,
  kycBody,
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';
import { restOutcome } from './apis.ts';

let fixture: TestGateway;
let partner: TestPartner;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
});
afterAll(() => fixture.close());

const LISTS = ['/v1/customers', '/v1/instant-settlements'];

describe.each(LISTS)('GET %s', (path) => {
  test.each([
    ['limit=0', 'limit', 'parameter_invalid'],
    ['limit=101', 'limit', 'parameter_invalid'],
    ['limit=-1', 'limit', 'parameter_invalid'],
    ['limit=1.5', 'limit', 'parameter_invalid'],
    ['limit=1e1', 'limit', 'parameter_invalid'],
    ['limit=0x10', 'limit', 'parameter_invalid'],
    ['limit=ten', 'limit', 'parameter_invalid'],
    ['limit=', 'limit', 'parameter_invalid'],
    ['limit=%20', 'limit', 'parameter_invalid'],
    ['limit=9007199254740993', 'limit', 'parameter_invalid'],
    [`limit=${'9'.repeat(400)}`, 'limit', 'parameter_invalid'],
    ['limit=1&limit=2', 'limit', 'parameter_invalid'],
    ['limit=%00', 'limit', 'parameter_invalid'],
    ['offset=-1', 'offset', 'parameter_invalid'],
    ['offset=1.5', 'offset', 'parameter_invalid'],
    ['offset=x', 'offset', 'parameter_invalid'],
    ['offset=999999999999999', 'offset', 'parameter_invalid'],
    ['offset=1&offset=1', 'offset', 'parameter_invalid'],
    ['starting_after=', 'starting_after', 'parameter_invalid'],
    ['starting_after=x', 'starting_after', 'parameter_invalid'],
    ['starting_after=doc_01k0000000000000000000000000', 'starting_after', 'parameter_invalid'],
    ['starting_after=%00', 'starting_after', 'parameter_invalid'],
    ['bogus=1', 'bogus', 'parameter_unknown'],
    ['Limit=1', 'Limit', 'parameter_unknown'],
    ['__proto__=1', '__proto__', 'parameter_unknown'],
    ['from=oldest', 'from', 'parameter_unknown'],
    ['ending_before=x', 'ending_before', 'parameter_unknown'],
    ['limit%00=1', 'limit\0', 'parameter_unknown'],
    ['limit=1&external_customer_id=a%C3b%28', 'external_customer_id', 'parameter_invalid'],
    ['company_name=%ED%A0%80', 'company_name', 'parameter_invalid'],
    ['company_name=%F0%9F%98', 'company_name', 'parameter_invalid'],
  ])('?%s is refused and %s is named', async (query, param, code) => {
    const answer = await partner.rest('GET', `${path}?${query}`);
    expect(restOutcome(answer)).toMatchObject({ status: 400, code, params: [param] });
  });

  test('an offset above 0 and a position exclude each other', async () => {
    const position = `${path === LISTS[0] ? 'cus' : 'fun'}_${'0'.repeat(26)}`;
    const answer = await partner.rest('GET', `${path}?offset=1&starting_after=${position}`);
    expect(restOutcome(answer)).toMatchObject({ status: 400, params: ['offset'] });
  });

  test.each([
    ['offset', 'an integer from 0 to 1000000000'],
    ['limit', 'an integer from 1 to 100'],
  ])('a malformed %s is reported as %s', async (name, right) => {
    const { json } = await partner.rest('GET', `${path}?${name}=2.5`);
    expect(json.error.message).toBe(`${name} must be ${right}.`);
  });
});

test.each(['status=bogus', 'status=APPROVED', 'currency=EUR', 'currency=hkd', 'currency='])(
  'the list of settlements refuses ?%s',
  async (query) => {
    const answer = await partner.rest('GET', `/v1/instant-settlements?${query}`);
    expect(restOutcome(answer)).toMatchObject({ status: 400, code: 'parameter_invalid' });
  },
);

test.each([
  'external_customer_id=',
  'external_customer_id=%00',
  'external_customer_id=a&external_customer_id=b',
  `external_customer_id=${'x'.repeat(256)}`,
])('the list of customers refuses ?%.40s', async (query) => {
  const answer = await partner.rest('GET', `/v1/customers?${query}`);
  expect(restOutcome(answer)).toMatchObject({ status: 400, params: ['external_customer_id'] });
});

const WEIRD_IDS = [
  '%00',
  '%ZZ',
  '%',
  '%ff',
  '%ED%A0%80',
  '..%2F..%2Fetc',
  "'%20or%201=1--",
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '%F0%9F%98%80',
  'cus_',
  `cus_${'0'.repeat(26)}`,
  `CUS_${'0'.repeat(26)}`,
  'x'.repeat(20_000),
];

describe.each(WEIRD_IDS)('the path id %.40s', (id) => {
  test('names nothing on any route', async () => {
    const asked = await Promise.all([
      partner.rest('GET', `/v1/customers/${id}`),
      partner.rest('PUT', `/v1/customers/${id}`, {}),
      partner.rest('GET', `/v1/kyc/hk/${id}`),
      partner.rest('PUT', `/v1/kyc/my/${id}`, kycBody()),
      partner.rest('GET', `/v1/kyc/documents/${id}`),
      partner.rest('GET', `/v1/customers/${id}/instant-settlements`),
      partner.rest('GET', `/v1/instant-settlements/${id}`),
      partner.rest('PUT', `/v1/instant-settlements/${id}/decision`, { type: 'accept' }),
      partner.rest('POST', '/v1/instant-settlements', settlementBody(id)),
    ]);
    for (const answer of asked) {
      expect(restOutcome(answer)).toMatchObject({ status: 404, code: 'resource_missing' });
      expect(answer.text).not.toContain(id);
    }
  });

  test('is null in a GraphQL field and resource_missing in a mutation', async () => {
    const query = `query ($id: ID!) {
      customer(id: $id) { id } kyc(customerId: $id) { __typename } document(id: $id) { id }
      instantSettlement(id: $id) { id } node(id: $id) { id }
    }`;
    const found = await partner.graphql(query, { id });
    expect(found.json).toEqual({
      data: { customer: null, kyc: null, document: null, instantSettlement: null, node: null },
    });
    const accept = 'mutation ($id: ID!) { acceptInstantSettlement(id: $id) { id } }';
    const refused = await partner.graphql(accept, { id });
    expect(refused.json.errors[0].extensions.code).toBe('resource_missing');
  });
});

test('a route that takes no query refuses one', async () => {
  const answer = await partner.rest('POST', '/v1/customers?dry_run=true', customerBody());
  expect(restOutcome(answer)).toMatchObject({ code: 'parameter_unknown', params: ['dry_run'] });
});

test('a query that a route does not take is listed with every fault of the body', async () => {
  const customerId = (await partner.rest('POST', '/v1/customers', customerBody())).json.customer_id;
  const body = { ...customerBody({ contact_email: 'x', company_country: 'MY' }), colour: 'red' };
  const answer = await partner.rest('PUT', `/v1/customers/${customerId}?dry_run=true&force=1`, body);
  expect(restOutcome(answer)).toMatchObject({
    code: 'parameter_unknown',
    params: ['dry_run', 'force', 'colour', 'contact_email', 'company_country'],
  });
});
