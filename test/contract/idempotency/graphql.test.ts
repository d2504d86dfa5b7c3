import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { toGraphqlNames } from '../../support/graphql-names.ts';
import { rowCounts } from '../../support/database/row-counts.ts';

const CREATE = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { id companyName } }';
const TWO = `mutation ($a: CreateCustomerInput!, $b: CreateCustomerInput!) {
  first: createCustomer(input: $a) { id companyName } second: createCustomer(input: $b) { id companyName }
}`;

let fixture: TestGateway;
let partner: TestPartner;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
});
afterAll(() => fixture.close());

const input = (changes = {}) => toGraphqlNames(customerBody(changes));
const keyed = (key: string) => ({ 'idempotency-key': key });
const customers = async () => (await rowCounts(fixture.gateway.database.reads))['customer'];

test('the same mutation with the same key is done once', async () => {
  const first = await partner.graphql(CREATE, { input: input() }, keyed('g-1'));
  const before = await customers();
  const again = await partner.graphql(CREATE, { input: input() }, keyed('g-1'));
  expect(again.json).toEqual(first.json);
  expect(again.json.data.createCustomer.id).toMatch(/^cus_/);
  expect(await customers()).toBe(before);
});

test('a response says that it is a replay if each of its fields is a replay', async () => {
  const saysSo = async (query: string, variables: object) => {
    const { status, headers } = await partner.graphql(query, { ...variables }, keyed('g-replayed'));
    return [status, headers.get('idempotent-replayed')];
  };
  const both = { a: input({ company_name: 'A' }), b: input({ company_name: 'B' }) };
  const one = TWO.replace(/second:.*/, '').replace('$b: CreateCustomerInput!', '');
  expect(await saysSo(one, { a: both.a })).toEqual([200, null]);
  expect(await saysSo(one, { a: both.a })).toEqual([200, 'true']);
  // The second field is new.
  expect(await saysSo(TWO, both)).toEqual([200, null]);
  expect(await saysSo(TWO, both)).toEqual([200, 'true']);
  const { headers } = await partner.graphql('{ viewer { scopes } }', {}, keyed('g-replayed'));
  expect(headers.get('idempotent-replayed')).toBeNull();
});

test('a replay may select other fields, since the change is the same', async () => {
  const first = await partner.graphql(CREATE, { input: input() }, keyed('g-2'));
  const other = CREATE.replace('id companyName', 'id contactName kyc { __typename }');
  const again = await partner.graphql(other, { input: input() }, keyed('g-2'));
  expect(again.json.data.createCustomer).toEqual({
    id: first.json.data.createCustomer.id,
    contactName: 'Chan Tai Man',
    kyc: { __typename: 'HkKycRecord' },
  });
});

test('the same key for another input is refused', async () => {
  await partner.graphql(CREATE, { input: input() }, keyed('g-3'));
  const before = await customers();
  const { json } = await partner.graphql(CREATE, { input: input({ company_name: 'Other' }) }, keyed('g-3'));
  expect(json.errors[0].extensions).toMatchObject({
    type: 'idempotency_error',
    code: 'idempotency_key_reused',
  });
  expect(await customers()).toBe(before);
});

test('one key covers every root field, each by its response name', async () => {
  const both = { a: input({ company_name: 'A' }), b: input({ company_name: 'B' }) };
  const first = await partner.graphql(TWO, both, keyed('g-4'));
  expect(first.json.data.first.id).not.toBe(first.json.data.second.id);
  const before = await customers();
  const again = await partner.graphql(TWO, both, keyed('g-4'));
  expect(again.json).toEqual(first.json);
  expect(await customers()).toBe(before);
});

test('a field that failed is null beside one that was done, at first and in the replay', async () => {
  const bad = { a: input({ company_name: 'A' }), b: input({ company_name: ' ' }) };
  const first = await partner.graphql(TWO, bad, keyed('g-5a'));
  expect(first.json.data).toEqual({
    first: { id: expect.stringMatching(/^cus_/), companyName: 'A' },
    second: null,
  });
  expect(first.json.errors).toMatchObject([
    { path: ['second'], extensions: { code: 'parameter_invalid', param: 'companyName' } },
  ]);
  const again = await partner.graphql(TWO, bad, keyed('g-5a'));
  expect(again.json.data).toEqual(first.json.data);
});

test('the longest key and the longest alias make a key that every database takes', async () => {
  const alias = 'a'.repeat(100);
  const query = CREATE.replace('createCustomer(', `${alias}: createCustomer(`);
  const key = keyed('k'.repeat(255));
  const first = await partner.graphql(query, { input: input() }, key);
  expect(first.json.data[alias].id).toMatch(/^cus_/);
  expect((await partner.graphql(query, { input: input() }, key)).json).toEqual(first.json);
  const longer = await partner.graphql(query.replace(alias, 'a'.repeat(3_000)), { input: input() }, key);
  expect(longer.json.errors[0].extensions.code).toBe('query_too_complex');
});

test('of two root fields only the failed one runs when the request is sent again', async () => {
  const bad = { a: input({ company_name: 'A' }), b: input({ company_name: ' ' }) };
  const first = await partner.graphql(TWO, bad, keyed('g-5'));
  expect(first.json.errors).toHaveLength(1);
  const good = { ...bad, b: input({ company_name: 'B' }) };
  const before = (await customers()) ?? 0;
  const again = await partner.graphql(TWO, good, keyed('g-5'));
  expect(again.json.errors).toBeUndefined();
  expect(await customers()).toBe(before + 1);
});

test('of 20 mutations at once with one key one makes a record', async () => {
  const before = (await customers()) ?? 0;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => partner.graphql(CREATE, { input: input() }, keyed('g-6'))),
  );
  expect(await customers()).toBe(before + 1);
  const codes = answers.flatMap(({ json }) => json.errors?.[0].extensions.code ?? []);
  expect(new Set(codes)).toEqual(new Set(['idempotency_key_in_use']));
});

test.each(['""', 'a b', 'x'.repeat(256)])('the key %.20j is refused and nothing is done', async (key) => {
  const before = await customers();
  const { json } = await partner.graphql(CREATE, { input: input() }, keyed(key));
  expect(json.errors[0].extensions.code).toBe('idempotency_key_invalid');
  expect(await customers()).toBe(before);
});

test('a key of REST and the same key of GraphQL are two keys', async () => {
  const made = await partner.rest('POST', '/v1/customers', customerBody(), keyed('g-7'));
  const { json } = await partner.graphql(CREATE, { input: input() }, keyed('g-7'));
  expect(json.data.createCustomer.id).not.toBe(made.json.customer_id);
});
