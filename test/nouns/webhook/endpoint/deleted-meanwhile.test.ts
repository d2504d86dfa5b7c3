import { expect, test } from 'vitest';
import { afterCommitOf } from '../../../../src/pipeline/execute.ts';
import { noteWebhookAttempts } from '../../../../src/nouns/webhook/delivery/note-attempts.operations.ts';
import { reapWebhookDeliveries } from '../../../../src/nouns/webhook/webhook-upkeep.operations.ts';
import { whileHeld } from '../held-table.ts';
import { fixture, openForEachTest, receiver } from '../each-test.ts';
import { needsPostgres } from '../../../support/needs.ts';

openForEachTest();

const rowsOf = (table: 'webhook_endpoint' | 'webhook_delivery' | 'webhook_attempt') =>
  fixture.gateway.database.reads.selectFrom(table).select('id').execute();

const reap = async (): Promise<void> => {
  const { perform } = afterCommitOf(fixture.gateway);
  while ((await perform(reapWebhookDeliveries, {}, {})) > 0);
};

test(
  'an endpoint that is deleted while deliveries to it are being added leaves none of them',
  needsPostgres(),
  async () => {
    const { id } = await fixture.subscribe(receiver.url, { event_types: ['customer.created'] });
    await fixture.happen();
    await whileHeld(fixture, 'webhook_delivery', {
      work: fixture.relay,
      waiters: 1,
      async meanwhile() {
        const { status } = await fixture.partner.rest('DELETE', `/v1/webhook-endpoints/${id}`);
        expect(status).toBe(200);
        await reap();
      },
    });
    expect(await rowsOf('webhook_delivery')).toHaveLength(1);
    await reap();
    expect(await rowsOf('webhook_delivery')).toEqual([]);
    fixture.passSeconds(3_600);
    await reap();
    expect(await rowsOf('webhook_endpoint')).toEqual([]);
  },
);

test(
  'an endpoint that is deleted while a delivery to it ends leaves no attempt of it',
  needsPostgres(),
  async () => {
    const { id } = await fixture.subscribe(receiver.url, { event_types: ['customer.created'] });
    await fixture.happen();
    await fixture.relay();
    const lease = 'of this process';
    const leased = await fixture.gateway.database.writes
      .updateTable('webhook_delivery')
      .set({ lease })
      .returning('id as delivery_id')
      .execute();
    const { status } = await fixture.partner.rest('DELETE', `/v1/webhook-endpoints/${id}`);
    expect(status).toBe(200);
    const attempts = leased.map((each) => ({ ...each, lease, ...SUCCESS }));
    let isReaped = false;
    let reaping = Promise.resolve();
    await whileHeld(fixture, 'counter', {
      work: () => afterCommitOf(fixture.gateway).perform(noteWebhookAttempts, {}, { attempts }),
      waiters: 1,
      async meanwhile(countNow) {
        reaping = reap().then(() => void (isReaped = true));
        await expect.poll(async () => isReaped || (await countNow()) === 2).toBe(true);
      },
    });
    await reaping;
    await reap();
    expect(await rowsOf('webhook_delivery')).toEqual([]);
    expect(await rowsOf('webhook_attempt')).toEqual([]);
  },
);

const SUCCESS = {
  outcome: 'ok',
  http_status: 200,
  duration_ms: 1,
  excerpt: '',
  retry_after_seconds: null,
} as const;
