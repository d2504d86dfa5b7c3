import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';

/** Texts that are no ids, and that databases read in different ways. */
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
  // Words that a program could have taken for "all of them".
  'any',
  'all',
  'null',
  'undefined',
  '*',
];

let fixture: TestGateway;
let partner: TestPartner;
let operator: Awaited<ReturnType<TestGateway['key']>>;
let settlementId: string;
let documentId: string;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  operator = await fixture.key(partner.partnerId, { role: 'operator' });
  const customer = await partner.completeCustomer();
  const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
  settlementId = json.funding_id;
  const documents = await partner.rest('GET', `/v1/kyc/documents/${customer}`);
  documentId = documents.json.nar1[0].document_id;
});
afterAll(async () => {
  await fixture.close();
});

test.each(STRANGE)('a resource with the id %j is missing, in the path and in the body', async (id) => {
  const segment = encodeURIComponent(id);
  for (const path of [
    `/v1/customers/${segment}`,
    `/v1/kyc/hk/${segment}`,
    `/v1/kyc/documents/${segment}`,
    `/v1/kyc/documents/${segment}/${segment}`,
    `/v1/instant-settlements/${segment}`,
    `/v1/customers/${segment}/instant-settlements`,
    `/v1/customers/${segment}/instant-settlements/${settlementId}`,
    `/v1/customers/${segment}/instant-settlements/${segment}`,
    `/v1/kyc/documents/${segment}/${documentId}`,
  ]) {
    const { status, json } = await partner.rest('GET', path);
    expect([path, status, json.error.code]).toEqual([path, 404, 'resource_missing']);
  }
  const decided = await partner.rest('PUT', `/v1/instant-settlements/${segment}/decision`, {
    type: 'accept',
  });
  expect([decided.status, decided.json.error.code]).toEqual([404, 'resource_missing']);
  const asked = await partner.rest('POST', '/v1/instant-settlements', settlementBody(id));
  // A body with NUL in it is refused before any record is looked for.
  expect([asked.status, asked.json.error.code]).toEqual(
    id.includes('\0') ? [400, 'parameter_invalid'] : [404, 'resource_missing'],
  );
});

test.each([
  ['GET', '/v1/customers/'],
  ['PUT', '/v1/customers/'],
  ['GET', '/v1/instant-settlements/'],
  ['GET', '/v1/customers/cus_x/instant-settlements/'],
  ['GET', '/v1/kyc/documents/cus_x/'],
  ['GET', '/v1/kyc/hk/'],
  ['GET', '/v1/customers//instant-settlements'],
  ['GET', '/v1/customers/?limit=1'],
] as const)('an empty id is no path of a list: %s %s', async (method, path) => {
  const { status, json } = await partner.rest(method, path);
  expect([status, json.error.code]).toEqual([404, 'route_unknown']);
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

/** Invalid external ids: empty, too long, or with NUL. */
const NO_TEXT = /^\s*$|^.{256,}$|\0/s;

test.each(STRANGE)(
  'a list that is filtered by the text %j is empty, and no list starts after it',
  async (text) => {
    const segment = encodeURIComponent(text);
    const { status, json } = await partner.rest('GET', `/v1/customers?external_customer_id=${segment}`);
    if (NO_TEXT.test(text)) {
      expect([status, json.error]).toMatchObject([
        400,
        { code: 'parameter_invalid', param: 'external_customer_id' },
      ]);
    } else expect([status, json]).toEqual([200, { items: [], count: 0 }]);
    const begun = await partner.rest('GET', `/v1/customers?starting_after=${segment}`);
    expect(begun.json.error).toMatchObject({ code: 'parameter_invalid', param: 'starting_after' });
  },
);

test.each(STRANGE)('an operator who asks for the partner %j finds nothing', async (partnerId) => {
  const lists = ['customers', 'instantSettlements', 'events'];
  for (const list of lists) {
    const query = `query ($partnerId: ID) { ${list}(filter: { partnerId: $partnerId }) { nodes { id } } }`;
    const { json } = await operator.graphql(query, { partnerId });
    if (partnerId.includes('\0')) expect(json.errors[0].extensions.code).toBe('parameter_invalid');
    // Events take a text by its rules; the other lists take any id.
    else if (list === 'events' && NO_TEXT.test(partnerId)) {
      expect(json.errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param: 'partnerId' });
    } else expect([list, json]).toEqual([list, { data: { [list]: { nodes: [] } } }]);
  }
});
