import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';

let fixture: TestGateway;
let partner: TestPartner;
beforeAll(async () => {
  fixture = await openTestGateway({ RATE_LIMIT: 'on' });
  partner = await fixture.partner();
});
afterAll(() => fixture.close());

const BATCH = 'A batch of operations is refused; send each operation in its own request.';
const QUERY = '{ viewer { __typename } }';

test('a batch is refused, and the error says so', async () => {
  const { status, json } = await partner.rest('POST', '/graphql', [{ query: QUERY }, { query: QUERY }]);
  expect([status, json.errors[0].message, json.errors[0].extensions.code]).toEqual([
    400,
    BATCH,
    'body_invalid',
  ]);
});

test('a batch of uploads is refused, and the error says so', async () => {
  const form = new FormData();
  form.append('operations', JSON.stringify([{ query: QUERY }]));
  form.append('map', '{}');
  const { status, json } = await partner.rest('POST', '/graphql', form);
  expect([status, json.errors[0].message, json.errors[0].extensions.code]).toEqual([
    400,
    BATCH,
    'body_invalid',
  ]);
});

test('an error says in its extensions when to try again, as the header does', async () => {
  const costly = '{ customers(first: 100) { nodes { kyc { directorsIdentityNumber { type } } } } }';
  let answer = await partner.graphql(costly);
  for (let sent = 1; answer.status === 200 && sent < 1_000; sent += 1) answer = await partner.graphql(costly);
  expect(answer.status).toBe(429);
  const [{ extensions }] = answer.json.errors;
  expect(extensions).toMatchObject({ code: 'rate_limited' });
  expect(extensions.retryAfter).toBe(Number(answer.headers.get('retry-after')));
});
