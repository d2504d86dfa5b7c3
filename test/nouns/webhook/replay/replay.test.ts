import { expect, test } from 'vitest';
import { afterCommitOf } from '../../../../src/pipeline/execute.ts';
import { runHousekeeping } from '../../../../src/run/upkeep/housekeeping.ts';
import { replayNextPage } from '../../../../src/nouns/webhook/replay/replay-page.operations.ts';
import { fixture, openForEachTest, receiver } from '../each-test.ts';

openForEachTest();

const CREATED = { event_types: ['customer.created'] };

const cursor = async (): Promise<string> =>
  (await fixture.partner.rest('GET', '/v1/events?after=latest')).json.next_cursor;

/** Events of a new customer each, with positions. */
async function happen(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await fixture.happen();
  await fixture.relay();
}

const replay = (id: string, input: object) =>
  fixture.partner.rest('POST', `/v1/webhook-endpoints/${id}/replay`, input);

test('all events after a cursor are sent again, with the same ids and the same bytes', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  await happen(1);
  const after = await cursor();
  await happen(3);
  await fixture.deliver();
  const first = receiver.received.map(({ body }) => body);
  receiver.received.length = 0;
  expect(await replay(endpoint.id, { after, only: 'all' })).toMatchObject({ status: 200 });
  await fixture.upkeep();
  await fixture.deliver();
  expect(receiver.received.map(({ body }) => body).toSorted()).toEqual(first.slice(1).toSorted());
  expect((await fixture.deliveries(endpoint)).map((each) => each.attempt_count)).toEqual([2, 2, 2, 1]);
});

test('a replay ends at its bound, and one of failed deliveries sends no others', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  const after = await cursor();
  await happen(2);
  const until = await cursor();
  await happen(1);
  receiver.answer(200, 500, 500);
  await fixture.deliver();
  const { writes } = fixture.gateway.database;
  await writes
    .updateTable('webhook_delivery')
    .set({ status: 'failed', due_at: null, completed_at: '2026-01-01T00:00:00Z' })
    .where('status', '=', 'pending')
    .execute();
  receiver.received.length = 0;
  await replay(endpoint.id, { after, until, only: 'failed' });
  await fixture.upkeep();
  await fixture.deliver();
  expect(receiver.received).toHaveLength(1);
});

test('a replay that ends before its beginning is refused, and an empty one is not', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  const earlier = await cursor();
  await happen(1);
  const later = await cursor();
  await fixture.deliver();
  receiver.received.length = 0;
  const { status, json } = await replay(endpoint.id, { after: later, until: earlier, only: 'all' });
  expect([status, json.error]).toMatchObject([
    400,
    {
      code: 'parameter_invalid',
      param: 'until',
      message: 'until must not be earlier in the feed than after.',
    },
  ]);
  expect(await replay(endpoint.id, { after: later, until: later, only: 'all' })).toMatchObject({
    status: 200,
  });
  await fixture.upkeep();
  await fixture.deliver();
  expect(receiver.received).toEqual([]);
});

test('an endpoint has at most ten replays that are not done', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  const after = await cursor();
  await happen(1);
  const ask = () => replay(endpoint.id, { after, only: 'all' });
  for (let asked = 0; asked < 10; asked += 1) expect((await ask()).status).toBe(200);
  expect(await ask()).toMatchObject({ status: 409, json: { error: { code: 'conflict' } } });
  await fixture.upkeep();
  expect((await ask()).status).toBe(200);
});

test('a replay also sends events from before the endpoint was made, if they are of its types', async () => {
  const after = await cursor();
  await happen(2);
  const endpoint = await fixture.subscribe(receiver.url, {
    event_types: ['customer.created', 'kyc.created'],
  });
  await replay(endpoint.id, { after, only: 'all', event_types: ['kyc.created'] });
  await fixture.upkeep();
  await fixture.deliver();
  expect(receiver.bodies().map(({ type }) => type)).toEqual(['kyc.created', 'kyc.created']);
});

