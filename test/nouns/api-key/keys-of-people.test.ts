import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowEverything, verify } from '../../support/fixtures/audit-fixture.ts';
import { openOperatorFixture, type OperatorFixture } from '../../support/fixtures/operator-fixture.ts';

let fixture: OperatorFixture;
let partnerId: string;
beforeAll(async () => {
  fixture = await openOperatorFixture();
  await allowEverything(fixture.fixture);
  partnerId = (await fixture.get('createPartner', { input: { name: 'Acme' } })).partner.id;
});
afterAll(() => fixture.fixture.close());

const CREATE = `mutation ($partnerId: ID, $input: CreateApiKeyInput) {
  createApiKey(partnerId: $partnerId, input: $input) { apiKey key { id partnerId operatorId role } } }`;
const LIST = `query ($partnerId: ID, $operatorId: ID, $first: Int, $after: String) {
  apiKeys(partnerId: $partnerId, operatorId: $operatorId, first: $first, after: $after) {
    totalCount nodes { id partnerId } pageInfo { hasNextPage endCursor } } }`;

const refusalOf = ({ json }: Awaited<ReturnType<OperatorFixture['operator']['graphql']>>) => {
  const { code, param } = json.errors[0].extensions;
  return { code, param };
};

async function person(name = 'Ada'): Promise<string> {
  const { json } = await fixture.operator.graphql(
    'mutation ($name: String!) { createOperator(input: { name: $name }) { id } }',
    { name },
  );
  return json.data.createOperator.id;
}

async function keyOf(operatorId: string, given: string | null = null, name = 'till') {
  const input = { role: 'OPERATOR', operatorId, name };
  const { json } = await fixture.operator.graphql(CREATE, { partnerId: given, input });
  return json.data.createApiKey;
}

const listed = async (variables: object) =>
  (await fixture.operator.graphql(LIST, variables)).json.data.apiKeys;

test('the key of a person needs no partner, works, and is named in the trail', async () => {
  const ada = await person('Ada Lone');
  const { apiKey, key } = await keyOf(ada);
  expect(key).toEqual({ id: key.id, partnerId: null, operatorId: ada, role: 'OPERATOR' });
  const own = fixture.fixture.withKey(apiKey);
  const { json } = await own.graphql('{ viewer { partner { id } key { partnerId } operator { name } } }');
  expect(json.data.viewer).toEqual({
    partner: null,
    key: { partnerId: null },
    operator: { name: 'Ada Lone' },
  });
  await own.graphql('mutation ($id: ID!) { updatePartner(id: $id, input: { name: "Acme Ltd" }) { id } }', {
    id: partnerId,
  });
  const events = await fixture.operator.graphql(
    'query ($actor: String!) { events(filter: { actor: $actor }) { nodes { type actorName } } }',
    { actor: key.id },
  );
  expect(events.json.data.events.nodes).toEqual([{ type: 'PARTNER_UPDATED', actorName: 'Ada Lone' }]);
  expect((await verify(fixture.fixture)).findings).toEqual([]);
});

test('a person’s list has all keys of the person, and a partner’s list those under the partner', async () => {
  const ada = await person();
  const alone = await keyOf(ada);
  const under = await keyOf(ada, partnerId);
  await keyOf(await person());
  expect(await listed({ operatorId: ada })).toMatchObject({
    totalCount: 2,
    nodes: [
      { id: under.key.id, partnerId },
      { id: alone.key.id, partnerId: null },
    ],
  });
  const first = await listed({ operatorId: ada, first: 1 });
  const second = await listed({ operatorId: ada, first: 1, after: first.pageInfo.endCursor });
  expect(second.nodes).toEqual([{ id: alone.key.id, partnerId: null }]);
  expect((await listed({ partnerId, first: 1 })).nodes).toEqual([{ id: under.key.id, partnerId }]);
  expect(await listed({ operatorId: 'opr_none' })).toBeNull();
});

test('a key needs a partner or a person, and a list exactly one of them', async () => {
  const ada = await person();
  const lone = await fixture.operator.graphql(CREATE, { input: { name: 'till' } });
  expect(refusalOf(lone)).toEqual({ code: 'parameter_missing', param: 'partnerId' });
  const role = await fixture.operator.graphql(CREATE, { input: { role: 'OPERATOR' } });
  expect(refusalOf(role)).toEqual({ code: 'parameter_missing', param: 'operatorId' });
  for (const variables of [{}, { partnerId, operatorId: ada }])
    expect(refusalOf(await fixture.operator.graphql(LIST, variables))).toEqual({
      code: 'parameter_invalid',
      param: 'partnerId',
    });
});

test('it is rotated and revoked like a key of a partner, and stays without a partner', async () => {
  const ada = await person();
  const { key } = await keyOf(ada);
  const { json } = await fixture.operator.graphql(
    'mutation ($id: ID!) { rotateApiKey(id: $id, overlapSeconds: 0) { apiKey key { partnerId operatorId name } } }',
    { id: key.id },
  );
  const { apiKey, key: successor } = json.data.rotateApiKey;
  expect(successor).toEqual({ partnerId: null, operatorId: ada, name: 'till' });
  expect(
    (await fixture.fixture.withKey(apiKey).graphql('{ viewer { scopes } }')).json.errors,
  ).toBeUndefined();
  const [{ id }] = (await listed({ operatorId: ada })).nodes;
  await fixture.get('revokeApiKey', { id });
  fixture.passSeconds(1);
  expect((await fixture.fixture.withKey(apiKey).graphql('{ viewer { scopes } }')).status).toBe(401);
  expect((await verify(fixture.fixture)).findings).toEqual([]);
});

test('a person has at most 50 working keys without a partner, also when many are asked for at once', async () => {
  const ada = await person();
  const input = { role: 'OPERATOR', operatorId: ada };
  const answers = await Promise.all(
    Array.from({ length: 52 }, () => fixture.operator.graphql(CREATE, { input })),
  );
  const refused = answers.filter(({ json }) => json.errors !== undefined);
  expect(refused.map(({ json }) => json.errors[0].extensions.code)).toEqual(['conflict', 'conflict']);
  expect((await listed({ operatorId: ada })).totalCount).toBe(50);
});

test('a row that says that a partner’s key has no partner is refused, and found', async () => {
  const { apiKey, key } = await fixture.get('createApiKey', { partnerId, input: { name: 'lost' } });
  const { writes } = fixture.fixture.gateway.database;
  await writes.updateTable('api_key').set({ partner_id: null }).where('id', '=', key.id).execute();
  const own = fixture.fixture.withKey(apiKey);
  expect((await own.rest('GET', '/v1/customers')).json.error.code).toBe('service_unavailable');
  expect((await verify(fixture.fixture)).findings).toMatchObject([
    { fault: 'record_forged', record: `api_key/${key.id}` },
    { fault: 'record_differs', record: `api_key/${key.id}` },
  ]);
});
