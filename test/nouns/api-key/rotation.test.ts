import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOperatorFixture, type OperatorFixture } from '../../support/fixtures/operator-fixture.ts';

const HOUR_SECONDS = 3_600;

let fixture: OperatorFixture;
let partnerId: string;
beforeAll(async () => {
  fixture = await openOperatorFixture();
  partnerId = (await fixture.get('createPartner', { input: { name: 'Acme' } })).partner.id;
});
afterAll(() => fixture.fixture.close());

const newKey = (input: object = {}) => fixture.get('createApiKey', { partnerId, input });
const rotate = (id: string, overlapSeconds?: number | null) =>
  fixture.get('rotateApiKey', { id, overlapSeconds });

test('both keys work during the overlap, and only the new one after it', async () => {
  const old = await newKey({ name: 'batch', scopes: ['READ'] });
  const made = await rotate(old.key.id, HOUR_SECONDS);
  expect(made.apiKey).not.toBe(old.apiKey);
  expect(made.key).toMatchObject({
    partnerId,
    name: 'batch',
    role: 'PARTNER',
    scopes: ['READ'],
    expiresAt: null,
  });
  fixture.passSeconds(HOUR_SECONDS - 1);
  expect([await fixture.greets(old.apiKey), await fixture.greets(made.apiKey)]).toEqual([200, 200]);
  fixture.passSeconds(1);
  expect([await fixture.greets(old.apiKey), await fixture.greets(made.apiKey)]).toEqual([
    'api_key_expired',
    200,
  ]);
});

test('the old key names its successor, and each has its event', async () => {
  const old = await newKey();
  const { key } = await rotate(old.key.id, HOUR_SECONDS);
  const { nodes } = await fixture.get('apiKeys', { partnerId, first: 2 });
  const [successor, rotated] = nodes;
  expect(successor).toEqual(key);
  expect(rotated).toMatchObject({ id: old.key.id, successorId: key.id, expiresAt: expect.any(String) });
  expect((await fixture.events(`key/${old.key.id}`)).at(-1)).toEqual({
    type: 'key.rotated',
    actor: fixture.operator.keyId,
    data: { successor_id: key.id, expires_at: rotated.expiresAt },
  });
  expect(await fixture.events(`key/${key.id}`)).toMatchObject([{ type: 'key.created' }]);
});

test.each([undefined, null])('the overlap is a day when it is %s', async (overlap) => {
  const old = await newKey();
  const made = await rotate(old.key.id, overlap);
  fixture.passSeconds(24 * HOUR_SECONDS - 1);
  expect(await fixture.greets(old.apiKey)).toBe(200);
  fixture.passSeconds(1);
  expect([await fixture.greets(old.apiKey), await fixture.greets(made.apiKey)]).toEqual([
    'api_key_expired',
    200,
  ]);
});

test('without an overlap the old key ends at once', async () => {
  const old = await newKey();
  const made = await rotate(old.key.id, 0);
  expect([await fixture.greets(old.apiKey), await fixture.greets(made.apiKey)]).toEqual([
    'api_key_expired',
    200,
  ]);
});

test('a rotated key still expires at its earlier end, and the new key has the same lifetime as the old one had', async () => {
  const old = await newKey({ expiresIn: HOUR_SECONDS });
  fixture.passSeconds(HOUR_SECONDS - 10);
  const { key } = await rotate(old.key.id, HOUR_SECONDS);
  const { nodes } = await fixture.get('apiKeys', { partnerId, first: 2 });
  expect(nodes[1]).toMatchObject({ id: old.key.id, expiresAt: old.key.expiresAt });
  expect(Date.parse(key.expiresAt) - Date.parse(key.createdAt)).toBe(HOUR_SECONDS * 1_000);
});

const conflict = { code: 'conflict', param: null };

test('a key that is revoked, expired or already rotated cannot be rotated', async () => {
  const revoked = await newKey();
  await fixture.get('revokeApiKey', { id: revoked.key.id });
  const expired = await newKey({ expiresIn: 1 });
  const rotated = await newKey();
  await rotate(rotated.key.id);
  fixture.passSeconds(1);
  const before = await fixture.get('apiKeys', { partnerId });
  for (const { key } of [revoked, expired, rotated])
    expect(await fixture.refusal('rotateApiKey', { id: key.id })).toEqual(conflict);
  expect(await fixture.get('apiKeys', { partnerId })).toEqual(before);
});

test('ten rotations of one key at the same time make one new key', async () => {
  const { key } = await newKey();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => fixture.ask('rotateApiKey', { id: key.id })),
  );
  const codes = answers.map(({ json }) => json.errors?.[0].extensions.code ?? 'made');
  expect(codes.toSorted()).toEqual([...Array(9).fill('conflict'), 'made']);
});

test.each([-1, 30 * 24 * HOUR_SECONDS + 1])('an overlap of %i seconds is refused', async (overlapSeconds) => {
  const { key } = await newKey();
  const refused = { code: 'parameter_invalid', param: 'overlapSeconds' };
  expect(await fixture.refusal('rotateApiKey', { id: key.id, overlapSeconds })).toEqual(refused);
});
