import {
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCustomer } from '../../../src/nouns/customer/customer.operations.ts';
import { runQuery } from '../../../src/pipeline/graphql-kit/run-operation.ts';
import type { RequestContext } from '../../../src/pipeline/graphql-kit/request-context.ts';
import { gatewaySchema } from '../../../src/features.ts';
import { commandLine } from '../../../src/kernel/caller.ts';
import {
  customerBody,
  kycBody,
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';
import { toGraphqlNames } from '../../support/graphql-names.ts';
import { rowCounts } from '../../support/database/row-counts.ts';

const schema = gatewaySchema();

let fixture: TestGateway;
let partner: TestPartner;
let writer: Awaited<ReturnType<TestGateway['key']>>;
let input: unknown;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  writer = await fixture.key(partner.partnerId, { scopes: ['write'] });
  input = toGraphqlNames(settlementBody(await partner.completeCustomer()));
});
afterAll(() => fixture.close());

const rows = () => rowCounts(fixture.gateway.database.reads);

async function expectNothingDone(
  query: string,
  variables: object = {},
  key: Pick<TestPartner, 'graphql'> = writer,
) {
  const before = await rows();
  const { status, json } = await key.graphql(query, { input, ...variables });
  expect(json.data).toBeUndefined();
  expect(json.errors).toMatchObject([
    { locations: [{}], extensions: { type: 'permission_error', code: 'permission_denied' } },
  ]);
  expect(status).toBe(200);
  expect(await rows()).toEqual(before);
}

const create = (selection: string, more = '', variables = '') => `
  mutation ($input: CreateInstantSettlementInput! ${variables}) { createInstantSettlement(input: $input) { ${selection} } } ${more}`;

describe('a key that may write but not read changes nothing if the result', () => {
  test.each([
    ['shows another record', create('id customer { id }')],
    ['does so in a fragment', create('...F', 'fragment F on InstantSettlement { id customer { id } }')],
    [
      'does so in a fragment of an interface',
      create('... on Node { ... on InstantSettlement { history { at } } }'),
    ],
    ['does so below an alias', create('id mine: history { at }')],
    ['shows what is for operators', create('id denialNote')],
  ])('%s', async (_, query) => {
    await expectNothingDone(query);
  });

  test('of a later field is not for it', async () => {
    const query = `mutation ($input: CreateInstantSettlementInput!) {
      first: createInstantSettlement(input: $input) { id } second: createInstantSettlement(input: $input) { customer { id } } }`;
    await expectNothingDone(query);
  });

  test('would have a part that a variable includes', async () => {
    const query = create('id customer @include(if: $more) { id }', '', ', $more: Boolean = true');
    await expectNothingDone(query);
    await expectNothingDone(query, { more: true });
    const { json } = await writer.graphql(query, { input, more: false });
    expect(json.data.createInstantSettlement.id).toMatch(/^fun_/);
  });
});

test('it is refused before its values are looked at', async () => {
  await expectNothingDone(create('customer { id }'), { input: { amount: 'much' } });
});

test('it gets every field that the change itself returns', async () => {
  const query = create(
    '__typename id status amount transactions ...F @skip(if: true)',
    'fragment F on InstantSettlement { customer { id } }',
  );
  const { json } = await writer.graphql(query, { input });
  expect(json.data.createInstantSettlement).toMatchObject({ status: 'APPROVED', amount: 1_000_000 });
});

test('it gets the KYC that it sent, as REST returns it too', async () => {
  const customerId = await partner.completeCustomer('HK');
  const query = `mutation ($id: ID!, $input: HkKycInput!) { updateHkKyc(customerId: $id, input: $input) {
    directorsIdentityNumber { number } shareholdersIdentityNumber { number } providerCompanyScreeningResult providerBatchScreeningResult } }`;
  const { json } = await writer.graphql(query, { id: customerId, input: toGraphqlNames(kycBody()) });
  expect(json.errors).toBeUndefined();
  expect(json.data.updateHkKyc.directorsIdentityNumber).toHaveLength(1);
});

test('a key that may read and not write changes nothing by a document that does both', async () => {
  const reader = await fixture.key(partner.partnerId, { scopes: ['read'] });
  const query = `mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { id } }`;
  await expectNothingDone(query, { input: toGraphqlNames(customerBody()) }, reader);
});

test('a partner that names a partner in a filter is refused before anything runs', async () => {
  const query = create(
    `id customer { instantSettlements(filter: { partnerId: "${partner.partnerId}" }) { totalCount } }`,
  );
  await expectNothingDone(query, {}, partner);
});

test('GraphQL clients that take the media type of the specification get the status of the catalogue', async () => {
  const accept = 'application/graphql-response+json';
  const { status } = await writer.graphql(create('customer { id }'), { input }, { accept });
  expect(status).toBe(403);
});

/** Every field of every type, with its extensions. */
const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
  (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__')
    ? Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, type, field }))
    : [],
);

function factsOf({ extensions }: (typeof fields)[number]['field']) {
  const { runs, operatorOnly, itemsMax, kibibytesMax, nullInPages, supplies, forOperators } = extensions;
  return { runs, operatorOnly, itemsMax, kibibytesMax, nullInPages, supplies, forOperators };
}

describe('every field of the schema declares', () => {
  test('what it runs, if it is at the top', () => {
    const top = fields.filter(
      ({ type }) => type === schema.getQueryType() || type === schema.getMutationType(),
    );
    expect(top.length).toBeGreaterThan(20);
    for (const { name, field } of top)
      expect([name, field.extensions.runs?.length ?? 0]).not.toEqual([name, 0]);
  });

  test('that it is nullable, if it changes something', () => {
    const changes = Object.values(schema.getMutationType()?.getFields() ?? {});
    for (const field of changes)
      expect([field.name, getNullableType(field.type) === field.type]).toEqual([field.name, true]);
  });

  test('how long its list can be, if no page says so', () => {
    const isPart = (name: string) => /(?:Connection\.(?:edges|nodes)|FeedPage\.events)$/.test(name);
    const lists = fields.filter(
      ({ name, field }) => isListType(getNullableType(field.type)) && !isPart(name),
    );
    for (const { name, field } of lists)
      expect([name, field.extensions.itemsMax]).toEqual([name, expect.any(Number)]);
  });

  test('how large it can be, if it is free JSON', () => {
    const json = fields.filter(({ field }) => {
      const type = getNamedType(field.type);
      return isScalarType(type) && type.name === 'JSONObject';
    });
    expect(json.length).toBeGreaterThan(3);
    for (const { name, field } of json)
      expect([name, field.extensions.kibibytesMax]).toEqual([name, expect.any(Number)]);
  });

  test('the same as its interface says', () => {
    for (const { name, type, field } of fields) {
      for (const above of type.getInterfaces()) {
        const same = above.getFields()[field.name];
        if (same) expect([name, factsOf(field)]).toEqual([name, factsOf(same)]);
      }
    }
  });
});

test('an operation that no selected field has named does not run', async () => {
  const context: RequestContext = {
    gateway: fixture.gateway,
    caller: commandLine,
    requestId: 'test',
    requirements: new Set(),
    idempotencyKey: null,
  };
  const asked = runQuery(context, getCustomer, { ids: { customer_id: 'cus_1' } });
  await expect(asked).rejects.toThrow('No field of the document says that it runs getCustomer.');
});
