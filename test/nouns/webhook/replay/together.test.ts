import { expect, test } from 'vitest';
import { cursorAfter } from '../../../../src/nouns/event/feed-cursor.ts';
import { afterCommitOf } from '../../../../src/pipeline/execute.ts';
import {
  cancelWebhookDeliveries,
  reapWebhookDeliveries,
} from '../../../../src/nouns/webhook/webhook-upkeep.operations.ts';
import { whileHeld } from '../held-table.ts';
import { fixture, openForEachTest, receiver } from '../each-test.ts';
import { needsPostgres } from '../../../support/needs.ts';

openForEachTest();

const EVENTS = 3;

test('two replays of the same events at once count each delivery once', needsPostgres(), async () => {
  for (let made = 0; made < EVENTS; made += 1) await fixture.happen();
  await fixture.relay();
  const { id } = await fixture.subscribe(receiver.url, { event_types: ['customer.created'] });
  const path = `/v1/webhook-endpoints/${id}`;
  const replay = { after: cursorAfter(0), only: 'all' };
  for (const _ of ['one', 'another'])
    expect(await fixture.partner.rest('POST', `${path}/replay`, replay)).toMatchObject({ status: 200 });
  const work = () => Promise.all([fixture.upkeep(), fixture.upkeep()]);
  await whileHeld(fixture, 'webhook_delivery', { work, waiters: 2 });
  const { json } = await fixture.partner.rest('GET', `${path}/deliveries`);
  expect(json.items).toHaveLength(EVENTS);
  expect(json.count).toBe(EVENTS);
});

test(
  'a delivery that is being removed is missing for a caller that sends it again',
  needsPostgres(),
  async () => {
    const endpoint = await fixture.subscribe(receiver.url, { event_types: ['customer.created'] });
    await fixture.happen();
    await fixture.relay();
    await fixture.deliver();
    const [delivery] = await fixture.deliveries(endpoint);
    fixture.passSeconds(31 * 86_400);
    let retried: number | undefined;
    let retrying = Promise.resolve();
    await whileHeld(fixture, 'webhook_attempt', {
      work: () => afterCommitOf(fixture.gateway).perform(reapWebhookDeliveries, {}, {}),
      waiters: 1,
      async meanwhile(countNow) {
        const path = `/v1/webhook-deliveries/${delivery?.webhook_delivery_id}/retry`;
        retrying = fixture.partner.rest('POST', path).then(({ status }) => {
          retried = status;
        });
        await expect.poll(async () => retried === 200 || (await countNow()) === 2).toBe(true);
      },
    });
    await retrying;
    expect(await fixture.deliveries(endpoint)).toEqual([]);
    expect(retried).toBe(404);
  },
);

test(
  'canceling deliveries does not wait for locks, and leaves locked deliveries for later',
  needsPostgres(),
  async () => {
    const endpoint = await fixture.subscribe(receiver.url, { event_types: ['customer.created'] });
    for (let made = 0; made < EVENTS; made += 1) await fixture.happen();
    await fixture.relay();
    const disabled = { url: receiver.url, event_types: ['customer.created'], status: 'disabled' };
    await fixture.partner.rest('PUT', `/v1/webhook-endpoints/${endpoint.id}`, disabled);
    const { gateway } = fixture;
    const cancel = () => afterCommitOf(gateway).perform(cancelWebhookDeliveries, {}, {});
    await gateway.database.transaction(async (db) => {
      await db.selectFrom('webhook_delivery').select('id').limit(1).forUpdate().execute();
      expect(await cancel()).toBe(EVENTS - 1);
    });
    await whileHeld(fixture, 'webhook_delivery', {
      work: cancel,
      waiters: 1,
      // Another process.
      meanwhile: async () => expect(await cancel()).toBe(0),
    });
    const statuses = (await fixture.deliveries(endpoint)).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: EVENTS }, () => 'canceled'));
  },
);
