import { defineEntity, p } from '@mikro-orm/core';

/**
 * How far the relay has come, in one row. Each event with a number up to `settled` has a position or is held, and no
 * transaction that still runs has such a number. So only the events after it can wait for a position.
 */
export const FeedMark = defineEntity({
  name: 'FeedMark',
  tableName: 'feed_mark',
  properties: {
    id: p.integer().primary().autoincrement(false),
    settled: p.bigint('number'),
  },
});