test('an endpoint that is enabled again gets each event that it missed once', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  await happen(1);
  await fixture.deliver();
  await happen(1);
  const path = `/v1/webhook-endpoints/${endpoint.id}`;
  const body = { url: receiver.url, ...CREATED };
  const disabled = await fixture.partner.rest('PUT', path, { ...body, status: 'disabled' });
  expect(disabled.json).toMatchObject({ status: 'disabled', disabled_reason: 'partner' });
  await happen(2);
  await fixture.upkeep();
  await fixture.deliver();
  expect(receiver.received).toHaveLength(1);
  const enabled = await fixture.partner.rest('PUT', path, {
    ...body,
    status: 'enabled',
    replay_from: 'disabled',
  });
  expect(enabled.json).toMatchObject({ status: 'enabled', disabled_reason: null });
  await fixture.upkeep();
  await fixture.deliver();
  expect(receiver.received).toHaveLength(4);
  expect(new Set(receiver.ids()).size).toBe(4);
});

test('an endpoint that is enabled without replay_from gets only new events', async () => {
  const endpoint = await fixture.subscribe(receiver.url, { ...CREATED, status: 'disabled' });
  await happen(1);
  const path = `/v1/webhook-endpoints/${endpoint.id}`;
  await fixture.partner.rest('PUT', path, { url: receiver.url, ...CREATED, status: 'enabled' });
  await happen(1);
  await fixture.upkeep();
  await fixture.deliver();
  expect(receiver.received).toHaveLength(1);
});

test('a failed delivery is sent again on request', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  await happen(1);
  receiver.answer(500);
  await fixture.deliver();
  const [delivery] = await fixture.deliveries(endpoint);
  const path = `/v1/webhook-deliveries/${delivery?.webhook_delivery_id}/retry`;
  expect((await fixture.partner.rest('POST', path)).json).toMatchObject({ status: 'pending' });
  await fixture.deliver();
  expect(await fixture.deliveries(endpoint)).toMatchObject([{ status: 'succeeded', attempt_count: 2 }]);
  expect((await fixture.partner.rest('POST', path)).status).toBe(200);
  await fixture.deliver();
  expect(await fixture.deliveries(endpoint)).toMatchObject([{ status: 'succeeded', attempt_count: 3 }]);
});

test('deliveries are kept for WEBHOOK_DAYS, and counted while they are there', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  const list = `/v1/webhook-endpoints/${endpoint.id}/deliveries`;
  await happen(2);
  await fixture.deliver();
  fixture.passSeconds(29 * 86_400);
  await happen(1);
  await fixture.deliver();
  await runHousekeeping(fixture.gateway);
  expect((await fixture.partner.rest('GET', list)).json.count).toBe(3);
  fixture.passSeconds(2 * 86_400);
  await runHousekeeping(fixture.gateway);
  const { json } = await fixture.partner.rest('GET', `${list}?status=succeeded&event_type=customer.created`);
  expect([json.count, json.items.length]).toEqual([1, 1]);
  const attempts = fixture.gateway.database.reads.selectFrom('webhook_attempt').select('id');
  expect(await attempts.execute()).toHaveLength(1);
});

test('a replay near its limit finds the events to send among all events of a page, at once', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  const after = await cursor();
  await happen(3);
  await fixture.deliver();
  const [last] = await fixture.deliveries(endpoint);
  const { writes } = fixture.gateway.database;
  await writes
    .updateTable('webhook_delivery')
    .set({ status: 'failed' })
    .where('id', '=', last?.webhook_delivery_id ?? '')
    .execute();
  receiver.received.length = 0;
  await replay(endpoint.id, { after, only: 'failed' });
  await writes.updateTable('webhook_replay').set({ remaining: 1 }).execute();
  await afterCommitOf(fixture.gateway).perform(replayNextPage, {}, { after: '' });
  await fixture.deliver();
  expect(receiver.bodies()).toMatchObject([{ event_id: last?.event_id }]);
});
