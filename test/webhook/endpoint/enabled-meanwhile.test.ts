import { afterEach, beforeEach, expect, test } from 'vitest';
import { afterCommitOf } from '../../../src/pipeline/execute.ts';
import { replayNextPage } from '../../../src/webhook/replay/replay-page.operations.ts';
import { cancelWebhookDeliveries } from '../../../src/webhook/webhook-upkeep.operations.ts';
import { onPostgres } from '../../support/postgres/databases.ts';
import { whileHeld } from '../held-table.ts';
import { openReceiver, type Receiver } from '../sending/receiver.ts';
import { openWebhooks, type WebhookFixture } from '../webhook-fixture.ts';

let fixture: WebhookFixture;
let receiver: Receiver;
beforeEach(async () => {
  fixture = await openWebhooks();
  receiver = await openReceiver();
});
afterEach(async () => {
  await receiver.close();
  await fixture.close();
});

test.runIf(onPostgres())(
  'an endpoint that is enabled while its deliveries are being canceled gets what it missed',
  async () => {
    const endpoint = { url: receiver.url, event_types: ['customer.created'] };
    const { id } = await fixture.subscribe(receiver.url, endpoint);
    await fixture.happen();
    await fixture.relay();
    const put = (change: object) =>
      fixture.partner.rest('PUT', `/v1/webhook-endpoints/${id}`, { ...endpoint, ...change });
    expect(await put({ status: 'disabled' })).toMatchObject({ status: 200 });
    const { perform } = afterCommitOf(fixture.gateway);
    let enabled: number | undefined;
    let enabling = Promise.resolve();
    await whileHeld(fixture, 'webhook_delivery', {
      work: () => perform(cancelWebhookDeliveries, {}, {}),
      waiters: 1,
      async meanwhile(countNow) {
        enabling = put({ status: 'enabled', replay_from: 'disabled' }).then(({ status }) => {
          enabled = status;
        });
        // Either it is answered at once, or it waits for the cancellation.
        await expect.poll(async () => enabled === 200 || (await countNow()) === 2).toBe(true);
        await perform(replayNextPage, {}, {});
      },
    });
    await enabling;
    expect(enabled).toBe(200);
    await fixture.upkeep();
    await fixture.deliver();
    expect(receiver.received).toHaveLength(1);
  },
);
