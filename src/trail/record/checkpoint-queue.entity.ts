import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

/**
 * The queue of events that have no position or no checkpoint yet. The transaction of an event writes its row, so both
 * appear together. `number` rises from event to event of a subject. `mac` proves that the gateway wrote the event;
 * `key` is the id of its key. A row with a wrong MAC is `refused` and stays, so that `audit verify` reports it. An
 * index costs two writes for each event: when it is queued and when it gets its position. So besides the primary key
 * there is only one index, for events that wait for a position.
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
    /** The position in the feed; null until the event has one. */
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
