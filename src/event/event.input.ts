import { z } from 'zod';
import { EVENT_TYPES, isEventType } from '../journal/event-types.ts';
import { textField } from '../kernel/fields.ts';
import { pageInput } from '../pipeline/find-page.ts';

const eventTypes = Object.keys(EVENT_TYPES).filter(isEventType);

const moment = () =>
  z.iso
    .datetime({ offset: true, error: 'must be a moment such as 2026-01-31T00:00:00Z' })
    .transform((text) => new Date(text));

const FILTERS = {
  partner_id: textField().nullish(),
  /** `noun/id`, such as `customer/cus_…`. */
  subject: textField().nullish(),
  actor: textField().nullish(),
  /** Events of any of these types; an empty list is no filter. */
  types: z.array(z.enum(eventTypes)).max(eventTypes.length).nullish(),
  /** Inclusive. */
  created_from: moment().nullish(),
  /** Exclusive. */
  created_to: moment().nullish(),
};

export const EventFilter = z.strictObject(FILTERS);
export type EventFilter = z.output<typeof EventFilter>;

export const ListEventsInput = pageInput('evt', FILTERS);
