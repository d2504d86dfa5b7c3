import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

/** A running total, spread over shards: the sum of `total` over the shards of a name. */
export const Counter = defineEntity({
  name: 'Counter',
  tableName: 'tally',
  properties: {
    name: p.text().primary(),
    shard: p.integer().primary(),
    total: p.bigint('number'),
  },
});

declare module '../kernel/tables.ts' {
  interface Tables {
    tally: InferKyselyTable<typeof Counter>;
  }
}
