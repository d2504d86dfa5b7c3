import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWebhooks, type WebhookFixture } from '../webhook-fixture.ts';

let fixture: WebhookFixture;
beforeAll(async () => {
  fixture = await openWebhooks();
});
afterAll(() => fixture.close());

async function planOf(sql: string): Promise<string> {
  const { rows } = await fixture.gateway.database.reads.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`),
  );
  return rows.map(({ detail }) => detail).join('\n');
}

test.each([
  [
    'the next endpoint with something due',
    "select min(endpoint_id) from webhook_delivery where due_at is not null and endpoint_id > 'whe_1'",
    'webhook_delivery_due',
  ],
  [
    'what is due for an endpoint',
    "select id from webhook_delivery where endpoint_id = 'whe_1' and due_at <= '2026' order by due_at, id limit 4",
    'webhook_delivery_due',
  ],
  [
    'another delivery of a subject that comes before what is due',
    `select id from webhook_delivery where endpoint_id = 'whe_1' and due_at <= '2026' and (order_key = event_id or
     not exists (select other.id from webhook_delivery as other where other.endpoint_id = webhook_delivery.endpoint_id
     and other.order_key = webhook_delivery.order_key and other.completed_at is null and other.due_at is not null and
     (other.position < webhook_delivery.position or (other.lease is not null and other.due_at > '2026'))))
     order by due_at, id limit 4`,
    'webhook_delivery_order (endpoint_id=? AND order_key=?)',
  ],
  [
    'the next delivery of a subject',
    `select id from webhook_delivery where endpoint_id = 'whe_1' and order_key = 'kyc/cus_1' and completed_at is null
     order by position limit 1`,
    'webhook_delivery_order',
  ],
  [
    'a page of deliveries',
    "select * from webhook_delivery where endpoint_id = 'whe_1' and id < 'whd_1' order by id desc limit 11",
    'webhook_delivery_page',
  ],
  [
    'a page of a status and a type',
    `select * from webhook_delivery where endpoint_id = 'whe_1' and status = 'failed' and coalesce(event_type, '') = 'a'
     order by id desc limit 11`,
    'webhook_delivery_status',
  ],
  [
    'what is old',
    "select id from webhook_delivery where completed_at < '2026' limit 500",
    'webhook_delivery_completed',
  ],
])('%s is found in its index, without a scan and without a sort', async (_what, sql, index) => {
  const plan = await planOf(sql);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/\bSCAN\b|TEMP B-TREE/);
});
