import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

/**
 * The queue of events that have no position or no checkpoint yet. A row is written in the transaction of its event, so
 * that both appear together. `number` rises from event to event of a subject. `mac` is the MAC that proves that the
 * gateway wrote the event, `key` the id of its key. A row with a wrong
 * MAC is `refused` and stays for `audit verify` to report. An index costs each event two writes, when it is queued and
 * when it gets its position, so there is only one besides the primary key: of the events that wait for a position.
 */
export const CheckpointQueueEntry = defineEntity({
  name: 'CheckpointQueueEntry',
  tableName: 'waiting_event',
  indexes: [
    { name: 'waiting_event_unfed', properties: ['number'], where: 'position is null and refused = 0' },
  ],
  properties: {
    number: p.bigint('number').primary().autoincrement(),
    event_id: p.string(),
    key: p.string(),
    mac: p.string(),
    refused: p.integer(),
    /** In the feed; null until it has one. */
    position: p.bigint('number').nullable(),
    /** The `traceparent` of the request that caused the event; null without traces. */
    traceparent: p.text().nullable(),
  },
});

declare module '../../engine/sql/tables.ts' {
  interface Tables {
    waiting_event: InferKyselyTable<typeof CheckpointQueueEntry>;
  }
}
