import { expect, test } from 'vitest';
import { secondsLater, timestamp } from '../../../../src/kernel/clock.ts';
import { afterCommitOf } from '../../../../src/pipeline/execute.ts';
import { releaseWebhookDeliveries } from '../../../../src/nouns/webhook/webhook-upkeep.operations.ts';
import { customerBody } from '../../../support/gateway.ts';
import { fixture, openForEachTest, receiver } from '../each-test.ts';
import { workerOf } from '../webhook-fixture.ts';
import { needsPostgres } from '../../../support/needs.ts';

openForEachTest();

const TYPES = { event_types: ['customer.created', 'customer.updated'] };

/** Some changes of a customer, each an event of one subject. */
async function change(customer: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1)
    await fixture.partner.rest(
      'PUT',
      `/v1/customers/${customer}`,
      customerBody({ company_name: `Name ${time}` }),
    );
}

const sequences = () => receiver.bodies().map(({ sequence }) => sequence);

test('the events of a subject are sent one after another, also if one fails', async () => {
  await fixture.subscribe(receiver.url, { ...TYPES, ordering: 'subject' });
  const customer = await fixture.happen();
  await change(customer, 4);
  receiver.answer(200, 500);
  await fixture.deliver();
  await fixture.deliver();
  expect(sequences()).toEqual([1, 2]);
  const other = await fixture.happen();
  await fixture.deliver();
  expect(receiver.bodies().at(-1)).toMatchObject({ subject: `customer/${other}` });
  fixture.passSeconds(6);
  for (let turn = 0; turn < 4; turn += 1) await fixture.deliver();
  const own = receiver.bodies().filter(({ subject }) => subject === `customer/${customer}`);
  expect(own.map(({ sequence }) => sequence)).toEqual([1, 2, 2, 3, 4, 5]);
});

test('if two changes met and two of a subject are due, the later one waits while the earlier one is tried again', async () => {
  const endpoint = await fixture.subscribe(receiver.url, { ...TYPES, ordering: 'subject' });
  await change(await fixture.happen(), 1);
  await fixture.relay();
  const due_at = timestamp(fixture.now());
  await fixture.gateway.database.writes.updateTable('webhook_delivery').set({ due_at }).execute();
  receiver.answer(500);
  await fixture.deliver();
  const [later, earlier] = await fixture.deliveries(endpoint);
  expect(earlier).toMatchObject({ status: 'pending', attempt_count: 1 });
  expect(earlier?.next_attempt_at).not.toBeNull();
  expect(later).toMatchObject({ status: 'pending', attempt_count: 0, next_attempt_at: null });
  fixture.passSeconds(6);
  for (let turn = 0; turn < 2; turn += 1) await fixture.deliver();
  expect(sequences()).toEqual([1, 1, 2]);
});

test('the upkeep makes one due if some of a subject wait and none is under way, and none elsewhere', async () => {
  const { gateway } = fixture;
  await fixture.subscribe(receiver.url, { ...TYPES, ordering: 'subject' });
  await change(await fixture.happen(), 2);
  await fixture.relay();
  const release = () => afterCommitOf(gateway).perform(releaseWebhookDeliveries, {}, {});
  expect(await release()).toBe(0);
  await gateway.database.writes.updateTable('webhook_delivery').set({ due_at: null }).execute();
  expect(await release()).toBe(1);
  for (let turn = 0; turn < 3; turn += 1) await fixture.deliver();
  expect(sequences()).toEqual([1, 2, 3]);
});

test('without an order a failure delays no other event', async () => {
  await fixture.subscribe(receiver.url, TYPES);
  await change(await fixture.happen(), 3);
  receiver.answer(500);
  await fixture.deliver();
  expect(sequences().toSorted()).toEqual([1, 2, 3, 4]);
});

test('a changed order counts for the events after the change', async () => {
  const settings = { url: receiver.url, ...TYPES };
  const { id } = await fixture.subscribe(receiver.url, TYPES);
  const customer = await fixture.happen();
  receiver.answer(500);
  await fixture.deliver();
  await fixture.partner.rest('PUT', `/v1/webhook-endpoints/${id}`, { ...settings, ordering: 'subject' });
  await change(customer, 1);
  receiver.answer(500);
  await fixture.deliver();
  await change(customer, 2);
  await fixture.deliver();
  expect(sequences()).toEqual([1, 2]);
  await fixture.partner.rest('PUT', `/v1/webhook-endpoints/${id}`, { ...settings, ordering: 'none' });
  await change(customer, 1);
  await fixture.deliver();
  expect(sequences()).toEqual([1, 2, 4]);
});

test('after the last failure of a delivery the next one of its subject is sent', async () => {
  const endpoint = await fixture.subscribe(receiver.url, { ...TYPES, ordering: 'subject' });
  await change(await fixture.happen(), 1);
  receiver.answer(...Array.from({ length: 10 }, () => 500));
  for (let turn = 0; turn < 12; turn += 1) {
    await fixture.deliver();
    fixture.passSeconds(27 * 3_600);
  }
  expect(sequences()).toEqual([...Array.from({ length: 10 }, () => 1), 2]);
  expect((await fixture.deliveries(endpoint)).map(({ status }) => status)).toEqual(['succeeded', 'failed']);
});

