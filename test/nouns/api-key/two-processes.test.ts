import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOperatorFixture, type OperatorFixture } from '../../support/fixtures/operator-fixture.ts';
import { sharedDatabase } from '../../support/database/shared-database.ts';

/** Longer than a process caches a key, and far below the promised second. */
const REMEMBERED_SECONDS = 1;

const database = await sharedDatabase();
const shared = { DATABASE_URL: database.url };
let fixtures: readonly [OperatorFixture, OperatorFixture];
beforeAll(async () => {
  fixtures = [await openOperatorFixture(shared), await openOperatorFixture(shared)];
});
afterAll(async () => {
  for (const { fixture } of fixtures) await fixture.close();
  await database.drop();
});

const pass = (seconds: number) => {
  for (const fixture of fixtures) fixture.passSeconds(seconds);
};
const greetings = async (apiKey: string) => [
  await fixtures[0].greets(apiKey),
  await fixtures[1].greets(apiKey),
];

test('a key that one process revokes is refused by the other within a second', async () => {
  const [one, other] = fixtures;
  const { key } = await one.get('createPartner', { input: { name: 'Acme' } });
  expect(await greetings(key.apiKey)).toEqual([200, 200]);
  await one.get('revokeApiKey', { id: key.key.id });
  pass(REMEMBERED_SECONDS);
  expect(await greetings(key.apiKey)).toEqual(['api_key_revoked', 'api_key_revoked']);
  expect(await other.greets(key.apiKey)).toBe('api_key_revoked');
});

test('a key that one process makes or rotates works on the other at once, and ends on both', async () => {
  const [one, other] = fixtures;
  const { key } = await one.get('createPartner', { input: { name: 'Acme' } });
  expect(await greetings(key.apiKey)).toEqual([200, 200]);
  const made = await other.get('rotateApiKey', { id: key.key.id, overlapSeconds: 60 });
  expect(await greetings(made.apiKey)).toEqual([200, 200]);
  pass(59);
  expect(await greetings(key.apiKey)).toEqual([200, 200]);
  pass(1);
  expect(await greetings(key.apiKey)).toEqual(['api_key_expired', 'api_key_expired']);
  expect(await greetings(made.apiKey)).toEqual([200, 200]);
});

test('the last use is the latest one of all processes, also when a process stops', async () => {
  const [one] = fixtures;
  const { partner, key } = await one.get('createPartner', { input: { name: 'Acme' } });
  const third = await openOperatorFixture(shared);
  third.passSeconds(86_400);
  expect(await third.greets(key.apiKey)).toBe(200);
  await third.fixture.close();
  await one.greets(key.apiKey);
  await one.fixture.gateway.keyUses.flush();
  const { nodes } = await one.get('apiKeys', { partnerId: partner.id });
  expect(nodes[0].lastUsedAt).toBe('2026-03-05T05:06:00Z');
});
