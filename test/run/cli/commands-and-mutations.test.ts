import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCommandLine } from '../../support/gateway-commands.ts';
import { openOperatorFixture, type OperatorFixture } from '../../support/fixtures/operator-fixture.ts';
import { sharedDatabase } from '../../support/database/shared-database.ts';

const SECRET_KEY = '7a'.repeat(32);

const database = await sharedDatabase();
const shared = { DATABASE_URL: database.url, SECRET_KEY };
const cli = openCommandLine(shared);
let fixture: OperatorFixture;
beforeAll(async () => {
  fixture = await openOperatorFixture(shared);
});
afterAll(async () => {
  await fixture.fixture.close();
  cli[Symbol.dispose]();
  await database.drop();
});

async function json(...args: string[]) {
  const { code, out, err } = await cli.run(...args, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

/** The events of a partner and of its keys in their order, less what differs from one to another. */
async function trailOf(partnerId: string) {
  const rows = await fixture.fixture.gateway.database.reads
    .selectFrom('event')
    .select(['type', 'actor', 'data'])
    .where('partner_id', '=', partnerId)
    .orderBy('id')
    .execute();
  const actors = [...new Set(rows.map(({ actor }) => actor))];
  return { actors, events: rows.map(({ type, data }) => [type, Object.keys(JSON.parse(data))]) };
}

test('a command leaves the events that its mutation leaves, in the name of the command line', async () => {
  const { partner_id } = await json('partner', 'create', 'By command');
  await json('partner', 'update', partner_id, '--review', 'manual', '--currencies', 'HKD');
  const { key_id } = await json('key', 'create', partner_id);
  const rotated = await json('key', 'rotate', key_id);
  await json('key', 'revoke', rotated.key_id);

  const { partner } = await fixture.get('createPartner', { input: { name: 'By mutation' } });
  const change = { review: 'MANUAL', currencies: ['HKD'] };
  await fixture.get('updatePartner', { id: partner.id, input: change });
  const { key } = await fixture.get('createApiKey', { partnerId: partner.id });
  const successor = await fixture.get('rotateApiKey', { id: key.id });
  await fixture.get('revokeApiKey', { id: successor.key.id });

  const [byCommand, byMutation] = [await trailOf(partner_id), await trailOf(partner.id)];
  expect(byCommand.events).toEqual(byMutation.events);
  expect(byCommand.events.map(([type]) => type)).toEqual([
    'partner.created',
    'key.created',
    'partner.updated',
    'key.created',
    'key.created',
    'key.rotated',
    'key.revoked',
  ]);
  expect(byCommand.actors).toEqual(['cli']);
  expect(byMutation.actors).toEqual([fixture.operator.keyId]);
});

test('a key that the command line made works at once, and is shown with its scopes', async () => {
  const { partner_id } = await json('partner', 'create', 'Beside');
  const { operator_id } = await json('operator', 'create', 'Ada');
  const own = ['--operator', operator_id, '--scopes', 'read'];
  const { api_key } = await json('key', 'create', partner_id, ...own);
  const operator = fixture.fixture.withKey(api_key);
  const answer = await operator.graphql(
    '{ viewer { partner { id } key { role scopes } } partners { totalCount } }',
  );
  expect(answer.json.data).toEqual({
    viewer: { partner: null, key: { role: 'OPERATOR', scopes: ['READ'] } },
    partners: { totalCount: expect.any(Number) },
  });
  const refused = await operator.graphql('mutation ($id: ID!) { revokeApiKey(id: $id) { id } }', {
    id: 'key_none',
  });
  expect(refused.json.errors[0].extensions.code).toBe('permission_denied');
});
