import type { EventType } from './event-types.ts';

/**
 * The types that only first events of their subjects have. They are half of all events, so some indexes leave them out:
 * such an event is found by its number, or by its partner in the index of its type.
 */
export const FIRST_TYPES: readonly EventType[] = ['customer.created', 'kyc.created'];

/** The condition of the partial indexes that leave them out. */
export const OF_LATER_EVENTS = FIRST_TYPES.map((type) => `type <> '${type}'`).join(' and ');

export const isOfLaterEvents = (type: EventType): boolean => !FIRST_TYPES.includes(type);

/** The condition of the partial index of such a type. Written out: no planner uses a partial index for a parameter. */
export const ofFirstType = (type: EventType): string => `type = '${type}'`;
