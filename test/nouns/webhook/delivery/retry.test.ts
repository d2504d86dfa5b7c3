import { expect, test } from 'vitest';
import { fixture, openForEachTest, receiver } from '../each-test.ts';

openForEachTest();

const CREATED = { event_types: ['customer.created'] };

test('a canceled delivery is retried once its endpoint is enabled again, and not before', async () => {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  await fixture.happen();
  receiver.answer(410);
  await fixture.deliver();
  await fixture.upkeep();
  const [canceled] = await fixture.deliveries(endpoint);
  expect(canceled).toMatchObject({ status: 'canceled', attempt_count: 1 });
  const retry = () =>
    fixture.partner.rest('POST', `/v1/webhook-deliveries/${canceled?.webhook_delivery_id}/retry`);

  const refused = await retry();
  expect([refused.status, refused.json.error.code]).toEqual([409, 'conflict']);
  const settings = { url: receiver.url, ...CREATED, status: 'enabled' };
  await fixture.partner.rest('PUT', `/v1/webhook-endpoints/${endpoint.id}`, settings);
  const retried = await retry();
  expect([retried.status, retried.json.status, retried.json.completed_at]).toEqual([200, 'pending', null]);

  await fixture.deliver();
  expect(await fixture.deliveries(endpoint)).toMatchObject([{ status: 'succeeded', attempt_count: 2 }]);
  expect(receiver.received).toHaveLength(2);
});
