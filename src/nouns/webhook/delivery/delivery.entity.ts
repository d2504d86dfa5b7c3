import { defineEntity, p } from '@mikro-orm/core';

/**
 * An event on its way to an endpoint. An endpoint gets the deliveries with the same `order_key` one by one, in the
 * order of `position`; `due_at` is null if a delivery waits for another. A process that sends a delivery sets `due_at`
 * to the end of its lease. So if the process dies, the delivery is due again.
 */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  uniques: [{ name: 'webhook_delivery_event', properties: ['endpoint_id', 'event_id'] }],
  indexes: [
    {
      name: 'webhook_delivery_due',
      properties: ['endpoint_id', 'due_at', 'id'],
      where: 'due_at is not null',
    },
    {
      name: 'webhook_delivery_order',
      properties: ['endpoint_id', 'order_key', 'position'],
      where: 'completed_at is null',
    },
    { name: 'webhook_delivery_page', properties: ['endpoint_id', 'id'] },
    { name: 'webhook_delivery_status', properties: ['endpoint_id', 'status', 'id'] },
    { name: 'webhook_delivery_type', properties: ['endpoint_id', 'event_type', 'id'] },
    { name: 'webhook_delivery_completed', properties: ['completed_at'] },
  ],
  properties: {
    id: p.string().primary(),
    endpoint_id: p.string(),
    partner_id: p.string(),
    event_id: p.string(),
    event_type: p.string(),
    /** The position of the event in the feed. */
    position: p.bigint('number'),
    order_key: p.string(),
    status: p.string(),
    attempts: p.integer(),
    /** Attempts of the present schedule. A retry or a replay begins a new schedule. */
    step: p.integer(),
    due_at: p.string().nullable(),
    /** The process that claimed it and the time of the claim. */
    lease: p.string().nullable(),
    created_at: p.string(),
    /** Null as long as it is pending. */
    completed_at: p.string().nullable(),
    /** The `traceparent` of the request that caused the event; null without traces. */
    traceparent: p.text().nullable(),
  },
});
