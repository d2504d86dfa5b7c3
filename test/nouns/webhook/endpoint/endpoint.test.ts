import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestPartner } from '../../../support/gateway.ts';
import { openReceiver, type Receiver, verify } from '../sending/receiver.ts';
import { openWebhooks, type WebhookFixture } from '../webhook-fixture.ts';

let fixture: WebhookFixture;
let receiver: Receiver;
let operator: Awaited<ReturnType<WebhookFixture['key']>>;
beforeAll(async () => {
  fixture = await openWebhooks();
  receiver = await openReceiver();
  operator = await fixture.key(fixture.partner.partnerId, { role: 'operator' });
});
afterAll(async () => {
  await receiver.close();
  await fixture.close();
});

const CREATED = { event_types: ['customer.created'] };

/** A partner of its own, as each has at most ten endpoints. */
const newPartner = (): Promise<TestPartner> => fixture.newPartner();

async function next(by: TestPartner) {
  receiver.received.length = 0;
  await fixture.happen(by);
  await fixture.deliver();
  const [request] = receiver.received;
  if (request === undefined) throw new Error('Nothing came.');
  return request;
}

test('the secret is shown at create and rotation only, and is null in a replayed response', async () => {
  const partner = await newPartner();
  const body = { url: receiver.url, ...CREATED };
  const headers = { 'idempotency-key': 'hooks' };
  const made = await partner.rest('POST', '/v1/webhook-endpoints', body, headers);
  expect(made.json.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const again = await partner.rest('POST', '/v1/webhook-endpoints', body, headers);
  expect(again.json).toEqual({ ...made.json, secret: null });
  const path = `/v1/webhook-endpoints/${made.json.webhook_endpoint_id}`;
  expect((await partner.rest('GET', path)).json).not.toHaveProperty('secret');
  expect((await partner.rest('GET', '/v1/webhook-endpoints')).text).not.toContain('whsec_');
  expect((await partner.rest('PUT', path, made.json)).status).toBe(200);
});

test('an endpoint that is sent back as it was read does not change, whatever the order of its types', async () => {
  const partner = await newPartner();
  const body = { url: receiver.url, event_types: ['kyc.updated', 'funding.approved', 'customer.created'] };
  const { json: made } = await partner.rest('POST', '/v1/webhook-endpoints', body);
  fixture.passSeconds(1);
  const path = `/v1/webhook-endpoints/${made.webhook_endpoint_id}`;
  const { json: read } = await partner.rest('GET', path);
  expect((await partner.rest('PUT', path, read)).json).toEqual(read);
  expect((await partner.rest('PUT', path, body)).json).toEqual(read);
});

test('a partner has at most ten endpoints', async () => {
  const partner = await newPartner();
  const body = { url: receiver.url, ...CREATED };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => partner.rest('POST', '/v1/webhook-endpoints', body)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 10 }, () => 200),
    409,
    409,
  ]);
  const [first] = (await partner.rest('GET', '/v1/webhook-endpoints')).json.items;
  await partner.rest('DELETE', `/v1/webhook-endpoints/${first.webhook_endpoint_id}`);
  expect((await partner.rest('POST', '/v1/webhook-endpoints', body)).status).toBe(200);
  expect((await partner.rest('GET', '/v1/webhook-endpoints')).json.count).toBe(10);
});

test('after a rotation both secrets sign until the overlap is over', async () => {
  const partner = await newPartner();
  const endpoint = await fixture.subscribe(receiver.url, CREATED, partner);
  const path = `/v1/webhook-endpoints/${endpoint.id}/rotate-secret`;
  const rotated = await partner.rest('POST', path, { overlap_hours: 2 });
  const both = await next(partner);
  verify(both, endpoint.secret);
  verify(both, rotated.json.secret);
  const again = await partner.rest('POST', path, { overlap_hours: 2 });
  expect([again.status, again.json.error.code]).toEqual([409, 'conflict']);
  fixture.passSeconds(2 * 3_600);
  const one = await next(partner);
  const stamp = { ...one, headers: { ...one.headers } };
  expect(String(stamp.headers['webhook-signature']).split(' ')).toHaveLength(1);
  expect((await partner.rest('POST', path)).status).toBe(200);
});

test('a rotation without an overlap ends both older secrets, also within the overlap of another', async () => {
  const partner = await newPartner();
  const endpoint = await fixture.subscribe(receiver.url, CREATED, partner);
  const path = `/v1/webhook-endpoints/${endpoint.id}/rotate-secret`;
  await partner.rest('POST', path, { overlap_hours: 168 });
  const { status, json } = await partner.rest('POST', path, { overlap_hours: 0 });
  expect(status).toBe(200);
  const alone = await next(partner);
  verify(alone, json.secret);
  expect(String(alone.headers['webhook-signature']).split(' ')).toHaveLength(1);
});

