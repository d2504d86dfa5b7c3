import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiKeyRow } from '../../../src/nouns/api-key/api-key.present.ts';
import { mendApiKey } from '../../../src/nouns/api-key/mend-api-key.operations.ts';
import { commandLine } from '../../../src/kernel/caller.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { allowEverything, verify } from '../../support/fixtures/audit-fixture.ts';
import { openOperatorFixture, type OperatorFixture } from '../../support/fixtures/operator-fixture.ts';

const LIST = `query ($partnerId: ID!) { apiKeys(partnerId: $partnerId, first: 3) { nodes {
  id name prefix role scopes operatorId lastUsedAt expiresAt revokedAt successorId damaged } } }`;

interface Key {
  readonly apiKey: string;
  readonly id: string;
}

let fixture: OperatorFixture;
let partnerId: string;
let own: Key;
let beside: Key;
beforeAll(async () => {
  fixture = await openOperatorFixture();
  await allowEverything(fixture.fixture);
});
afterAll(() => fixture.fixture.close());
beforeEach(async () => {
  partnerId = (await fixture.get('createPartner', { input: { name: 'Acme' } })).partner.id;
  own = await newKey({ scopes: ['READ'], name: 'till' });
  beside = await newKey({ name: 'office' });
});

async function newKey(input: object): Promise<Key> {
  const { apiKey, key } = await fixture.get('createApiKey', { partnerId, input });
  return { apiKey, id: key.id };
}

const edit = (change: Partial<ApiKeyRow>) =>
  fixture.fixture.gateway.database.writes
    .updateTable('api_key')
    .set(change)
    .where('id', '=', own.id)
    .execute();
const listed = async () => (await fixture.operator.graphql(LIST, { partnerId })).json.data.apiKeys.nodes;
const mend = (key_id = own.id) =>
  execute(fixture.fixture.gateway, mendApiKey, {
    caller: commandLine,
    requestId: 'test',
    ids: { key_id },
    input: {},
  });
/** Keys are cached for a second. */
async function greets({ apiKey }: Key): Promise<unknown> {
  fixture.passSeconds(2);
  return fixture.greets(apiKey);
}

const DAMAGED = {
  name: 'Damaged record',
  prefix: '',
  role: 'PARTNER',
  scopes: [],
  operatorId: null,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  successorId: null,
  damaged: true,
};

test.each<[string, Partial<ApiKeyRow>]>([
  ['name', { name: 'till \ufffd' }],
  ['scopes', { scopes: 'read,write' }],
  ['role', { role: 'operator' }],
  ['moment of creation', { created_at: 'yesterday' }],
  ['MAC', { mac: 'none' }],
])(
  'a key with a damaged %s is listed as damaged beside the others, and mending it revokes it in the trail',
  async (_column, change) => {
    await edit(change);
    const [second, damaged, first] = await listed();
    expect(damaged).toEqual({ id: own.id, ...DAMAGED });
    expect([second, first]).toMatchObject([
      { id: beside.id, name: 'office', damaged: false },
      { damaged: false },
    ]);
    expect(await greets(own)).toBe('service_unavailable');
    expect(await greets(beside)).not.toBe('service_unavailable');

    await mend();
    expect((await listed())[1]).toMatchObject({
      id: own.id,
      role: 'PARTNER',
      scopes: ['READ'],
      revokedAt: expect.stringMatching(/^20/),
      damaged: false,
    });
    expect(await greets(own)).toBe('api_key_invalid');
    const events = await fixture.events(`key/${own.id}`);
    expect(events.map(({ type, actor }) => [type, actor])).toEqual([
      ['key.created', fixture.operator.keyId],
      ['key.revoked', 'cli'],
    ]);
    expect((await verify(fixture.fixture)).findings).toEqual([]);
  },
);

test('a rotation and a revocation of which the trail tells stay', async () => {
  const { key } = await fixture.get('rotateApiKey', { id: own.id });
  await fixture.get('revokeApiKey', { id: own.id });
  await edit({ revoked_at: null, expires_at: null, successor_id: null });
  await mend();
  const keys: readonly { readonly id: string }[] = await listed();
  expect(keys.find(({ id }) => id === own.id)).toMatchObject({
    successorId: key.id,
    expiresAt: expect.any(String),
    revokedAt: expect.any(String),
  });
  expect((await verify(fixture.fixture)).findings).toEqual([]);
});

test('a row that was set back to an older version is mended too', async () => {
  const database = fixture.fixture.gateway.database.writes;
  const before = await database
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', own.id)
    .executeTakeFirstOrThrow();
  await fixture.get('revokeApiKey', { id: own.id });
  await edit(before);
  await mend();
  expect(await greets(own)).toBe('api_key_invalid');
  expect((await verify(fixture.fixture)).findings).toEqual([]);
});

test('a key without damage is not mended, and a key that the gateway did not make cannot be mended', async () => {
  await expect(mend()).rejects.toThrow('conflict');
  await expect(mend('key_none')).rejects.toThrow('resource_missing');
  const database = fixture.fixture.gateway.database.writes;
  const row = await database
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', own.id)
    .executeTakeFirstOrThrow();
  const id = `key_${'0'.repeat(26)}`;
  await database
    .insertInto('api_key')
    .values({ ...row, id, hash: 'f'.repeat(64) })
    .execute();
  await expect(mend(id)).rejects.toThrow('conflict');
  await database.deleteFrom('api_key').where('id', '=', id).execute();
});
