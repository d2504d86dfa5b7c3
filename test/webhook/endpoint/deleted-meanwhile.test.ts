import { expect, test } from 'vitest';
import { onPostgres } from '../../support/postgres/databases.ts';
import { afterCommitOf } from '../../../src/pipeline/execute.ts';
import { reapWebhookDeliveries } from '../../../src/webhook/webhook-upkeep.operations.ts';
import { whileHeld } from '../held-table.ts';
import { fixture, openForEachTest, receiver } from '../each-test.ts';

openForEachTest();

const rowsOf = (table: 'webhook_endpoint' | 'webhook_delivery') =>
  fixture.gateway.database.reads.selectFrom(table).select('id').execute();

const reap = async (): Promise<void> => {
  const { perform } = afterCommitOf(fixture.gateway);
  while ((await perform(reapWebhookDeliveries, {}, {})) > 0);
};

test.runIf(onPostgres())(
  'an endpoint that is deleted while deliveries to it are being added leaves none of them',
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
