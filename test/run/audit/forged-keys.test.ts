import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import type { ApiKeyRow } from '../../../src/nouns/api-key/api-key.present.ts';
import { type Answer, customerBody } from '../../support/gateway.ts';
import { openOperatorFixture, type OperatorFixture } from '../../support/fixtures/operator-fixture.ts';
import { allowEverything, verify } from '../../support/fixtures/audit-fixture.ts';

let fixture: OperatorFixture;
beforeAll(async () => {
  fixture = await openOperatorFixture();
  await allowEverything(fixture.fixture);
});
afterAll(() => fixture.fixture.close());

const db = () => fixture.fixture.gateway.database.writes;
const rowOf = (id: string): Promise<ApiKeyRow> =>
  db().selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const write = async (id: string, change: Partial<ApiKeyRow>) =>
  void (await db().updateTable('api_key').set(change).where('id', '=', id).execute());

interface Key {
  readonly apiKey: string;
  readonly id: string;
}

let partnerId: string;
let own: Key;
let other: Key;

async function newKey(input: object = {}): Promise<Key> {
  const { apiKey, key } = await fixture.get('createApiKey', { partnerId, input });
  return { apiKey, id: key.id };
}

/** Keys are cached for a second. */
async function greets(apiKey: string): Promise<unknown> {
  fixture.passSeconds(2);
  return fixture.greets(apiKey);
}

/** The findings of `audit verify` about one key. */
async function faultsOf(id: string): Promise<readonly string[]> {
  const { findings } = await verify(fixture.fixture);
  return findings.flatMap(({ fault, record, subject }) =>
    record === `api_key/${id}` || subject === `key/${id}` ? [fault] : [],
  );
}

beforeEach(async () => {
  partnerId = (await fixture.get('createPartner', { input: { name: 'Acme' } })).partner.id;
  own = await newKey({ scopes: ['READ'] });
  const person = 'mutation { createOperator(input: { name: "Ada" }) { id } }';
  const { id } = (await fixture.operator.graphql(person)).json.data.createOperator;
  other = await newKey({ role: 'OPERATOR', operatorId: id });
});

