import { z } from 'zod';
import { EVENT_TYPES, type EventType, isEventType } from '../journal/event-types.ts';
import type { EventRow } from '../journal/record.ts';
import { shownActor } from '../journal/shown-actor.ts';
import { partnerOf } from '../journal/withheld.ts';

export interface EventView {
  readonly event_id: string;
  readonly type: EventType;
  readonly subject: string;
  readonly sequence: number;
  readonly partner_id: string | null;
  readonly actor: string;
  readonly request_id: string | null;
  readonly created_at: string;
  readonly data: object;
}

const Data = z.record(z.string(), z.unknown());

/** An event as operators see it. */
export function presentEvent({ id, type, data, ...event }: EventRow): EventView {
  if (!isEventType(type)) throw new Error('An event is of a type that is no longer known.');
  return { ...event, partner_id: partnerOf(event), event_id: id, type, data: Data.parse(JSON.parse(data)) };
}

/**
 * An event as its partner sees it: the actor of the provider's acts is `operator`, their request id is hidden, and
 * `data` has only the members for partners.
 */
export function presentToPartner(row: EventRow, ownKeys: ReadonlySet<string>): EventView {
  const view = presentEvent(row);
  const shown: readonly string[] | null = EVENT_TYPES[view.type].shows;
  if (shown === null)
    throw new Error('An event that is for operators only was about to be shown to a partner.');
  const data = Object.fromEntries(Object.entries(view.data).filter(([name]) => shown.includes(name)));
  if (ownKeys.has(row.actor)) return { ...view, data };
  return { ...view, data, actor: shownActor(row.actor, false), request_id: null };
}
