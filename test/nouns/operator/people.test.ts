import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOperatorFixture, type OperatorFixture } from '../../support/fixtures/operator-fixture.ts';
import { allowEverything, verify } from '../../support/fixtures/audit-fixture.ts';

let fixture: OperatorFixture;
let partnerId: string;
beforeAll(async () => {
  fixture = await openOperatorFixture();
  await allowEverything(fixture.fixture);
  partnerId = (await fixture.get('createPartner', { input: { name: 'Acme' } })).partner.id;
});
afterAll(() => fixture.fixture.close());

const CREATE = `mutation ($input: CreateOperatorInput!) {
  createOperator(input: $input) { id name email scopes byOidc createdAt disabledAt } }`;
const DISABLE = 'mutation ($id: ID!) { disableOperator(id: $id) { id disabledAt } }';
const KEY = `mutation ($partnerId: ID!, $input: CreateApiKeyInput) {
  createApiKey(partnerId: $partnerId, input: $input) { apiKey key { id operatorId scopes } } }`;
const VIEWER = '{ viewer { scopes operator { id name } key { operatorId scopes } } }';

async function person(input: object = {}) {
  const { json } = await fixture.operator.graphql(CREATE, { input: { name: 'Ada Wong', ...input } });
  if (json.errors !== undefined) throw new Error(JSON.stringify(json.errors));
  return json.data.createOperator;
}

const keyOf = (operatorId: string, input: object = {}) =>
  fixture.operator.graphql(KEY, { partnerId, input: { role: 'OPERATOR', operatorId, ...input } });

test('a person has a name, an e-mail address that is stored encrypted, and scopes', async () => {
  const made = await person({ email: 'ada@provider.example', scopes: ['READ', 'WRITE'] });
  expect(made).toEqual({
    id: expect.stringMatching(/^opr_/),
    name: 'Ada Wong',
    email: 'ada@provider.example',
    scopes: ['READ', 'WRITE'],
    byOidc: false,
    createdAt: '2026-03-04T05:06:07Z',
    disabledAt: null,
  });
  const { reads } = fixture.fixture.gateway.database;
  const row = await reads
    .selectFrom('operator')
    .selectAll()
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain('ada@provider.example');
  const list = await fixture.operator.graphql('{ operators { totalCount nodes { id email } } }');
  expect(list.json.data.operators.nodes[0]).toEqual({ id: made.id, email: 'ada@provider.example' });
  expect(list.json.data.operators.totalCount).toBe(list.json.data.operators.nodes.length);
});

test('a key of a person does no more than the person may, and says whose it is', async () => {
  const { id } = await person({ scopes: ['READ', 'WRITE'] });
  const refused = await keyOf(id, { scopes: ['READ', 'ADMIN'] });
  expect(refused.json.errors[0].extensions.code).toBe('permission_denied');
  const made = await keyOf(id);
  const { apiKey, key } = made.json.data.createApiKey;
  expect(key).toEqual({ id: key.id, operatorId: id, scopes: ['READ', 'WRITE'] });
  const viewer = await fixture.fixture.withKey(apiKey).graphql(VIEWER);
  expect(viewer.json.data.viewer).toEqual({
    scopes: ['READ', 'WRITE'],
    operator: { id, name: 'Ada Wong' },
    key: { operatorId: id, scopes: ['READ', 'WRITE'] },
  });
  const list = await fixture.fixture.withKey(apiKey).graphql('{ operators { totalCount } }');
  expect(list.json.errors[0].extensions.code).toBe('permission_denied');
});

test('a partner’s key belongs to no person, and an unknown or disabled person gets no key', async () => {
  const { id } = await person();
  const ofPartner = await keyOf(id, { role: 'PARTNER' });
  expect(ofPartner.json.errors[0].extensions).toMatchObject({
    code: 'parameter_invalid',
    param: 'operatorId',
  });
  expect((await keyOf('opr_none')).json.errors[0].extensions.code).toBe('resource_missing');
  await fixture.operator.graphql(DISABLE, { id });
  expect((await keyOf(id)).json.errors[0].extensions.code).toBe('conflict');
});

