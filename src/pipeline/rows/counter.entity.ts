import { defineEntity, p } from '@mikro-orm/core';

/** A running total, spread over several rows (shards). The total is the sum of `total` over all shards of a name. */
export const Counter = defineEntity({
  name: 'Counter',
  tableName: 'counter',
  properties: {
    name: p.text().primary(),
    shard: p.integer().primary(),
    total: p.bigint('number'),
  },
});