test('a key is found by an HMAC that cannot be made without the secrets, and its SHA-256 stands nowhere', async () => {
  const row = await rowOf(own.id);
  const sha256 = createHash('sha256').update(own.apiKey).digest('hex');
  expect(row.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(row.hash).not.toBe(sha256);
  expect(JSON.stringify(row)).not.toContain(sha256);
  expect(await faultsOf(own.id)).toEqual([]);
});

test('verify finds a damaged digest before a rotation of the secret needs it', async () => {
  const { digest } = await rowOf(other.id);
  for (const damaged of ['v1.AAAA.AAAA', digest] as const) {
    await write(own.id, { digest: damaged });
    expect(await faultsOf(own.id)).toEqual(['record_differs']);
  }
  // Nothing else shows it: the key works.
  expect(await greets(own.apiKey)).not.toBe('service_unavailable');
  // A key that works no longer is found as well.
  await fixture.get('revokeApiKey', { id: own.id });
  const { findings } = await verify(fixture.fixture);
  expect(findings.filter(({ record }) => record === `api_key/${own.id}`).map(({ says }) => says)).toEqual([
    `The digest of API key ${own.id} is damaged, so no rotation of the secret can take the key over.`,
  ]);
});

test('a row with the plain SHA-256 of a key is not a valid key', async () => {
  const apiKey = 'a-key-that-somebody-made-up-and-inserted';
  const hash = createHash('sha256').update(apiKey).digest('hex');
  const row = { ...(await rowOf(other.id)), id: 'key_forged', hash };
  await db().insertInto('api_key').values(row).execute();
  expect(await greets(apiKey)).toBe('api_key_invalid');
  expect(await faultsOf('key_forged')).toEqual(['record_forged', 'record_differs']);
});

describe('a key whose row was changed in the database directly is refused, the log says which, and verify finds it', () => {
  const changes: Readonly<Record<string, () => Promise<Partial<ApiKeyRow>>>> = {
    'another role': async () => ({ role: 'operator' }),
    'more scopes': async () => ({ scopes: 'read,write' }),
    'another partner': async () => ({
      partner_id: (await fixture.get('createPartner', { input: { name: 'Other' } })).partner.id,
    }),
    'another name': async () => ({ name: 'another person' }),
    'a later end': async () => ({ expires_at: '2099-01-01T00:00:00Z' }),
    'an end that was moved back': async () => ({ expires_at: '2020-01-01T00:00:00Z' }),
    'a revocation without an event': async () => ({ revoked_at: '2026-01-01T00:00:00Z' }),
    'the MAC of another key': async () => ({ role: 'operator', mac: (await rowOf(other.id)).mac }),
    'no MAC': async () => ({ mac: '' }),
    'a MAC of an unknown secret': async () => ({ mac: `00000000.${'a'.repeat(64)}` }),
    'another number of steps': async () => ({ steps: 2 }),
  };

  test.each(Object.entries(changes))('%s', async (_, change) => {
    expect(await greets(own.apiKey)).toBe(200);
    await write(own.id, await change());
    fixture.fixture.logged.length = 0;
    fixture.passSeconds(2);
    const answer = await fixture.fixture.withKey(own.apiKey).rest('GET', '/v1/customers');
    expect([answer.status, answer.json.error.code]).toEqual([503, 'service_unavailable']);
    expect(answer.text).not.toMatch(/mac|key_|api_key/);
    const graphql = await fixture.fixture.withKey(own.apiKey).graphql('{ viewer { __typename } }');
    expect(graphql.json.errors[0].extensions.code).toBe('service_unavailable');
    const failure = fixture.fixture.logged.find((line) => line.includes('"failure"')) ?? '{}';
    expect(JSON.parse(failure)).toMatchObject({ error: 'DamageError', place: `api_key/${own.id}` });
    expect(await faultsOf(own.id)).toContain('record_forged');
    expect(await greets(other.apiKey)).toBe(200);
  });
});

test('the hash of an own key, copied to the row of another key, gives no access', async () => {
  const [mine, theirs] = [await rowOf(own.id), await rowOf(other.id)];
  await write(own.id, { hash: 'f'.repeat(64) });
  await write(other.id, { hash: mine.hash, digest: mine.digest });
  expect(await greets(own.apiKey)).toBe('service_unavailable');
  expect(theirs.hash).not.toBe(mine.hash);
});

describe('a key that was ended', () => {
  test('does not work again when its revocation is taken back', async () => {
    await fixture.get('revokeApiKey', { id: own.id });
    expect(await greets(own.apiKey)).toBe('api_key_revoked');
    await write(own.id, { revoked_at: null });
    expect(await greets(own.apiKey)).toBe('service_unavailable');
    expect(await faultsOf(own.id)).toEqual(['record_forged', 'record_differs']);
  });

  test('does not work again when its whole row is set back, although the MAC was right then', async () => {
    const before = await rowOf(own.id);
    await fixture.get('revokeApiKey', { id: own.id });
    await write(own.id, before);
    expect(await greets(own.apiKey)).toBe('service_unavailable');
    expect(await faultsOf(own.id)).toEqual(['record_differs']);
  });

  test('does not live longer than its rotation said', async () => {
    const before = await rowOf(own.id);
    await fixture.get('rotateApiKey', { id: own.id, overlapSeconds: 3_600 });
    expect(await greets(own.apiKey)).toBe(200);
    await write(own.id, before);
    expect(await greets(own.apiKey)).toBe('service_unavailable');
    expect(await fixture.refusal('rotateApiKey', { id: own.id })).toMatchObject({
      code: 'service_unavailable',
    });
  });

  test('that works again, because its event was removed too, is found by verify', async () => {
    const before = await rowOf(own.id);
    await fixture.get('revokeApiKey', { id: own.id });
    await runHousekeeping(fixture.fixture.gateway);
    await db()
      .deleteFrom('event')
      .where('subject', '=', `key/${own.id}`)
      .where('type', '=', 'key.revoked')
      .execute();
    await write(own.id, before);
    const { findings } = await verify(fixture.fixture);
    expect(findings.map(({ fault }) => fault)).toContain('event_removed');
  });
});

test.each(['rotateApiKey', 'revokeApiKey'] as const)('%s gives a forged row no new MAC', async (verb) => {
  await write(own.id, { role: 'operator' });
  expect(await fixture.refusal(verb, { id: own.id })).toEqual({ code: 'service_unavailable', param: null });
  expect(await faultsOf(own.id)).toContain('record_forged');
});

test('a forged key does not stop housekeeping', async () => {
  await write(own.id, { role: 'operator' });
  await runHousekeeping(fixture.fixture.gateway);
});

describe('a key that was changed in the database directly is not shown', () => {
  const code = ({ json }: Answer) => json.errors?.[0].extensions.code ?? json.data;
  const LIST = 'query ($id: ID!) { apiKeys(partnerId: $id) { nodes { id name role scopes damaged } } }';
  /** The damaged keys in the list of a partner, which shows nothing of their rows. */
  async function damagedIn(id: string) {
    const { json } = await fixture.operator.graphql(LIST, { id });
    return json.data.apiKeys.nodes.filter(({ damaged }: { damaged: boolean }) => damaged);
  }
  const nothingOf = (id: string) => [
    { id, name: 'Damaged record', role: 'PARTNER', scopes: [], damaged: true },
  ];

  test.each([
    ['another role', () => ({ role: 'operator' })],
    ['more scopes', () => ({ scopes: 'read,write' })],
    ['another name', () => ({ name: 'another person' })],
    ['no MAC', () => ({ mac: '' })],
    ['the MAC of another', async () => ({ mac: (await rowOf(other.id)).mac })],
  ])('in the list of keys: %s', async (_, change) => {
    expect((await fixture.get('apiKeys', { partnerId })).nodes).toHaveLength(3);
    expect(await damagedIn(partnerId)).toEqual([]);
    await write(own.id, await change());
    expect(await damagedIn(partnerId)).toEqual(nothingOf(own.id));
  });

  test('in the list of the partner that it was moved to', async () => {
    const to = (await fixture.get('createPartner', { input: { name: 'Other' } })).partner.id;
    await write(own.id, { partner_id: to });
    expect(await damagedIn(to)).toEqual(nothingOf(own.id));
  });

  test('to its own holder, while its authentication is cached', async () => {
    const holder = fixture.fixture.withKey(own.apiKey);
    const viewer = () => holder.graphql('{ viewer { key { scopes } } }');
    expect(code(await viewer())).toEqual({ viewer: { key: { scopes: ['READ'] } } });
    await write(own.id, { scopes: 'read,write' });
    expect(code(await viewer())).toBe('service_unavailable');
  });

  test('as the name of who did something, and other names are', async () => {
    const asked = '{ events(first: 100) { nodes { actor actorName } } }';
    const customer = await newKey({ name: 'Till' });
    await fixture.fixture.withKey(customer.apiKey).rest('POST', '/v1/customers', customerBody());
    await write(customer.id, { name: 'another person' });
    const { json } = await fixture.operator.graphql(asked);
    const { nodes } = json.data.events;
    const shownFor = (actor: string) => nodes.find((node: { actor: string }) => node.actor === actor);
    expect(json.errors[0].extensions.code).toBe('service_unavailable');
    expect(shownFor(customer.id)).toEqual({ actor: customer.id, actorName: null });
    expect(nodes.some(({ actorName }: { actorName: string | null }) => actorName !== null)).toBe(true);
  });

  test('and gives no download: a revocation that was taken back', async () => {
    const holder = fixture.fixture.withKey((await newKey({ scopes: ['READ', 'WRITE'] })).apiKey);
    const { json: customer } = await holder.rest('POST', '/v1/customers', customerBody());
    const { json: uploaded } = await holder.upload(customer.customer_id, 'nar1');
    const path = `/v1/kyc/documents/${customer.customer_id}/${uploaded.files[0].document_id}`;
    const url = new URL((await holder.rest('GET', path)).json.url);
    const download = () => fixture.fixture.fetch('GET', url.pathname + url.search);
    expect((await download()).status).toBe(200);
    const { nodes } = await fixture.get('apiKeys', { partnerId });
    await fixture.get('revokeApiKey', { id: nodes[0].id });
    expect((await download()).json.error.code).toBe('url_expired');
    await write(nodes[0].id, { revoked_at: null });
    expect((await download()).json.error.code).toBe('service_unavailable');
  });
});

test('a deleted key is found by its event', async () => {
  await db().deleteFrom('api_key').where('id', '=', own.id).execute();
  expect(await faultsOf(own.id)).toEqual(['record_removed']);
});
