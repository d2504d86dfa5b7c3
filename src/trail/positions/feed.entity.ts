import { defineEntity, p } from '@mikro-orm/core';
import { OF_LATER_EVENTS } from '../record/later-events.ts';

/**
 * The position of an event. Positions begin at 1, have no gap, follow the order of commits, never change and are never
 * used again. The other columns are copies of the columns that readers filter by, so that a page of a small partner
 * does not scan the events of a busy one.
 */
export const FeedEntry = defineEntity({
  name: 'FeedEntry',
  tableName: 'feed',
  uniques: [{ name: 'feed_event', properties: ['event_number'] }],
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
    event_number: p.bigint('number'),
    /** Never the plain id of a partner if only operators see the event. */
    partner_id: p.string().nullable(),
    type: p.string(),
    /** Null for the types that are always the first event of their subject: the event itself is found by its subject. */
    subject: p.string().nullable(),
  },
});
