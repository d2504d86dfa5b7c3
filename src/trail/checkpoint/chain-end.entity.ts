import { defineEntity, p } from '@mikro-orm/core';

/**
 * The last checkpoint, in one row that each checkpoint replaces; number 0 before the first one. A person without the
 * keys can cut checkpoints off, but cannot make the row of the shorter chain.
 */
export const ChainEnd = defineEntity({
  name: 'ChainEnd',
  tableName: 'chain_end',
  properties: {
    id: p.integer().primary().autoincrement(false),
    number: p.integer(),
    hash: p.string(),
    key: p.string(),
    mac: p.string(),
  },
});