const UPDATE =
  'mutation ($id: ID!, $input: UpdateOperatorInput!) { updateOperator(id: $id, input: $input) { id scopes } }';
const update = async (
  id: string,
  scopes: readonly string[],
  as: Pick<typeof fixture.operator, 'graphql'>,
) => {
  const { json } = await as.graphql(UPDATE, { id, input: { scopes } });
  return json.errors === undefined ? json.data.updateOperator.scopes : json.errors[0].extensions.code;
};

test('the scopes of a person change within a second, with a line in the trail that the audit agrees with', async () => {
  const { id } = await person({ scopes: ['READ', 'WRITE'] });
  const { apiKey } = (await keyOf(id)).json.data.createApiKey;
  expect(await update(id, ['WRITE'], fixture.operator)).toEqual(['WRITE']);
  fixture.passSeconds(1);
  expect(await fixture.greets(apiKey)).toBe('permission_denied');
  expect(await update(id, ['WRITE', 'READ'], fixture.operator)).toEqual(['READ', 'WRITE']);
  expect(await update(id, ['READ', 'WRITE'], fixture.operator)).toEqual(['READ', 'WRITE']);
  fixture.passSeconds(1);
  expect(await fixture.greets(apiKey)).toBe(200);
  const actor = fixture.operator.keyId;
  expect((await fixture.events(`operator/${id}`)).slice(1)).toEqual([
    { type: 'operator.updated', actor, data: { changed: ['scopes'], scopes: ['write'] } },
    { type: 'operator.updated', actor, data: { changed: ['scopes'], scopes: ['read', 'write'] } },
  ]);
  const { findings } = await verify(fixture.fixture);
  expect(findings.filter(({ record }) => record === `operator/${id}`)).toEqual([]);
});

test('a caller cannot give a scope that it lacks, an empty list of scopes, or any scope to a person who is disabled', async () => {
  const { id } = await person({ scopes: ['READ'] });
  const admin = await keyOf((await person()).id, { scopes: ['READ', 'ADMIN'] });
  const limited = fixture.fixture.withKey(admin.json.data.createApiKey.apiKey);
  expect(await update(id, ['READ', 'WRITE'], limited)).toBe('permission_denied');
  expect(await update(id, ['READ', 'ADMIN'], limited)).toEqual(['READ', 'ADMIN']);
  expect(await update(id, [], limited)).toBe('parameter_invalid');
  expect(await update('opr_none', ['READ'], limited)).toBe('resource_missing');
  await fixture.operator.graphql(DISABLE, { id });
  expect(await update(id, ['READ'], fixture.operator)).toBe('conflict');
});

test('a caller that lacks a scope may leave it to a person who has it already', async () => {
  const { id } = await person({ scopes: ['READ', 'WRITE'] });
  const admin = await keyOf((await person()).id, { scopes: ['READ', 'ADMIN'] });
  const limited = fixture.fixture.withKey(admin.json.data.createApiKey.apiKey);
  expect(await update(id, ['WRITE'], limited)).toEqual(['WRITE']);
});

test('the keys of a person who is disabled stop within a second and never work again', async () => {
  const { id } = await person();
  const { apiKey, key } = (await keyOf(id)).json.data.createApiKey;
  expect(await fixture.greets(apiKey)).toBe(200);
  const first = await fixture.operator.graphql(DISABLE, { id });
  fixture.passSeconds(1);
  expect(await fixture.greets(apiKey)).toBe('api_key_revoked');
  const again = await fixture.operator.graphql(DISABLE, { id });
  expect(again.json).toEqual(first.json);
  const rotated = await fixture.ask('rotateApiKey', { id: key.id });
  expect(rotated.json.errors[0].extensions.code).toBe('conflict');
  expect(await fixture.events(`operator/${id}`)).toEqual([
    { type: 'operator.created', actor: fixture.operator.keyId, data: { scopes: ['read', 'write', 'admin'] } },
    { type: 'operator.disabled', actor: fixture.operator.keyId, data: {} },
  ]);
});