test('a partner never gets events about operators who read its records', async () => {
  const partner = await newPartner();
  for (const type of ['kyc.identity_read', 'kyc.document_read', 'funding.transactions_read', 'test.ping']) {
    const body = { url: receiver.url, event_types: [type] };
    const { status, json } = await partner.rest('POST', '/v1/webhook-endpoints', body);
    expect([status, json.error.param]).toEqual([400, 'event_types[0]']);
  }
  await fixture.subscribe(receiver.url, {}, partner);
  const customer = await partner.completeCustomer('HK');
  await operator.rest('GET', `/v1/kyc/hk/${customer}`);
  receiver.received.length = 0;
  await fixture.deliver();
  await fixture.deliver();
  const types = new Set(receiver.bodies().map(({ type }) => type));
  expect(types).toContain('kyc.status_changed');
  expect([...types].filter((type) => type.endsWith('_read'))).toEqual([]);
});

test('a test sends one request at once, also to a disabled endpoint, and shows the result', async () => {
  const partner = await newPartner();
  const endpoint = await fixture.subscribe(receiver.url, { ...CREATED, status: 'disabled' }, partner);
  receiver.received.length = 0;
  receiver.answer(418);
  const path = `/v1/webhook-endpoints/${endpoint.id}/test`;
  const headers = { 'idempotency-key': 'test' };
  const { json } = await partner.rest('POST', path, {}, headers);
  expect(json).toMatchObject({ outcome: 'http_error', http_status: 418, excerpt: 'thanks' });
  const [request] = receiver.received;
  if (request === undefined) throw new Error('Nothing came.');
  verify(request, endpoint.secret);
  expect(JSON.parse(request.body)).toMatchObject({ type: 'test.ping', event_id: json.event_id });
  const again = await partner.rest('POST', path, {}, headers);
  expect(again.json).toEqual(json);
  expect(receiver.received).toHaveLength(1);
  fixture.passSeconds(3_600);
  await fixture.deliver();
  expect(receiver.received).toHaveLength(1);
});

