import { defineEntity, p } from '@mikro-orm/core';

/**
 * An event that the relay left behind, by its number. `refused` is 1 if its MAC is wrong: it stays without a position,
 * and `audit verify` reports it. It is 0 if no running process knows the key of its MAC: a process that knows the key
 * gives it a position. There are few of these rows, or none.
 */
export const HeldEvent = defineEntity({
  name: 'HeldEvent',
  tableName: 'held_event',
  properties: {
    event_number: p.bigint('number').primary().autoincrement(false),
    refused: p.integer(),
  },
});
