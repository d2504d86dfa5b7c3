import { expect, test } from 'vitest';
import { verify } from '../sending/receiver.ts';
import { fixture, openForEachTest, receiver } from '../each-test.ts';
import { workerOf } from '../webhook-fixture.ts';

openForEachTest();

test('an event reaches the endpoint as the feed shows it, and the public library accepts it', async () => {
  const endpoint = await fixture.subscribe(receiver.url, { event_types: ['customer.created'] });
  const customer = await fixture.happen();
  await fixture.deliver();
  expect(fixture.failures).toEqual([]);
  expect(receiver.received).toHaveLength(1);
  const [request] = receiver.received;
  if (request === undefined) throw new Error('Nothing came.');
  verify(request, endpoint.secret);
  expect(request.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Fundgate-Webhooks/1',
  });
  expect(Buffer.byteLength(request.body)).toBeLessThan(2_048);
  const [body] = receiver.bodies();
  expect(body).toMatchObject({
    type: 'customer.created',
    subject: `customer/${customer}`,
    sequence: 1,
    data: {},
  });
  expect(body.event_id).toBe(request.headers['webhook-id']);
  const feed = await fixture.partner.rest('GET', '/v1/events?types=customer.created');
  expect(feed.text).toContain(`"items":[${request.body}]`);
  expect(await fixture.deliveries(endpoint)).toMatchObject([
    { event_id: body.event_id, event_type: 'customer.created', status: 'succeeded', attempt_count: 1 },
  ]);
  const [delivery] = await fixture.deliveries(endpoint);
  expect(fixture.attempted).toEqual([
    {
      request_id: expect.any(String),
      delivery_id: delivery?.webhook_delivery_id,
      endpoint_id: endpoint.id,
      partner_id: fixture.partner.partnerId,
      event_id: body.event_id,
      type: 'customer.created',
      outcome: 'ok',
      status: 200,
      duration_ms: expect.any(Number),
    },
  ]);
});

test('after failures a delivery succeeds, with the same id, the same bytes and a new timestamp each time', async () => {
  const endpoint = await fixture.subscribe(receiver.url, { event_types: ['customer.created'] });
  await fixture.happen();
  receiver.answer(500, 503, 404);
  await fixture.deliver();
  for (const seconds of [6, 331, 1_981]) {
    fixture.passSeconds(seconds);
    await fixture.deliver();
  }
  expect(receiver.received).toHaveLength(4);
  expect(new Set(receiver.ids()).size).toBe(1);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  const stamps = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect(stamps.toSorted((a, b) => a - b)).toEqual(stamps);
  expect(new Set(stamps).size).toBe(4);
  const [delivery] = await fixture.deliveries(endpoint);
  expect(delivery).toMatchObject({ status: 'succeeded', attempt_count: 4 });
  const { json } = await fixture.partner.rest(
    'GET',
    `/v1/webhook-deliveries/${delivery?.webhook_delivery_id}`,
  );
  expect(json.attempts).toMatchObject([
    { outcome: 'http_error', http_status: 500, excerpt: 'thanks' },
    { outcome: 'http_error', http_status: 503 },
    { outcome: 'http_error', http_status: 404 },
    { outcome: 'ok', http_status: 200 },
  ]);
});

test('a process whose lease has ended records nothing, although its response comes later', async () => {
  const endpoint = await fixture.subscribe(receiver.url, { event_types: ['customer.created'] });
  await fixture.happen();
  await fixture.relay();
  let accept: (() => void) | undefined;
  receiver.answer((response) => (accept = () => response.writeHead(200).end()), 500);
  await fixture.worker.claim();
  await expect.poll(() => receiver.received).toHaveLength(1);
  fixture.passSeconds(61);
  const other = workerOf(fixture.gateway);
  await other.claim();
  await other.settled();
  accept?.();
  await fixture.worker.settled();
  expect(receiver.received).toHaveLength(2);
  expect(await fixture.deliveries(endpoint)).toMatchObject([{ status: 'pending', attempt_count: 1 }]);
});

test('two processes that claim at once send each event once', async () => {
  await fixture.subscribe(receiver.url, { event_types: ['customer.created'] });
  for (let count = 0; count < 12; count += 1) await fixture.happen();
  await fixture.relay();
  const workers = [fixture.worker, workerOf(fixture.gateway), workerOf(fixture.gateway)];
  for (let turn = 0; turn < 4; turn += 1) {
    await Promise.all(workers.map((worker) => worker.claim()));
    await Promise.all(workers.map((worker) => worker.settled()));
  }
  expect(receiver.ids().toSorted()).toEqual([...new Set(receiver.ids())].toSorted());
  expect(receiver.received).toHaveLength(12);
});

test('a key of another partner is shown in an event as operator, and the partner’s own key by its id', async () => {
  const operator = await fixture.key(fixture.partner.partnerId, { role: 'operator' });
  await fixture.subscribe(receiver.url, { event_types: ['customer.created', 'kyc.document_requested'] });
  const customer = await fixture.partner.completeCustomer('HK');
  const request = `mutation ($id: ID!) { requestDocument(customerId: $id, type: NAR1, reason: "blurred") { __typename } }`;
  await operator.graphql(request, { id: customer });
  await fixture.deliver();
  const actors = receiver.bodies().map(({ type, actor, request_id }) => [type, actor, request_id === null]);
  expect(actors).toEqual(
    expect.arrayContaining([
      ['customer.created', expect.stringMatching(/^key_/), false],
      ['kyc.document_requested', 'operator', true],
    ]),
  );
});
