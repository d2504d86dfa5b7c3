import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOfApiKey } from '../../../src/nouns/api-key/api-key.rules.ts';
import { openOperatorFixture, type OperatorFixture } from '../../support/fixtures/operator-fixture.ts';

let fixture: OperatorFixture;
beforeAll(async () => {
  fixture = await openOperatorFixture();
});
afterAll(() => fixture.fixture.close());

const newPartner = async (): Promise<string> =>
  (await fixture.get('createPartner', { input: { name: 'Acme' } })).partner.id;
const newKey = async (input: object = {}, partnerId?: string) =>
  fixture.get('createApiKey', { partnerId: partnerId ?? (await newPartner()), input });

/** The id of a new person. */
async function newPerson(): Promise<string> {
  const text = 'mutation { createOperator(input: { name: "Ada" }) { id } }';
  return (await fixture.operator.graphql(text)).json.data.createOperator.id;
}

describe('a key', () => {
  test('has the given properties, and the default if one is absent or null', async () => {
    const partnerId = await newPartner();
    const given = {
      name: 'Batch 貿易',
      role: 'OPERATOR',
      operatorId: await newPerson(),
      scopes: ['READ'],
      expiresIn: 60,
    };
    const { apiKey, key } = await newKey(given, partnerId);
    expect(apiKey).toMatch(/^fgk_[\w-]{43}$/);
    expect(key).toEqual({
      id: expect.stringMatching(/^key_\w{26}$/),
      partnerId,
      name: 'Batch 貿易',
      prefix: apiKey.slice(0, 10),
      role: 'OPERATOR',
      scopes: ['READ'],
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      lastUsedAt: null,
      revokedAt: null,
      successorId: null,
    });
    expect(Date.parse(key.expiresAt) - Date.parse(key.createdAt)).toBe(60_000);
    const nulls = { name: null, role: null, scopes: null, expiresIn: null };
    for (const input of [{}, nulls]) {
      const plain = { name: 'default', role: 'PARTNER', scopes: ['READ', 'WRITE'], expiresAt: null };
      expect((await newKey(input)).key).toMatchObject(plain);
    }
  });

  test('is shown once: neither a list, nor the database, nor the log has it', async () => {
    const partnerId = await newPartner();
    const headers = { 'idempotency-key': 'shown-once' };
    const first = await fixture.ask('createApiKey', { partnerId }, headers);
    const { apiKey, key } = first.json.data.createApiKey;
    const again = await fixture.ask('createApiKey', { partnerId }, headers);
    expect(again.json.data).toEqual({ createApiKey: { apiKey: null, key } });
    expect(again.text).not.toContain(apiKey);

    const listed = await fixture.ask('apiKeys', { partnerId });
    expect(listed.json.data.apiKeys.nodes[0]).toEqual(key);
    expect(listed.text).not.toContain(apiKey);
    const digest = digestOfApiKey(apiKey);
    const hash = fixture.fixture.gateway.apiKeyHash.make(digest);
    expect(listed.text).not.toContain(hash);
    const { reads } = fixture.fixture.gateway.database;
    const tables = ['api_key', 'event', 'idempotency_key'] as const;
    const rows = await Promise.all(tables.map((table) => reads.selectFrom(table).selectAll().execute()));
    expect(JSON.stringify(rows)).toContain(hash);
    expect(JSON.stringify(rows)).not.toContain(digest);
    expect(JSON.stringify(rows)).not.toContain(apiKey);
    expect(fixture.fixture.logged.join('')).not.toContain(apiKey);
  });

  test('is refused from the second in which it expires', async () => {
    const { apiKey } = await newKey({ expiresIn: 10 });
    fixture.passSeconds(9);
    expect(await fixture.greets(apiKey)).toBe(200);
    fixture.passSeconds(1);
    expect(await fixture.greets(apiKey)).toBe('api_key_expired');
  });

  test('keeps the time of its first revocation, which leaves one event', async () => {
    const { apiKey, key } = await newKey();
    expect(await fixture.greets(apiKey)).toBe(200);
    const revoked = await fixture.get('revokeApiKey', { id: key.id });
    fixture.passSeconds(2);
    expect(await fixture.greets(apiKey)).toBe('api_key_revoked');
    expect(await fixture.get('revokeApiKey', { id: key.id })).toEqual(revoked);
    expect(revoked).toEqual({ ...key, revokedAt: expect.any(String) });
    const actor = fixture.operator.keyId;
    expect(await fixture.events(`key/${key.id}`)).toEqual([
      { type: 'key.created', actor, data: { role: 'partner', scopes: ['read', 'write'] } },
      { type: 'key.revoked', actor, data: {} },
    ]);
  });
});

