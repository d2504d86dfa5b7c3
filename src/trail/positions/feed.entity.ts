import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';
import { OF_LATER_EVENTS } from '../record/later-events.ts';

/**
 * The position of an event: from 1 without a gap, in the order of commits, never changed and never used again. The
 * other columns are those of the event that readers filter by, so that a page of a small partner does not scan the
 * events of a busy one.
 */
export const FeedEntry = defineEntity({
  name: 'FeedEntry',
  tableName: 'feed',
  uniques: [{ name: 'feed_event', properties: ['event_id'] }],
  indexes: [
    { name: 'feed_partner', properties: ['partner_id', 'position'] },
    {
      name: 'feed_subject',
      properties: ['subject', 'position'],
      where: OF_LATER_EVENTS,
    },
  ],
  properties: {
    position: p.bigint('number').primary().autoincrement(),
    event_id: p.string(),
    /** Never the plain id of a partner if the event is for operators only. */
    partner_id: p.string().nullable(),
    type: p.string(),
    subject: p.string(),
  },
});

declare module '../../engine/sql/tables.ts' {
  interface Tables {
    feed: InferKyselyTable<typeof FeedEntry>;
  }
}
