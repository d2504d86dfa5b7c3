import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customerBody,
  kycBody,
  openTestGateway,
  settlementBody,
  uploadForm,
  pdf,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';
import { rowCounts } from '../../support/database/row-counts.ts';

let fixture: TestGateway;
let partner: TestPartner;
let customerId: string;
beforeAll(async () => {
  fixture = await openTestGateway({ WEBHOOK_ALLOW: '127.0.0.1' });
  partner = await fixture.partner();
  customerId = await partner.completeCustomer('HK');
});
afterAll(() => fixture.close());

let keys = 0;
const freshKey = () => `key-${(keys += 1)}`;
const keyed = (key: string) => ({ 'idempotency-key': key });
const post = (body: unknown, key: string) => partner.rest('POST', '/v1/customers', body, keyed(key));
const rows = () => rowCounts(fixture.gateway.database.reads);

describe('the same key with the same request', () => {
  test.each<[string, string, () => string, () => unknown]>([
    ['createCustomer', 'POST', () => '/v1/customers', () => customerBody()],
    [
      'updateCustomer',
      'PUT',
      () => `/v1/customers/${customerId}`,
      () => customerBody({ company_name: 'New' }),
    ],
    ['updateKyc', 'PUT', () => `/v1/kyc/hk/${customerId}`, () => kycBody({ legal_name: 'New 😀' })],
    ['createSettlement', 'POST', () => '/v1/instant-settlements', () => settlementBody(customerId)],
  ])('replays the response of %s byte for byte and changes nothing', async (_, method, path, body) => {
    const key = freshKey();
    const first = await partner.rest(method, path(), body(), keyed(key));
    expect(first.status).toBe(200);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const before = await rows();
    const again = await partner.rest(method, path(), body(), keyed(key));
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await rows()).toEqual(before);
  });

  test('replays a decision, which could not be made twice', async () => {
    const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId));
    const path = `/v1/instant-settlements/${json.funding_id}/decision`;
    const key = freshKey();
    const first = await partner.rest('PUT', path, { type: 'accept' }, keyed(key));
    const again = await partner.rest('PUT', path, { type: 'accept' }, keyed(key));
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await partner.rest('PUT', path, { type: 'accept' })).status).toBe(409);
  });

  test('replays the first response, even after later changes', async () => {
    const key = freshKey();
    const first = await post(customerBody(), key);
    await partner.rest('PUT', `/v1/customers/${first.json.customer_id}`, customerBody({ company_name: 'B' }));
    expect((await post(customerBody(), key)).text).toBe(first.text);
  });

  test('is the same with other white space, order of members and read-only members', async () => {
    const key = freshKey();
    const first = await post(customerBody(), key);
    const reversed = Object.fromEntries(Object.entries(customerBody()).toReversed());
    const text = JSON.stringify({ ...reversed, customer_id: 'x', created_at: 'y' }, null, 4);
    const type = { 'content-type': 'application/json' };
    const again = await partner.rest('POST', '/v1/customers', text, { ...keyed(key), ...type });
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  test('keeps __proto__ and the order of keys of free JSON in a replay', async () => {
    const transactions: unknown = JSON.parse('{"z":1,"__proto__":{"x":2},"10":3,"a":"😀"}');
    const body = settlementBody(customerId, { transactions });
    const key = freshKey();
    const first = await partner.rest('POST', '/v1/instant-settlements', body, keyed(key));
    const again = await partner.rest('POST', '/v1/instant-settlements', body, keyed(key));
    expect(again.text).toBe(first.text);
    expect(again.text).toContain('__proto__');
  });

  test('is replayed to another key of the same partner', async () => {
    const key = freshKey();
    const first = await post(customerBody(), key);
    const other = await fixture.key(partner.partnerId);
    const again = await other.rest('POST', '/v1/customers', customerBody(), keyed(key));
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  });
});

describe('the same key with another request', () => {
  test.each<[string, string, () => string, unknown]>([
    ['another value', 'POST', () => '/v1/customers', customerBody({ company_name: 'Other' })],
    ['a member more', 'POST', () => '/v1/customers', customerBody({ bogus: 1 })],
    ['another operation', 'PUT', () => `/v1/customers/${customerId}`, customerBody()],
  ])('is refused for %s', async (_, method, path, body) => {
    const key = freshKey();
    await post(customerBody(), key);
    const before = await rows();
    const answer = await partner.rest(method, path(), body, keyed(key));
    expect(answer.status).toBe(409);
    expect(answer.json.error).toMatchObject({ type: 'idempotency_error', code: 'idempotency_key_reused' });
    expect(await rows()).toEqual(before);
  });

  test('is refused for the same body on another resource', async () => {
    const key = freshKey();
    const { json } = await partner.rest('POST', '/v1/customers', customerBody());
    const body = customerBody({ company_name: 'Renamed' });
    await partner.rest('PUT', `/v1/customers/${customerId}`, body, keyed(key));
    const answer = await partner.rest('PUT', `/v1/customers/${json.customer_id}`, body, keyed(key));
    expect(answer.json.error.code).toBe('idempotency_key_reused');
  });

  test('is a request of its own if it is another partner’s', async () => {
    const key = freshKey();
    const first = await post(customerBody(), key);
    const stranger = await fixture.partner({ name: 'Other' });
    const other = await stranger.rest('POST', '/v1/customers', customerBody(), keyed(key));
    expect(other.status).toBe(200);
    expect(other.json.customer_id).not.toBe(first.json.customer_id);
    expect(other.headers.get('idempotent-replayed')).toBeNull();
  });
});