test('what happens to an operator’s key is in the trail of no partner', async () => {
  const partnerId = await newPartner();
  const { key } = await newKey({ role: 'OPERATOR', operatorId: await newPerson() }, partnerId);
  const made = await fixture.get('rotateApiKey', { id: key.id });
  await fixture.get('revokeApiKey', { id: made.key.id });
  const rows = await fixture.fixture.gateway.database.reads
    .selectFrom('event')
    .select(['type', 'partner_id'])
    .where(
      'subject',
      'in',
      [key.id, made.key.id].map((id) => `key/${id}`),
    )
    .execute();
  expect(rows.map(({ type }) => type).toSorted()).toEqual([
    'key.created',
    'key.created',
    'key.revoked',
    'key.rotated',
  ]);
  expect(rows.map(({ partner_id }) => partner_id)).toEqual([null, null, null, null]);
});

test.each<[object, string]>([
  [{ name: '' }, 'name'],
  [{ scopes: [] }, 'scopes'],
  [{ scopes: ['READ', 'READ'] }, 'scopes'],
  [{ expiresIn: 0 }, 'expiresIn'],
  [{ expiresIn: 315_360_001 }, 'expiresIn'],
])('%j is refused', async (input, param) => {
  const partnerId = await newPartner();
  expect(await fixture.refusal('createApiKey', { partnerId, input })).toEqual({
    code: 'parameter_invalid',
    param,
  });
});

test('a mutation of an absent key or partner is resource_missing, and its list is null', async () => {
  const missing = { code: 'resource_missing', param: null };
  expect(await fixture.refusal('createApiKey', { partnerId: 'par_none' })).toEqual(missing);
  expect(await fixture.refusal('rotateApiKey', { id: 'key_none' })).toEqual(missing);
  expect(await fixture.refusal('revokeApiKey', { id: 'key_none' })).toEqual(missing);
  expect((await fixture.ask('apiKeys', { partnerId: 'par_none' })).json).toEqual({ data: { apiKeys: null } });
});

test('the list of a partner has its keys and no others, newest first, revoked ones included', async () => {
  const partnerId = await newPartner();
  await newKey();
  for (const name of ['one', 'two', 'three']) await newKey({ name }, partnerId);
  const first = await fixture.get('apiKeys', { partnerId, first: 2 });
  await fixture.get('revokeApiKey', { id: first.nodes[0].id });
  const second = await fixture.get('apiKeys', { partnerId, first: 2, after: first.pageInfo.endCursor });
  const names = [...first.nodes, ...second.nodes].map(({ name }) => name);
  expect(names).toEqual(['three', 'two', 'one', 'default']);
  expect([first.totalCount, second.totalCount]).toEqual([4, 4]);
  expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
});

test('a partner has at most 50 working keys, also when many are requested at once, and can get another when one ends', async () => {
  const partnerId = await newPartner();
  await newKey({ expiresIn: 1 }, partnerId);
  fixture.passSeconds(1);
  const answers = await Promise.all(
    Array.from({ length: 55 }, () => fixture.ask('createApiKey', { partnerId })),
  );
  const made = answers.flatMap(({ json }) => json.data?.createApiKey ?? []);
  const codes = answers.flatMap(({ json }) => json.errors?.[0].extensions.code ?? []);
  expect(made).toHaveLength(49);
  expect(codes).toEqual(Array(6).fill('conflict'));
  expect(await fixture.refusal('rotateApiKey', { id: made[0].key.id })).toMatchObject({ code: 'conflict' });
  await fixture.get('revokeApiKey', { id: made[0].key.id });
  await newKey({}, partnerId);
});
