import { describe, expect, test } from 'vitest';
import { relayBatch } from '../../../../src/trail/positions/relay.ts';
import { afterCommitOf } from '../../../../src/pipeline/execute.ts';
import { replayNextPage } from '../../../../src/nouns/webhook/replay/replay-page.operations.ts';
import { customerBody } from '../../../support/gateway.ts';
import { fixture, openForEachTest, receiver } from '../each-test.ts';
import { needsPostgres } from '../../../support/needs.ts';

openForEachTest();

const ORDERED = { event_types: ['customer.created', 'customer.updated'], ordering: 'subject' };

/** Gives positions, and does `work` before they are committed. */
async function relayWhile(work: () => Promise<unknown>): Promise<void> {
  const { gateway } = fixture;
  const inTransaction = [...gateway.feed.inTransaction, async () => void (await work())];
  await relayBatch({ ...gateway, feed: { ...gateway.feed, inTransaction } });
}

const change = (customer: string) =>
  fixture.partner.rest('PUT', `/v1/customers/${customer}`, customerBody({ company_name: 'Another' }));

/** Expects that the first event of the subject is sent, fails, and alone is sent again before the second one. */
async function expectInOrder(): Promise<void> {
  receiver.received.length = 0;
  receiver.answer(500);
  const sequences = () => receiver.bodies().map(({ sequence }) => sequence);
  for (let turn = 0; turn < 2; turn += 1) await fixture.deliver();
  expect(sequences()).toEqual([1]);
  fixture.passSeconds(6);
  for (let turn = 0; turn < 2; turn += 1) await fixture.deliver();
  expect(sequences()).toEqual([1, 1, 2]);
}

// SQLite has one writer at a time.
describe('events of one subject are sent one after another', needsPostgres(), () => {
  test('also if an earlier one is replayed while a new one gets its position', async () => {
    const { id } = await fixture.subscribe(receiver.url, { ...ORDERED, status: 'disabled' });
    const customer = await fixture.happen();
    await fixture.relay();
    const enabled = { url: receiver.url, ...ORDERED, status: 'enabled', replay_from: 'disabled' };
    await fixture.partner.rest('PUT', `/v1/webhook-endpoints/${id}`, enabled);
    await fixture.relay();
    await change(customer);
    const { perform } = afterCommitOf(fixture.gateway);
    await relayWhile(() => perform(replayNextPage, {}, { after: '' }));
    await expectInOrder();
  });

  test('also if an earlier one is sent again while a new one gets its position', async () => {
    const endpoint = await fixture.subscribe(receiver.url, ORDERED);
    const customer = await fixture.happen();
    await fixture.deliver();
    const [delivery] = await fixture.deliveries(endpoint);
    await change(customer);
    const retry = `/v1/webhook-deliveries/${delivery?.webhook_delivery_id}/retry`;
    await relayWhile(() => fixture.partner.rest('POST', retry));
    await expectInOrder();
  });
});
