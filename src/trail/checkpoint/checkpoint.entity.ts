import { defineEntity, p } from '@mikro-orm/core';

/**
 * A batch of events in the chain: the positions of the feed after the checkpoint before, up to `last_position`.
 * `content` is the hash of the list of their MACs; `hash` is the hash of the whole row,
 * including `previous`, the hash of the checkpoint before. `mac` proves with the named key that the gateway made the
 * row. Numbers begin at 1.
 */
export const Checkpoint = defineEntity({
  name: 'Checkpoint',
  tableName: 'checkpoint',
  properties: {
    number: p.integer().primary().autoincrement(false),
    previous: p.string(),
    last_position: p.bigint('number'),
    events: p.integer(),
    content: p.string(),
    made_at: p.string(),
    key: p.string(),
    hash: p.string(),
    mac: p.string(),
  },
});
