import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withKeyMac } from '../../../src/nouns/api-key/proven-api-keys.ts';
import type { Scope } from '../../../src/kernel/caller.ts';
import {
  documents,
  openOperatorFixture,
  type OperatorFixture,
} from '../../support/fixtures/operator-fixture.ts';

let fixture: OperatorFixture;
let partnerId: string;
/** A person who may do everything. */
let operatorId: string;
beforeAll(async () => {
  fixture = await openOperatorFixture();
  ({ partnerId } = await fixture.fixture.partner());
  const text = 'mutation { createOperator(input: { name: "Ada" }) { id } }';
  operatorId = (await fixture.operator.graphql(text)).json.data.createOperator.id;
});
afterAll(() => fixture.fixture.close());

type Maker = Awaited<ReturnType<OperatorFixture['fixture']['key']>>;

/** A key of the person with these scopes. */
const maker = (scopes: readonly Scope[], expires_in: number | null = null): Promise<Maker> =>
  fixture.fixture.key(partnerId, { role: 'operator', operator_id: operatorId, scopes, expires_in });

/** The key that a mutation made, or its error code. */
async function outcome(caller: Maker, name: keyof typeof documents, variables: object) {
  const { json } = await caller.graphql(documents[name], variables);
  return json.errors === undefined ? json.data[name] : json.errors[0].extensions.code;
}
const make = (caller: Maker, input: object) => {
  const person = 'role' in input ? { operatorId } : {};
  return outcome(caller, 'createApiKey', { partnerId, input: { ...input, ...person } });
};

const keysThere = async () =>
  (await fixture.fixture.gateway.database.reads.selectFrom('api_key').select('id').execute()).length;

describe.each<readonly [string, readonly Scope[]]>([
  ['write', ['write']],
  ['read and write', ['read', 'write']],
])('a key with %s', (_, scopes) => {
  test.each<readonly [keyof typeof documents, (own: string) => object]>([
    ['createApiKey', () => ({ partnerId })],
    ['rotateApiKey', (id) => ({ id })],
    ['revokeApiKey', (id) => ({ id })],
    ['createPartner', () => ({ input: { name: 'Acme' } })],
    ['updatePartner', () => ({ id: partnerId, input: { review: 'MANUAL' } })],
  ])('is refused %s, which changes nothing', async (name, variables) => {
    const caller = await maker(scopes);
    const before = await keysThere();
    expect(await outcome(caller, name, variables(caller.keyId))).toBe('permission_denied');
    expect(await keysThere()).toBe(before);
  });
});

describe('a key cannot create a key that can do more than itself', () => {
  test.each<readonly [readonly Scope[], object]>([
    [['admin'], { role: 'OPERATOR', scopes: ['READ', 'WRITE', 'ADMIN'] }],
    [['admin'], { role: 'OPERATOR', scopes: ['READ'] }],
    [['admin'], { scopes: ['READ'] }],
    [['admin'], {}],
    [['read', 'admin'], { scopes: ['READ', 'WRITE'] }],
    [['read', 'admin'], { role: 'OPERATOR', scopes: ['WRITE'] }],
  ])('%j may not make %j', async (scopes, input) => {
    const caller = await maker(scopes);
    const before = await keysThere();
    expect(await make(caller, input)).toBe('permission_denied');
    expect(await keysThere()).toBe(before);
  });

  test.each<readonly [readonly Scope[], object, readonly string[]]>([
    [['read', 'write', 'admin'], { role: 'OPERATOR' }, ['READ', 'WRITE', 'ADMIN']],
    [['read', 'write', 'admin'], {}, ['READ', 'WRITE']],
    [['read', 'admin'], {}, ['READ']],
    [['read', 'admin'], { role: 'OPERATOR' }, ['READ', 'ADMIN']],
    [['write', 'admin'], { role: 'OPERATOR', scopes: ['WRITE'] }, ['WRITE']],
  ])('%j makes of %j a key with %j', async (scopes, input, given) => {
    expect((await make(await maker(scopes), input)).key.scopes).toEqual(given);
  });

  test('nor by a rotation', async () => {
    const [full, lesser] = [await maker(['read', 'write', 'admin']), await maker(['read', 'admin'])];
    expect(await outcome(lesser, 'rotateApiKey', { id: full.keyId })).toBe('permission_denied');
    expect((await outcome(full, 'rotateApiKey', { id: lesser.keyId })).key.scopes).toEqual(['READ', 'ADMIN']);
  });

  test('nor an operator’s key that works longer, also not by rotating itself', async () => {
    const brief = await maker(['read', 'write', 'admin'], 3_600);
    for (const expiresIn of [null, 3_601]) {
      expect(await make(brief, { role: 'OPERATOR', expiresIn })).toBe('permission_denied');
    }
    expect((await make(brief, { role: 'OPERATOR', expiresIn: 3_600 })).key.role).toBe('OPERATOR');
    expect((await make(brief, {})).key.expiresAt).toBeNull();
    fixture.passSeconds(1);
    expect(await outcome(brief, 'rotateApiKey', { id: brief.keyId })).toBe('permission_denied');
  });
});

describe('the first key of a new partner has all scopes of a partner', () => {
  const partner = { input: { name: 'New' } };

  test('and is made by a key that has them too', async () => {
    const made = await outcome(await maker(['read', 'write', 'admin']), 'createPartner', partner);
    expect(made.key.key).toMatchObject({ role: 'PARTNER', scopes: ['READ', 'WRITE'] });
  });

  test.each<readonly [readonly Scope[]]>([[['admin']], [['read', 'admin']], [['write', 'admin']]])(
    'and not by a key with %j, which creates no partner',
    async (scopes) => {
      const before = await keysThere();
      const caller = await maker(scopes);
      expect(await outcome(caller, 'createPartner', partner)).toBe('permission_denied');
      expect(await keysThere()).toBe(before + 1);
    },
  );
});

test('no partner’s key can have the scope admin, even if its row says so', async () => {
  expect(await fixture.refusal('createApiKey', { partnerId, input: { scopes: ['READ', 'ADMIN'] } })).toEqual({
    code: 'parameter_invalid',
    param: 'scopes',
  });
  const { keyId, graphql } = await fixture.fixture.key(partnerId);
  const { database, rowMacs } = fixture.fixture.gateway;
  const query = database.reads.selectFrom('api_key').selectAll().where('id', '=', keyId);
  const stored = await query.executeTakeFirstOrThrow();
  const { scopes, mac } = withKeyMac(rowMacs, { ...stored, scopes: 'read,write,admin' });
  // With a MAC of ours: without one the row would be refused for that alone.
  await database.writes.updateTable('api_key').set({ scopes, mac }).where('id', '=', keyId).execute();
  const { json } = await graphql('{ viewer { key { scopes } } }');
  expect(json.data.viewer.key.scopes).toEqual(['READ', 'WRITE']);
});