test('of 20 requests at once with one key, one makes a record and the others are told that it is running', async () => {
  const key = freshKey();
  const before = await rows();
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(customerBody(), key)));
  const made = answers.filter(({ status }) => status === 200);
  const ids = new Set(made.map(({ json }) => json.customer_id));
  expect(ids.size).toBe(1);
  // If a request comes after the first has ended, it gets the first answer again.
  const first = made.filter(({ headers }) => headers.get('idempotent-replayed') === null);
  expect(first).toHaveLength(1);
  for (const { status, json, headers } of answers.filter((answer) => answer.status !== 200)) {
    expect([status, json.error.code]).toEqual([409, 'idempotency_key_in_use']);
    expect(json.error.type).toBe('idempotency_error');
    expect(headers.get('retry-after')).toBe('1');
  }
  expect(made.length).toBeLessThan(20);
  expect((await rows())['customer']).toBe((before['customer'] ?? 0) + 1);
  expect((await post(customerBody(), key)).headers.get('idempotent-replayed')).toBe('true');
});

test('a refused request changed nothing, so the key is free for the next', async () => {
  const key = freshKey();
  const before = await rows();
  expect((await post(customerBody({ contact_email: 'x' }), key)).status).toBe(400);
  expect((await partner.rest('PUT', '/v1/customers/cus_x', customerBody(), keyed(key))).status).toBe(404);
  expect(await rows()).toEqual(before);
  const answer = await post(customerBody(), key);
  expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, null]);
});

test('one pair of quotes around a key is not part of it', async () => {
  const key = freshKey();
  const first = await post(customerBody(), `"${key}"`);
  expect((await post(customerBody(), key)).text).toBe(first.text);
  expect((await post(customerBody(), `""${key}""`)).headers.get('idempotent-replayed')).toBeNull();
});

test.each(['', '""', ' ', 'a b', 'a\tb', 'é', 'x'.repeat(256), `"${'x'.repeat(256)}"`])(
  'the key %j is refused',
  async (key) => {
    const answer = await post(customerBody(), key);
    expect([answer.status, answer.json.error?.code]).toEqual([400, 'idempotency_key_invalid']);
    expect(answer.json.error.type).toBe('invalid_request_error');
  },
);

test.each(['x', '!', '~', 'x'.repeat(255), '"', 'a"b', '550e8400-e29b-41d4-a716-446655440000'])(
  'the key %.20j is accepted',
  async (key) => {
    expect((await post(customerBody(), key)).status).toBe(200);
  },
);

test('a bad body is reported before a bad key, and a bad key before a missing resource', async () => {
  const bad = keyed('a b');
  const json = { 'content-type': 'application/json' };
  expect((await partner.rest('POST', '/v1/customers', '{', { ...bad, ...json })).json.error.code).toBe(
    'body_invalid',
  );
  expect((await partner.rest('PUT', '/v1/customers/none', {}, bad)).json.error.code).toBe(
    'idempotency_key_invalid',
  );
});

test('a GET ignores the key, whether it is valid or not', async () => {
  for (const key of ['a b', 'fine']) {
    const answer = await partner.rest('GET', `/v1/customers/${customerId}`, undefined, keyed(key));
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect((await partner.rest('GET', '/v1/customers', undefined, keyed(key))).status).toBe(200);
  }
});

test('an upload ignores the key, whether it is valid or not', async () => {
  const before = await rows();
  for (const key of ['a b', 'upload', 'upload']) {
    const form = uploadForm('nnc1', [pdf(key)]);
    const answer = await partner.rest('POST', `/v1/kyc/documents/${customerId}`, form, keyed(key));
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, null]);
  }
  expect((await rows())['idempotency_key']).toBe(before['idempotency_key']);
});

test('a DELETE that is sent again with its key gets the first response, and without its key resource_missing', async () => {
  const created = await partner.rest('POST', '/v1/webhook-endpoints', {
    url: 'http://127.0.0.1:3000/hooks',
    event_types: ['*'],
  });
  const path = `/v1/webhook-endpoints/${created.json.webhook_endpoint_id}`;
  const first = await partner.rest('DELETE', path, undefined, keyed('delete'));
  const again = await partner.rest('DELETE', path, undefined, keyed('delete'));
  expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 200, 'true']);
  expect(again.text).toBe(first.text);
  const without = await partner.rest('DELETE', path);
  expect([without.status, without.json.error.code]).toEqual([404, 'resource_missing']);
  const bad = await partner.rest('DELETE', path, undefined, keyed('a b'));
  expect([bad.status, bad.json.error.code]).toEqual([400, 'idempotency_key_invalid']);
});
