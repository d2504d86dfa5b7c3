import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyUses } from '../../../src/nouns/api-key/authenticate/key-uses.ts';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { openTestGateway } from '../../support/gateway.ts';
import { openOperatorFixture, type OperatorFixture } from '../../support/fixtures/operator-fixture.ts';

let fixture: OperatorFixture;
let partnerId: string;
beforeAll(async () => {
  fixture = await openOperatorFixture();
  partnerId = (await fixture.get('createPartner', { input: { name: 'Acme' } })).partner.id;
});
afterAll(() => fixture.fixture.close());

const newKey = () => fixture.get('createApiKey', { partnerId });
const lastUse = async (id: string): Promise<unknown> =>
  (await fixture.get('apiKeys', { partnerId })).nodes.find((key: { id: string }) => key.id === id).lastUsedAt;
const at = (text: string) => new Date(`2026-05-05T${text}Z`);

test('housekeeping writes the last use of a key, exact to the minute', async () => {
  const { apiKey, key } = await newKey();
  expect(await lastUse(key.id)).toBe(null);
  await fixture.greets(apiKey);
  expect(await lastUse(key.id)).toBe(null);
  await runHousekeeping(fixture.fixture.gateway);
  expect(await lastUse(key.id)).toBe('2026-03-04T05:06:00Z');
  fixture.passSeconds(120);
  await fixture.greets(apiKey);
  await runHousekeeping(fixture.fixture.gateway);
  expect(await lastUse(key.id)).toBe('2026-03-04T05:08:00Z');
});

test('a refused key gets no last use', async () => {
  const { apiKey, key } = await newKey();
  await fixture.get('revokeApiKey', { id: key.id });
  expect(await fixture.greets(apiKey)).toBe('api_key_revoked');
  await runHousekeeping(fixture.fixture.gateway);
  expect(await lastUse(key.id)).toBe(null);
});

test('a process that writes an earlier use later does not set the last use back', async () => {
  const { key } = await newKey();
  const { database } = fixture.fixture.gateway;
  const [one, other] = [createKeyUses(database), createKeyUses(database)];
  one.note(key.id, at('10:05:59'));
  other.note(key.id, at('10:04:00'));
  await one.flush();
  await other.flush();
  expect(await lastUse(key.id)).toBe('2026-05-05T10:05:00Z');
});

test('the last uses of more keys than fit into one statement are all written', async () => {
  const { key } = await newKey();
  const uses = createKeyUses(fixture.fixture.gateway.database);
  for (let count = 0; count < 1_500; count += 1) uses.note(`key_none_${count}`, at('11:00:00'));
  uses.note(key.id, at('11:00:00'));
  await uses.flush();
  expect(await lastUse(key.id)).toBe('2026-05-05T11:00:00Z');
});

test('a last use that could not be written is written the next time', async () => {
  const { key } = await newKey();
  const gone = await openTestGateway();
  await gone.close();
  const { database } = fixture.fixture.gateway;
  let broken = true;
  const uses = createKeyUses({
    ...database,
    get writes() {
      return broken ? gone.gateway.database.writes : database.writes;
    },
  });
  uses.note(key.id, at('12:00:00'));
  await expect(uses.flush()).rejects.toBeInstanceOf(Error);
  broken = false;
  await uses.flush();
  expect(await lastUse(key.id)).toBe('2026-05-05T12:00:00Z');
});