test('a replay sends nothing of a subject while a delivery of it is under way, or waits for its next attempt', async () => {
  const endpoint = await fixture.subscribe(receiver.url, { ...TYPES, ordering: 'subject' });
  const { next_cursor: after } = (await fixture.partner.rest('GET', '/v1/events?after=latest')).json;
  const customer = await fixture.happen();
  await change(customer, 1);
  for (let turn = 0; turn < 2; turn += 1) await fixture.deliver();
  expect(sequences()).toEqual([1, 2]);
  await change(customer, 2);
  receiver.answer(500);
  await fixture.deliver();
  const body = { after, only: 'all' };
  await fixture.partner.rest('POST', `/v1/webhook-endpoints/${endpoint.id}/replay`, body);
  await fixture.upkeep();
  await fixture.deliver();
  expect(sequences()).toEqual([1, 2, 3]);
  fixture.passSeconds(6);
  for (let turn = 0; turn < 4; turn += 1) await fixture.deliver();
  expect(sequences()).toEqual([1, 2, 3, 3, 1, 2]);
});

test('a paused endpoint whose due event waits for an earlier one is not paused for longer', async () => {
  const { id } = await fixture.subscribe(receiver.url, { ...TYPES, ordering: 'subject' });
  await change(await fixture.happen(), 1);
  await fixture.relay();
  const { writes } = fixture.gateway.database;
  const at = (seconds: number) => timestamp(secondsLater(fixture.now(), seconds));
  await writes
    .updateTable('webhook_endpoint')
    .set({ resume_at: at(-1) })
    .where('id', '=', id)
    .execute();
  // The first event waits for its next attempt, and the second one is due, as if the transactions did not see each other.
  const deliveries = writes.updateTable('webhook_delivery');
  await deliveries
    .set({ due_at: at(5) })
    .where('event_type', '=', 'customer.created')
    .execute();
  await deliveries
    .set({ due_at: at(0) })
    .where('event_type', '=', 'customer.updated')
    .execute();
  await fixture.deliver();
  expect(sequences()).toEqual([]);
  fixture.passSeconds(6);
  await fixture.deliver();
  expect(sequences()).toEqual([1]);
});

test('an event that becomes due while a later one of its subject is on its way waits for that', async () => {
  await fixture.subscribe(receiver.url, { ...TYPES, ordering: 'subject' });
  const customer = await fixture.happen();
  await fixture.deliver();
  await change(customer, 1);
  let accept: (() => void) | undefined;
  receiver.answer((response) => (accept = () => response.writeHead(200).end()));
  await fixture.relay();
  await fixture.worker.claim();
  await expect.poll(sequences).toEqual([1, 2]);
  // As if the transaction that makes it due began before the later one was.
  const again = { status: 'pending', due_at: timestamp(fixture.now()), completed_at: null };
  const deliveries = fixture.gateway.database.writes.updateTable('webhook_delivery');
  await deliveries.set(again).where('event_type', '=', 'customer.created').execute();
  const other = workerOf(fixture.gateway);
  await other.claim();
  await other.settled();
  expect(sequences()).toEqual([1, 2]);
  accept?.();
  await fixture.worker.settled();
  await fixture.deliver();
  expect(sequences()).toEqual([1, 2, 1]);
});

test('one process at a time claims for an endpoint with an order', needsPostgres(), async () => {
  const { id } = await fixture.subscribe(receiver.url, { ...TYPES, ordering: 'subject' });
  await fixture.happen();
  await fixture.relay();
  const { database } = fixture.gateway;
  await database.transaction(async (db) => {
    expect(await database.takeName(db, `webhook/${id}`)).toBe(true);
    await fixture.worker.claim();
    await fixture.worker.settled();
    expect(sequences()).toEqual([]);
  });
  await fixture.deliver();
  expect(sequences()).toEqual([1]);
});

test('an event that waits for an upkeep is not overtaken by a later one of its subject', async () => {
  await fixture.subscribe(receiver.url, { ...TYPES, ordering: 'subject' });
  const customer = await fixture.happen();
  await change(customer, 2);
  await fixture.relay();
  // As if the endpoint is enabled again when only the first of its deliveries is canceled.
  const canceled = { status: 'canceled', due_at: null, completed_at: timestamp(fixture.now()) };
  const deliveries = fixture.gateway.database.writes.updateTable('webhook_delivery');
  await deliveries.set(canceled).where('event_type', '=', 'customer.created').execute();
  await change(customer, 1);
  for (let turn = 0; turn < 3; turn += 1) await fixture.deliver();
  expect(sequences()).toEqual([2, 3, 4]);
});

test('an event that is sent again does not overtake one of its subject that waits for an upkeep', async () => {
  const endpoint = await fixture.subscribe(receiver.url, { ...TYPES, ordering: 'subject' });
  const customer = await fixture.happen();
  await change(customer, 2);
  for (let turn = 0; turn < 3; turn += 1) await fixture.deliver();
  expect(sequences()).toEqual([1, 2, 3]);
  const waiting = { status: 'pending', due_at: null, completed_at: null };
  const deliveries = fixture.gateway.database.writes.updateTable('webhook_delivery');
  await deliveries.set(waiting).where('event_type', '=', 'customer.created').execute();
  const [last] = await fixture.deliveries(endpoint);
  await fixture.partner.rest('POST', `/v1/webhook-deliveries/${last?.webhook_delivery_id}/retry`);
  for (let turn = 0; turn < 2; turn += 1) await fixture.deliver();
  expect(sequences()).toEqual([1, 2, 3, 1, 3]);
});