test('an endpoint is tested at most ten times a minute, and other endpoints can still be tested', async () => {
  const partner = await newPartner();
  const [endpoint, other] = [
    await fixture.subscribe(receiver.url, CREATED, partner),
    await fixture.subscribe(receiver.url, CREATED, partner),
  ];
  receiver.answer(204);
  const send = ({ id }: { readonly id: string }) =>
    partner.rest('POST', `/v1/webhook-endpoints/${id}/test`, {});
  const together = await Promise.all(Array.from({ length: 14 }, () => send(endpoint)));
  expect(together.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(together.filter(({ status }) => status === 429)).toHaveLength(4);
  expect((await send(other)).status).toBe(200);
  fixture.passSeconds(40);
  const beyond = await send(endpoint);
  expect([beyond.json.error.code, beyond.headers.get('retry-after')]).toEqual(['rate_limited', '20']);
  fixture.passSeconds(20);
  expect((await send(endpoint)).status).toBe(200);
});

test('a test that is sent again with its key while it is under way makes no second request', async () => {
  const partner = await newPartner();
  const endpoint = await fixture.subscribe(receiver.url, CREATED, partner);
  receiver.received.length = 0;
  const arrived = Promise.withResolvers<() => void>();
  receiver.answer((response) => arrived.resolve(() => response.writeHead(204).end()));
  const send = () =>
    partner.rest('POST', `/v1/webhook-endpoints/${endpoint.id}/test`, {}, { 'idempotency-key': 'slow' });
  const first = send();
  const answer = await arrived.promise;
  const meanwhile = await send();
  expect([meanwhile.status, meanwhile.json.error.code]).toEqual([409, 'idempotency_key_in_use']);
  answer();
  const { json } = await first;
  expect(json).toMatchObject({ outcome: 'ok', http_status: 204 });
  expect((await send()).json).toEqual(json);
  expect(receiver.received).toHaveLength(1);
});

test('a test of a disabled endpoint is not canceled while it is under way', async () => {
  const partner = await newPartner();
  const endpoint = await fixture.subscribe(receiver.url, { ...CREATED, status: 'disabled' }, partner);
  const arrived = Promise.withResolvers<() => void>();
  receiver.answer((response) => arrived.resolve(() => response.writeHead(204).end()));
  const path = `/v1/webhook-endpoints/${endpoint.id}`;
  const sending = partner.rest('POST', `${path}/test`, {});
  const answer = await arrived.promise;
  await fixture.upkeep();
  answer();
  expect((await sending).json).toMatchObject({ outcome: 'ok', http_status: 204 });
  const { json } = await partner.rest('GET', `${path}/deliveries?event_type=test.ping`);
  expect(json.items).toMatchObject([{ status: 'succeeded' }]);
});

test('the delivery of a test has the cursors of its event in the feed', async () => {
  const partner = await newPartner();
  const endpoint = await fixture.subscribe(receiver.url, CREATED, partner);
  const path = `/v1/webhook-endpoints/${endpoint.id}`;
  await fixture.happen(partner);
  const { json: sent } = await partner.rest('POST', `${path}/test`);
  await fixture.deliver();
  const { json } = await partner.rest('GET', `${path}/deliveries?event_type=test.ping`);
  const [{ cursor_before, cursor }] = json.items;
  const { json: feed } = await partner.rest('GET', `/v1/events?after=${cursor_before}&limit=1`);
  expect(feed.items).toEqual([expect.objectContaining({ event_id: sent.event_id })]);
  expect(feed.next_cursor).toBe(cursor);
});

describe('an operator', () => {
  test('sees the endpoints of all partners, or of one', async () => {
    const partner = await newPartner();
    const endpoint = await fixture.subscribe(receiver.url, CREATED, partner);
    const list = `query ($filter: WebhookEndpointFilter) { webhookEndpoints(filter: $filter) { totalCount nodes { id partnerId } } }`;
    const all = await operator.graphql(list);
    expect(all.json.data.webhookEndpoints.totalCount).toBeGreaterThan(1);
    const filter = { partnerId: partner.partnerId };
    const one = await operator.graphql(list, { filter });
    expect(one.json.data.webhookEndpoints).toEqual({
      totalCount: 1,
      nodes: [{ id: endpoint.id, partnerId: partner.partnerId }],
    });
  });

  test('disables an endpoint, which its partner cannot enable again', async () => {
    const partner = await newPartner();
    const endpoint = await fixture.subscribe(receiver.url, CREATED, partner);
    const disable = `mutation ($id: ID!) { disableWebhookEndpoint(id: $id) { status disabledReason } }`;
    const { json } = await operator.graphql(disable, { id: endpoint.id });
    expect(json.data.disableWebhookEndpoint).toEqual({ status: 'DISABLED', disabledReason: 'OPERATOR' });
    const body = { url: receiver.url, ...CREATED, status: 'enabled' };
    const refused = await partner.rest('PUT', `/v1/webhook-endpoints/${endpoint.id}`, body);
    expect([refused.status, refused.json.error.code]).toEqual([409, 'conflict']);
    const enable = `mutation ($id: ID!) { enableWebhookEndpoint(id: $id) { status disabledReason } }`;
    const enabled = await operator.graphql(enable, { id: endpoint.id });
    expect(enabled.json.data.enableWebhookEndpoint).toEqual({ status: 'ENABLED', disabledReason: null });
    expect((await next(partner)).body).toContain('customer.created');
  });

  test('needs the scope admin to change the webhooks of partners', async () => {
    const writer = await fixture.key(fixture.partner.partnerId, {
      role: 'operator',
      scopes: ['read', 'write'],
    });
    const partner = await newPartner();
    const endpoint = await fixture.subscribe(receiver.url, CREATED, partner);
    const path = `/v1/webhook-endpoints/${endpoint.id}/test`;
    expect((await writer.rest('POST', path)).json.error).toMatchObject({
      code: 'permission_denied',
      message: 'This API key lacks the scope "admin".',
    });
    expect((await operator.rest('POST', path)).json).toMatchObject({ outcome: 'ok' });
  });
});

test('a deleted endpoint is gone with its deliveries, and gets no further event', async () => {
  const partner = await newPartner();
  const endpoint = await fixture.subscribe(receiver.url, CREATED, partner);
  await next(partner);
  const path = `/v1/webhook-endpoints/${endpoint.id}`;
  expect((await partner.rest('DELETE', path)).json).toEqual({
    webhook_endpoint_id: endpoint.id,
    deleted: true,
  });
  for (const gone of [path, `${path}/deliveries`]) expect((await partner.rest('GET', gone)).status).toBe(404);
  receiver.received.length = 0;
  await fixture.happen(partner);
  await fixture.deliver();
  expect(receiver.received).toEqual([]);
  const row = await fixture.gateway.database.reads
    .selectFrom('webhook_endpoint')
    .select(['secret', 'former_secret'])
    .where('id', '=', endpoint.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ secret: null, former_secret: null });
});
