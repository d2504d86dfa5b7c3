import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

/** Events of the feed that are to be delivered to an endpoint again; what is left of a request for it. */
export const WebhookReplay = defineEntity({
  name: 'WebhookReplay',
  tableName: 'webhook_replay',
  indexes: [{ name: 'webhook_replay_endpoint', properties: ['endpoint_id', 'id'] }],
  properties: {
    id: p.string().primary(),
    endpoint_id: p.string(),
    kind: p.string(),
    /** Comma-separated; `*` for those of the endpoint. */
    event_types: p.text(),
    /** The last position that is done. */
    position: p.bigint('number'),
    until_position: p.bigint('number'),
    /** How many events it may still deliver. */
    remaining: p.integer(),
    created_at: p.string(),
  },
});

declare module '../../kernel/sql/tables.ts' {
  interface Tables {
    webhook_replay: InferKyselyTable<typeof WebhookReplay>;
  }
}
