import { expect, test } from 'vitest';
import { openReceiver } from '../sending/receiver.ts';
import { fixture, openForEachTest, receiver } from '../each-test.ts';
import type { Endpoint } from '../webhook-fixture.ts';

openForEachTest();

const CREATED = { event_types: ['customer.created'] };
const HOUR = 3_600;

async function eventsOf(type: string) {
  const { database } = fixture.gateway;
  return database.reads
    .selectFrom('event')
    .select(['type', 'data', 'actor'])
    .where('type', '=', type)
    .orderBy('number')
    .execute();
}

test('the response 410 disables the endpoint at once, with an event, and cancels its waiting deliveries', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  for (let count = 0; count < 3; count += 1) await fixture.happen();
  receiver.answer(410);
  await fixture.deliver();
  expect(await fixture.endpoint(endpoint)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
  expect(await eventsOf('webhook_endpoint.disabled')).toEqual([
    { type: 'webhook_endpoint.disabled', data: '{"reason":"gone"}', actor: 'clock' },
  ]);
  expect(receiver.received).toHaveLength(1);
  await fixture.upkeep();
  const deliveries = await fixture.deliveries(endpoint);
  expect(deliveries.map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled']);
  fixture.passSeconds(100);
  await fixture.deliver();
  expect(receiver.received).toHaveLength(1);
});

test('an endpoint shows the last failure, also after a success', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  expect(await fixture.endpoint(endpoint)).toMatchObject({ last_error: null, last_error_at: null });
  receiver.answer(503);
  await fixture.happen();
  await fixture.deliver();
  const failed = await fixture.endpoint(endpoint);
  expect(failed).toMatchObject({ last_error: 'http_error', last_error_status: 503 });
  expect(failed.last_error_at).toMatch(/^\d{4}-\d\d-\d\dT/);
  fixture.passSeconds(HOUR);
  await fixture.deliver();
  expect(receiver.received).toHaveLength(2);
  expect(await fixture.endpoint(endpoint)).toMatchObject({
    last_error: 'http_error',
    last_error_status: 503,
    last_error_at: failed.last_error_at,
  });
});

test('the event of a disabled endpoint reaches the partner’s other endpoint', async () => {
  const dead = await fixture.subscribe(receiver.url, CREATED);
  const other = await openReceiver();
  await fixture.subscribe(other.url, { event_types: ['webhook_endpoint.disabled'] });
  await fixture.happen();
  receiver.answer(410);
  await fixture.deliver();
  await fixture.deliver();
  expect(other.bodies()).toMatchObject([
    { type: 'webhook_endpoint.disabled', subject: `webhook_endpoint/${dead.id}`, data: { reason: 'gone' } },
  ]);
  await other.close();
});

test('after five failures in a row the endpoint pauses, then gets one event as a probe, and after a success all', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  for (let count = 0; count < 12; count += 1) await fixture.happen();
  receiver.answerAlways(500);
  await fixture.deliver();
  expect(receiver.received).toHaveLength(5);
  fixture.passSeconds(25);
  await fixture.deliver();
  expect(receiver.received).toHaveLength(5);
  fixture.passSeconds(6);
  await fixture.worker.claim();
  const { reads } = fixture.gateway.database;
  const claimed = reads.selectFrom('webhook_delivery').select('id').where('lease', 'is not', null);
  expect((await claimed.execute()).length).toBeLessThan(2);
  await fixture.worker.settled();
  await fixture.deliver();
  expect(receiver.received).toHaveLength(6);
  receiver.answerAlways(200);
  fixture.passSeconds(61);
  await fixture.deliver();
  await fixture.deliver();
  expect(new Set(receiver.ids()).size).toBe(12);
  expect((await fixture.deliveries(endpoint, '&status=succeeded')).length).toBeGreaterThan(10);
});

/** Fails everything that is due until so many hours have passed. */
async function failFor(hours: number): Promise<void> {
  receiver.answerAlways(500);
  for (let passed = 0; passed < hours; passed += 1) {
    await fixture.deliver();
    fixture.passSeconds(HOUR + 1);
  }
  await fixture.deliver();
}

test('an endpoint that fails for 120 hours and 20 attempts is disabled', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  for (let count = 0; count < 40; count += 1) await fixture.happen();
  await failFor(118);
  expect(await fixture.endpoint(endpoint)).toMatchObject({ status: 'enabled' });
  expect(receiver.received.length).toBeGreaterThan(20);
  await failFor(3);
  expect(await fixture.endpoint(endpoint)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
  expect(await eventsOf('webhook_endpoint.disabled')).toHaveLength(1);
});

test('an endpoint that fails for 120 hours with fewer attempts stays enabled, and a delivery fails after the tenth', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  await fixture.happen();
  await failFor(125);
  expect(await fixture.endpoint(endpoint)).toMatchObject({ status: 'enabled', disabled_reason: null });
  expect(receiver.received).toHaveLength(10);
  expect(await fixture.deliveries(endpoint)).toMatchObject([{ status: 'failed', attempt_count: 10 }]);
});

test('the next attempt waits for Retry-After', async () => {
  await fixture.subscribe(receiver.url, CREATED);
  await fixture.happen();
  receiver.answer((response) => response.writeHead(429, { 'retry-after': '600' }).end());
  await fixture.deliver();
  fixture.passSeconds(590);
  await fixture.deliver();
  expect(receiver.received).toHaveLength(1);
  fixture.passSeconds(11);
  await fixture.deliver();
  expect(receiver.received).toHaveLength(2);
});

test('a dead endpoint with ten thousand waiting deliveries delays no other endpoint', async () => {
  const dead = await fixture.subscribe(receiver.url, CREATED);
  await waitForEver(dead, 10_000);
  receiver.answerAlways((response) => void response.socket?.pause());
  const healthy = await openReceiver();
  await fixture.subscribe(healthy.url, { event_types: ['customer.created'] });
  await fixture.happen();
  await fixture.relay();
  await fixture.worker.claim();
  // What is due for the healthy one is on its way although the other one does not respond.
  await expect.poll(() => healthy.received.length).toBe(1);
  const { reads } = fixture.gateway.database;
  const claimed = await reads
    .selectFrom('webhook_delivery')
    .select('id')
    .where('endpoint_id', '=', dead.id)
    .where('lease', 'is not', null)
    .execute();
  expect(claimed.length).toBeLessThan(10);
  await receiver.close();
  await fixture.worker.settled();
  await healthy.close();
});

/** Deliveries of an endpoint that have been due for long. */
async function waitForEver({ id }: Endpoint, count: number): Promise<void> {
  await fixture.happen();
  await fixture.relay();
  const { writes } = fixture.gateway.database;
  const row = await writes.selectFrom('webhook_delivery').selectAll().executeTakeFirstOrThrow();
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: 500 }, (_, at) => {
      const name = String(from + at).padStart(26, '0');
      return {
        ...row,
        id: `whd_${name}`,
        endpoint_id: id,
        event_id: `evt_${name}`,
        order_key: `evt_${name}`,
      };
    });
    await writes.insertInto('webhook_delivery').values(rows).execute();
  }
}
