import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, settlementBody, type TestGateway, type TestPartner } from '../gateway.ts';

/** What no id looks like, and what databases make of texts in different ways. */
const STRANGE = [
  '\0',
  'cus_\0',
  '\u{1f600}',
  "' or 1=1 --",
  '%',
  'ü',
  ' ',
  'x'.repeat(5_000),
  '\\',
  '\u202e',
];

let world: TestGateway;
let partner: TestPartner;
beforeAll(async () => {
  world = await openTestGateway();
  partner = await world.partner();
});
afterAll(async () => {
  await world.close();
});

test.each(STRANGE)('a resource with the id %j is missing, wherever the id stands', async (id) => {
  const segment = encodeURIComponent(id);
  for (const path of [
    `/v1/customers/${segment}`,
    `/v1/kyc/hk/${segment}`,
    `/v1/kyc/documents/${segment}`,
    `/v1/kyc/documents/${segment}/${segment}`,
    `/v1/instant-settlements/${segment}`,
    `/v1/customers/${segment}/instant-settlements/${segment}`,
  ]) {
    const { status, json } = await partner.rest('GET', path);
    expect([path, status, json.error.code]).toEqual([path, 404, 'resource_missing']);
  }
  const decided = await partner.rest('PUT', `/v1/instant-settlements/${segment}/decision`, {
    type: 'accept',
  });
  expect([decided.status, decided.json.error.code]).toEqual([404, 'resource_missing']);
  const asked = await partner.rest('POST', '/v1/instant-settlements', settlementBody(id));
  // A body with NUL anywhere in it is refused before anything is looked for.
  expect(['resource_missing', 'parameter_invalid']).toContain(asked.json.error.code);
});

test.each(STRANGE)('GraphQL finds null for the id %j', async (id) => {
  const literal = JSON.stringify(id);
  const query = `{
    customer(id: ${literal}) { id }
    document(id: ${literal}) { id }
    instantSettlement(id: ${literal}) { id }
    kyc(customerId: ${literal}) { __typename }
    node(id: ${literal}) { id }
  }`;
  const { json } = await partner.graphql(query);
  const nothing = { customer: null, document: null, instantSettlement: null, kyc: null, node: null };
  expect(json).toEqual({ data: nothing });
});

test.each(STRANGE)('lists that are filtered by the id %j are empty or refused', async (id) => {
  const segment = encodeURIComponent(id);
  for (const path of [
    `/v1/customers?external_customer_id=${segment}`,
    `/v1/customers?starting_after=${segment}`,
    `/v1/customers/${segment}/instant-settlements`,
  ]) {
    expect([200, 400, 404]).toContain((await partner.rest('GET', path)).status);
  }
});
