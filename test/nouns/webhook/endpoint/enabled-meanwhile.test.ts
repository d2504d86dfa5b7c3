import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { relayBatch } from '../../../../src/trail/positions/relay.ts';
import { scheduler } from '../../../../src/kernel/caller.ts';
import { withCommandContext } from '../../../../src/pipeline/context.ts';
import { perform } from '../../../../src/pipeline/perform.ts';
import { afterCommitOf } from '../../../../src/pipeline/execute.ts';
import type { FedInTransaction } from '../../../../src/trail/positions/feed-hooks.ts';
import { replayNextPage } from '../../../../src/nouns/webhook/replay/replay-page.operations.ts';
import { cancelWebhookDeliveries } from '../../../../src/nouns/webhook/webhook-upkeep.operations.ts';
import { countWaiters, whileHeld } from '../held-table.ts';
import { fixture, openForEachTest, receiver } from '../each-test.ts';
import { needsPostgres } from '../../../support/needs.ts';

openForEachTest();

const CREATED = { event_types: ['customer.created'] };
const DISABLED = { status: 'disabled' };
const ENABLED = { status: 'enabled', replay_from: 'disabled' };

const put = (id: string, change: object) =>
  fixture.partner.rest('PUT', `/v1/webhook-endpoints/${id}`, { url: receiver.url, ...CREATED, ...change });

/** Enables an endpoint while `work` waits to write deliveries, and does `then` once that is done or waits, too. */
async function enableWhile(id: string, work: () => Promise<unknown>, then = async () => {}): Promise<void> {
  let answered: number | undefined;
  let enabling = Promise.resolve();
  await whileHeld(fixture, 'webhook_delivery', {
    work,
    waiters: 1,
    async meanwhile(countNow) {
      enabling = put(id, ENABLED).then(({ status }) => {
        answered = status;
      });
      await expect.poll(async () => answered === 200 || (await countNow()) === 2).toBe(true);
      await then();
    },
  });
  await enabling;
  expect(answered).toBe(200);
  await fixture.upkeep();
  await fixture.deliver();
}

// SQLite has one writer at a time.
describe('an endpoint that is enabled gets the events that it missed', needsPostgres(), () => {
  test('also while its deliveries are being canceled', async () => {
    const { id } = await fixture.subscribe(receiver.url, CREATED);
    const customerId = await fixture.happen();
    await fixture.relay();
    await put(id, DISABLED);
    const afterCommit = afterCommitOf(fixture.gateway);
    const replay = async () => void (await afterCommit.perform(replayNextPage, {}, { after: '' }));
    await enableWhile(id, () => afterCommit.perform(cancelWebhookDeliveries, {}, {}), replay);
    expect(receiver.bodies()).toMatchObject([{ subject: `customer/${customerId}` }]);
  });

  test('also while events get their positions', async () => {
    // Another endpoint, whose delivery the transaction waits to add.
    await fixture.subscribe(`${receiver.url}/other`, CREATED);
    const endpoint = await fixture.subscribe(receiver.url, { ...CREATED, ...DISABLED });
    const customerId = await fixture.happen();
    await enableWhile(endpoint.id, fixture.relay);
    expect(await fixture.deliveries(endpoint)).toMatchObject([{ status: 'succeeded' }]);
    const subject = `customer/${customerId}`;
    expect(receiver.bodies().map((body) => body.subject)).toEqual([subject, subject]);
  });

  test('also what got its position while it was being disabled', async () => {
    const { id } = await fixture.subscribe(receiver.url, CREATED);
    const customerId = await fixture.happen();
    const { gateway } = fixture;
    let disabling: ReturnType<typeof put> | undefined;
    const disable: FedInTransaction = async (_fed, db) => {
      await sql`lock table feed in access exclusive mode`.execute(db);
      disabling = put(id, DISABLED);
      // Waits for the table, outside of this transaction.
      await expect.poll(() => countWaiters(gateway.database.reads)).toBe(1);
    };
    const inTransaction = [...gateway.feed.inTransaction, disable];
    await relayBatch({ ...gateway, feed: { ...gateway.feed, inTransaction } });
    expect(await disabling).toMatchObject({ status: 200 });
    await fixture.upkeep();
    await put(id, ENABLED);
    await fixture.upkeep();
    await fixture.deliver();
    expect(receiver.bodies()).toMatchObject([{ subject: `customer/${customerId}` }]);
  });

  test('also what a replay makes due while it is being disabled again', async () => {
    const { id } = await fixture.subscribe(receiver.url, { ...CREATED, ...DISABLED });
    const customerId = await fixture.happen();
    await fixture.relay();
    await put(id, ENABLED);
    const { gateway } = fixture;
    let disabling: ReturnType<typeof put> | undefined;
    const call = { caller: scheduler, requestId: 'clock', ids: {}, input: { after: '' } };
    await gateway.database.transaction(async (db) => {
      await sql`lock table webhook_replay in access exclusive mode`.execute(db);
      await withCommandContext(gateway, call, db, (context) => perform(replayNextPage, context, call));
      disabling = put(id, DISABLED);
      // Waits for the table of replays, when it may have looked at deliveries already.
      await expect.poll(() => countWaiters(gateway.database.reads)).toBe(1);
    });
    expect(await disabling).toMatchObject({ status: 200 });
    await fixture.upkeep();
    await put(id, ENABLED);
    await fixture.upkeep();
    await fixture.deliver();
    expect(receiver.bodies()).toMatchObject([{ subject: `customer/${customerId}` }]);
  });
});
