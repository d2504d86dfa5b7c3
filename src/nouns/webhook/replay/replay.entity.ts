import { defineEntity, p } from '@mikro-orm/core';

/** A request to send events of the feed to an endpoint again, and how much of it is left. */
export const WebhookReplay = defineEntity({
  name: 'WebhookReplay',
  tableName: 'webhook_replay',
  indexes: [{ name: 'webhook_replay_endpoint', properties: ['endpoint_id', 'id'] }],
  properties: {
    id: p.string().primary(),
    endpoint_id: p.string(),
    kind: p.string(),
    /** Comma-separated. `*` stands for all types that the endpoint is subscribed to. */
    event_types: p.text(),
    /** The last finished position. */
    position: p.bigint('number'),
    until_position: p.bigint('number'),
    /** How many events it may still send. */
    remaining: p.integer(),
    created_at: p.string(),
  },
});
