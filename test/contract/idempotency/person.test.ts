import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openOperatorFixture, type OperatorFixture } from '../../support/fixtures/operator-fixture.ts';

const PAGE = { 'fundgate-console': '1', origin: 'http://gateway.test' };
const PERSON = 'mutation ($name: String!) { createOperator(input: { name: $name }) { id } }';
const PARTNER = 'mutation { createPartner(input: { name: "Acme" }) { partner { id } } }';
const ROTATE = 'mutation ($id: ID!) { rotateApiKey(id: $id, overlapSeconds: 60) { apiKey } }';

let fixture: OperatorFixture;
let partnerId: string;
let ada: { id: string; keyId: string; apiKey: string };
let made = 0;
beforeAll(async () => {
  fixture = await openOperatorFixture();
  ({ partnerId } = await fixture.fixture.partner());
});
afterAll(() => fixture.fixture.close());

async function person() {
  const { json } = await fixture.operator.graphql(PERSON, { name: 'Ada Wong' });
  const { id } = json.data.createOperator;
  const input = { role: 'OPERATOR', operatorId: id };
  const { apiKey, key } = await fixture.get('createApiKey', { partnerId, input });
  return { id, keyId: key.id, apiKey };
}
beforeEach(async () => {
  made += 1;
  ada = await person();
});

const create = async (by: Readonly<Record<string, string>>) => {
  const headers = { ...by, 'idempotency-key': `create-${made}` };
  const { json, headers: answered } = await fixture.fixture.fetch('POST', '/graphql', {
    headers,
    body: { query: PARTNER },
  });
  return { id: json.data.createPartner.partner.id, isReplay: answered.get('idempotent-replayed') };
};
const withKey = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });

test('a retry by another key or a session of the same person is the same request', async () => {
  const first = await create(withKey(ada.apiKey));
  const rotated = await fixture.operator.graphql(ROTATE, { id: ada.keyId });
  expect(await create(withKey(rotated.json.data.rotateApiKey.apiKey))).toEqual({
    ...first,
    isReplay: 'true',
  });
  const { headers } = await fixture.fixture.fetch('POST', '/console/session', {
    headers: PAGE,
    body: { api_key: ada.apiKey },
  });
  const cookie = headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  expect(await create({ ...PAGE, cookie })).toEqual({ ...first, isReplay: 'true' });
});

test('the same key of another person is another request', async () => {
  const first = await create(withKey(ada.apiKey));
  const other = await create(withKey((await person()).apiKey));
  expect(other.isReplay).toBeNull();
  expect(other.id).not.toBe(first.id);
});