test('a row of a person that the gateway did not write is refused, and found', async () => {
  const { id } = await person({ scopes: ['READ'] });
  const { apiKey } = (await keyOf(id)).json.data.createApiKey;
  const { writes } = fixture.fixture.gateway.database;
  const write = (change: object) => writes.updateTable('operator').set(change).where('id', '=', id).execute();
  const before = await writes
    .selectFrom('operator')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const faults = async () =>
    (await verify(fixture.fixture)).findings.flatMap(({ fault, record }) =>
      record === `operator/${id}` ? [fault] : [],
    );

  await write({ scopes: 'read,write,admin' });
  expect(await fixture.greets(apiKey)).toBe('service_unavailable');
  expect(await faults()).toEqual(['record_forged', 'record_differs']);
  const list = await fixture.operator.graphql('{ operators(first: 100) { nodes { id damaged } } }');
  expect(list.json.data.operators.nodes.filter(({ damaged }: { damaged: boolean }) => damaged)).toEqual([
    { id, damaged: true },
  ]);
  await write(before);
  expect(await fixture.greets(apiKey)).toBe(200);

  await fixture.operator.graphql(DISABLE, { id });
  await write(before);
  fixture.passSeconds(2);
  expect(await fixture.greets(apiKey)).toBe('service_unavailable');
  expect(await faults()).toEqual(['record_differs']);
});

test('a person whose row is gone is found', async () => {
  const { id } = await person();
  const { writes } = fixture.fixture.gateway.database;
  await writes.deleteFrom('operator').where('id', '=', id).execute();
  const { findings } = await verify(fixture.fixture);
  const removed = findings.filter(({ subject }) => subject === `operator/${id}`);
  expect(removed.map(({ fault }) => fault)).toEqual(['record_removed']);
});

test('a key that is given to another person is refused, and found', async () => {
  const [{ id }, { id: other }] = [await person({ scopes: ['READ'] }), await person()];
  const { apiKey, key } = (await keyOf(id)).json.data.createApiKey;
  const { writes } = fixture.fixture.gateway.database;
  await writes.updateTable('api_key').set({ operator_id: other }).where('id', '=', key.id).execute();
  expect(await fixture.greets(apiKey)).toBe('service_unavailable');
  const { findings } = await verify(fixture.fixture);
  const about = findings.filter(({ record }) => record === `api_key/${key.id}`);
  expect(about.map(({ fault }) => fault)).toEqual(['record_forged', 'record_differs']);
  expect(about[1]?.says).toContain('belongs to another operator');
});

test('the trail names the person to operators, and a partner still sees “operator”', async () => {
  const { id } = await person({ name: 'Grace Lim' });
  const { apiKey } = (await keyOf(id)).json.data.createApiKey;
  const grace = fixture.fixture.withKey(apiKey);
  const made = await fixture.ask('createPartner', { input: { name: 'Borneo Pay', review: 'MANUAL' } });
  const { partner: owner, key } = made.json.data.createPartner;
  const partner = fixture.fixture.withKey(key.apiKey);
  const customerId = await partner.completeCustomer();
  const ask =
    'mutation ($id: ID!) { requestDocument(customerId: $id, type: NAR1, reason: "blurred") { type } }';
  await grace.graphql(ask, { id: customerId });

  const events = `query ($filter: EventFilter) { events(first: 2, filter: $filter) { nodes { type actor actorName } } }`;
  const filter = { subject: `kyc/${customerId}`, types: ['KYC_DOCUMENT_REQUESTED', 'KYC_UPDATED'] };
  const seen = await fixture.operator.graphql(events, { filter });
  expect(seen.json.data.events.nodes).toMatchObject([
    { type: 'KYC_DOCUMENT_REQUESTED', actorName: 'Grace Lim' },
    { type: 'KYC_UPDATED', actorName: 'Borneo Pay (default)' },
  ]);
  const hidden = await partner.graphql(events, { filter });
  expect(hidden.json.errors[0].extensions.code).toBe('permission_denied');
  const shown = await partner.graphql(events.replace(' actorName', ''), { filter });
  expect(shown.json.data.events.nodes[0].actor).toBe('operator');
  expect(owner.id).toMatch(/^par_/);
});
