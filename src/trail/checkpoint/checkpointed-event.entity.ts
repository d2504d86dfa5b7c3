import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

/** The checkpoint of an event, and the hash that the event had then. */
export const CheckpointedEvent = defineEntity({
  name: 'SealedEvent',
  tableName: 'checkpointed_event',
  indexes: [{ name: 'checkpointed_event_checkpoint', properties: ['checkpoint', 'event_id'] }],
  properties: {
    event_id: p.string().primary(),
    checkpoint: p.integer(),
    hash: p.string(),
  },
});

declare module '../../engine/sql/tables.ts' {
  interface Tables {
    checkpointed_event: InferKyselyTable<typeof CheckpointedEvent>;
  }
}
