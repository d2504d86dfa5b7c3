import { afterAll, beforeAll, expect, test } from 'vitest';
import { SUBSCRIBABLE } from '../../../src/nouns/webhook/endpoint/endpoint.rules.ts';
import { kindOf } from '../../../src/trail/record/event-types.ts';
import { openReceiver, type Receiver, verify } from '../webhook/sending/receiver.ts';
import { openWebhooks, type WebhookFixture } from '../webhook/webhook-fixture.ts';

let fixture: WebhookFixture;
let receiver: Receiver;

beforeAll(async () => {
  fixture = await openWebhooks({ SANDBOX: 'on' });
  receiver = await openReceiver();
});
afterAll(async () => {
  await fixture.close();
  await receiver.close();
});

const ZEROS = '0'.repeat(26);

async function endpointOfNewPartner() {
  const partner = await fixture.newPartner();
  const endpoint = await fixture.subscribe(receiver.url, {}, partner);
  const path = `/v1/sandbox/webhook-endpoints/${endpoint.id}/send`;
  const send = (type: string) => partner.rest('POST', path, { type });
  return { partner, endpoint, send };
}

test('an example of an event is sent at once, signed, and is not an event of the record', async () => {
  const { partner, endpoint, send } = await endpointOfNewPartner();
  await partner.rest('POST', '/v1/sandbox/clock', { advance: 'P1M' });
  const before = receiver.received.length;
  const { status, json } = await send('funding.overdue');
  expect({ status, json }).toMatchObject({ status: 200, json: { outcome: 'ok', http_status: 200 } });
  expect(receiver.received).toHaveLength(before + 1);
  const received = receiver.received.at(-1);
  if (received === undefined) throw new Error('Nothing came.');
  verify(received, endpoint.secret);
  expect(received.headers['webhook-id']).toBe(json.event_id);
  const { now } = (await partner.rest('GET', '/v1/sandbox/clock')).json;
  expect(JSON.parse(received.body)).toEqual({
    event_id: json.event_id,
    type: 'funding.overdue',
    subject: `funding/fun_${ZEROS}`,
    sequence: 1,
    partner_id: partner.partnerId,
    actor: expect.stringMatching(/^key_/),
    request_id: expect.any(String),
    created_at: expect.stringContaining(now.slice(0, 'YYYY-MM-DDThh'.length)),
    data: { pay_by: '2026-01-31' },
  });
  await fixture.relay();
  const feed = await partner.rest('GET', '/v1/events?limit=100');
  expect(feed.json.items.filter(({ type }: { type: string }) => type === 'funding.overdue')).toEqual([]);
});

test('every type has an example, whose data has what partners see', async () => {
  for (const [at, type] of SUBSCRIBABLE.entries()) {
    if (at % 10 === 0) fixture.passSeconds(120);
    const { partner, endpoint, send } = await endpointOfNewPartner();
    const { status, json } = await send(type);
    expect({ type, status, outcome: json.outcome }).toEqual({ type, status: 200, outcome: 'ok' });
    const [noun = ''] = type.split('.');
    const subjects: Readonly<Record<string, string>> = {
      partner: partner.partnerId,
      key: `key_${ZEROS}`,
      customer: `cus_${ZEROS}`,
      kyc: `cus_${ZEROS}`,
      funding: `fun_${ZEROS}`,
      repayment: `rep_${ZEROS}`,
      webhook_endpoint: endpoint.id,
    };
    const body = receiver.bodies().at(-1);
    expect({ type: body.type, subject: body.subject }).toEqual({
      type,
      subject: `${noun}/${subjects[noun]}`,
    });
    expect(Object.keys(body.data).toSorted()).toEqual([...(kindOf(type).shows ?? [])].toSorted());
  }
});

test('a retry of the delivery sends the same example', async () => {
  const { partner, endpoint, send } = await endpointOfNewPartner();
  const { json } = await send('repayment.reversed');
  await partner.rest('POST', `/v1/webhook-deliveries/${json.webhook_delivery_id}/retry`);
  await fixture.deliver();
  const sent = receiver.received.filter(({ headers }) => headers['webhook-id'] === json.event_id);
  expect(sent).toHaveLength(2);
  expect(sent[1]?.body).toBe(sent[0]?.body);
  const { json: list } = await partner.rest('GET', `/v1/webhook-endpoints/${endpoint.id}/deliveries`);
  const delivery = list.items.find(
    (each: { webhook_delivery_id: string }) => each.webhook_delivery_id === json.webhook_delivery_id,
  );
  expect(delivery).toMatchObject({ event_type: 'test.ping', attempt_count: 2 });
});

test.each(['*', 'test.ping', 'kyc.identity_read', 'funding.stolen'])('%s is refused', async (type) => {
  const { send } = await endpointOfNewPartner();
  const { status, json } = await send(type);
  expect({ status, code: json.error.code, param: json.error.param }).toEqual({
    status: 400,
    code: 'parameter_invalid',
    param: 'type',
  });
});

test('an endpoint gets at most ten a minute, together with its tests', async () => {
  const { partner, endpoint, send } = await endpointOfNewPartner();
  for (let sent = 0; sent < 10; sent += 1) expect((await send('kyc.created')).status).toBe(200);
  expect((await send('kyc.created')).json.error.code).toBe('rate_limited');
  const tested = await partner.rest('POST', `/v1/webhook-endpoints/${endpoint.id}/test`);
  expect(tested.json.error.code).toBe('rate_limited');
});

test('by GraphQL it is the same', async () => {
  const { partner, endpoint } = await endpointOfNewPartner();
  const { json } = await partner.graphql(
    'mutation ($id: ID!) { sandboxSend(id: $id, type: FUNDING_DUE_SOON) { outcome eventId } }',
    { id: endpoint.id },
  );
  expect(json).toMatchObject({ data: { sandboxSend: { outcome: 'OK' } } });
  expect(receiver.bodies().at(-1).type).toBe('funding.due_soon');
});
