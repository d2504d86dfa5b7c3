import { defineEntity, p } from '@mikro-orm/core';
import { OF_EVENTS_APART, OF_LATER_EVENTS } from './later-events.ts';

/**
 * An event, written once in the transaction of the change and never altered. `sequence` counts the events of a subject
 * from 1 without a gap. `data` is a JSON object that names personal fields and never holds their values. Most subjects
 * have only one event, which is found by subject and number. So the index by subject and id leaves first events out.
 * The first events of customers and KYC records are half of all events. The indexes by partner, by type and by actor
 * leave them out, because these events are found by their customers; `event_apart` has those of earlier versions. `number` rises from event to event of a subject; the feed gives
 * events their positions in its order. `mac` proves that the gateway wrote the event; `key` is the id of its key.
 */
export const Event = defineEntity({
  name: 'Event',
  tableName: 'event',
  uniques: [{ name: 'event_subject_sequence', properties: ['subject', 'sequence'] }],
  indexes: [
    { name: 'event_partner', properties: ['partner_id', 'id'], where: OF_LATER_EVENTS },
    { name: 'event_partner_type', properties: ['partner_id', 'type', 'id'], where: OF_LATER_EVENTS },
    { name: 'event_apart', properties: ['partner_id', 'id'], where: OF_EVENTS_APART },
    { name: 'event_type', properties: ['type', 'id'], where: OF_LATER_EVENTS },
    { name: 'event_actor', properties: ['actor', 'id'], where: OF_LATER_EVENTS },
    { name: 'event_subject', properties: ['subject', 'id'], where: 'sequence > 1' },
  ],
  properties: {
    number: p.bigint('number').primary().autoincrement(),
    id: p.string().unique(),
    type: p.string(),
    subject: p.string(),
    sequence: p.integer(),
    partner_id: p.string().nullable(),
    actor: p.string(),
    request_id: p.string(),
    created_at: p.string(),
    data: p.text(),
    key: p.string(),
    mac: p.string(),
    /** The `traceparent` of the request that caused the event; null without traces. */
    traceparent: p.text().nullable(),
  },
});
