import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

/** The checkpoint of an event, and the hash of the event at that time. */
export const CheckpointedEvent = defineEntity({
  name: 'SealedEvent',
  tableName: 'sealed_event',
  indexes: [{ name: 'sealed_event_seal', properties: ['seal', 'event_id'] }],
  properties: {
    event_id: p.string().primary(),
    seal: p.integer(),
    hash: p.string(),
  },
});

declare module '../kernel/sql/tables.ts' {
  interface Tables {
    sealed_event: InferKyselyTable<typeof CheckpointedEvent>;
  }
}
