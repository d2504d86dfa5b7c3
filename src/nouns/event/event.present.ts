import { z } from 'zod';
import { eventTypes, isEventType, kindOf } from '../../trail/record/event-types.ts';
import type { EventRow } from '../../trail/record/event-row.ts';
import { shownActor } from '../../trail/record/shown-actor.ts';
import { partnerOf } from '../../trail/record/withheld.ts';
import { describedBy } from '../../kernel/input/description.ts';
import { OFFERED } from './event.input.ts';

export const EventView = describedBy(
  null,
  z.strictObject({
    event_id: z.string(),
    type: z
      .enum(eventTypes)
      .meta({ description: 'What happened. Operators see more types of events.', enum: [...OFFERED] }),
    subject: z.string().meta({ description: 'The record that it happened to, such as customer/cus_...' }),
    sequence: z
      .int()
      .min(1)
      .meta({ description: 'The number of the event among the events of its subject, from 1.' }),
    partner_id: z
      .string()
      .nullable()
      .meta({ description: 'The partner who owns the record; null if the provider owns it.' }),
    actor: z.string().meta({
      description:
        'Who did it: the id of a key, `cli` or `clock`. A partner sees `operator` for everyone who acts for the provider.',
    }),
    request_id: z.string().nullable().meta({
      description: 'The id of the request that did it. A partner sees null if an operator sent the request.',
    }),
    created_at: z.string().meta({ description: 'When it was recorded, in UTC.' }),
    data: z.looseObject({}).meta({
      description: 'Names of fields, states, ids and counts, but never personal data.',
    }),
  }),
).meta({ id: 'Event' });
export type EventView = z.output<typeof EventView>;

const Data = z.record(z.string(), z.unknown());

/**
 * An event as operators see it. Its members always have one order, so that a webhook signs exactly what the feed shows.
 */
export function presentEvent(event: EventRow): EventView {
  const { id, type, subject, sequence, actor, request_id, created_at, data } = event;
  if (!isEventType(type)) throw new Error('An event is of a type that is no longer known.');
  return {
    event_id: id,
    type,
    subject,
    sequence,
    partner_id: partnerOf(event),
    actor,
    request_id,
    created_at,
    data: Data.parse(JSON.parse(data)),
  };
}

/**
 * An event as its partner sees it; `isOwnKey` tells whether its actor is a key of this partner. If the provider is
 * the actor, `actor` is `operator` and the request id is hidden. `data` has only the members for partners.
 */
export function presentToPartner(row: EventRow, isOwnKey: boolean): EventView {
  const view = presentEvent(row);
  const { shows: shown } = kindOf(view.type);
  if (shown === null)
    throw new Error('An event that is for operators only was about to be shown to a partner.');
  const data = Object.fromEntries(Object.entries(view.data).filter(([name]) => shown.includes(name)));
  if (isOwnKey) return { ...view, data };
  return { ...view, data, actor: shownActor(row.actor, false), request_id: null };
}
