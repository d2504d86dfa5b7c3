import { EVENT_TYPES, type EventType } from './event-types.ts';

const WITHHELD = '/read';

/** Whether events of a type are for operators alone. */
export const isWithheld = (type: EventType): boolean => EVENT_TYPES[type].shows === null;

/**
 * The subject, or the partner, under which such an event stands: `kyc/cus_.../read`, `par_.../read`. In the numbers of the
 * record's own events a partner would see gaps; and what is not under its id no list of its own finds or walks past.
 */
export const withheld = (name: string): string => name + WITHHELD;

/** The partner that an event is about, wherever it stands. */
export function partnerOf({ partner_id }: { readonly partner_id: string | null }): string | null {
  return partner_id?.endsWith(WITHHELD) === true ? partner_id.slice(0, -WITHHELD.length) : partner_id;
}
