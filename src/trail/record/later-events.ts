import type { EventType } from './event-types.ts';

/**
 * The types of events that are always the first of their subject. They are half of all events, so some indexes leave
 * them out. Such an event is found by its number, or by its partner in the index of its type.
 */
export const FIRST_TYPES: readonly EventType[] = ['customer.created', 'kyc.created'];

/** The condition of the partial indexes that leave them out. */
export const OF_LATER_EVENTS = FIRST_TYPES.map((type) => `type <> '${type}'`).join(' and ');

export const isOfLaterEvents = (type: EventType): boolean => !FIRST_TYPES.includes(type);

/**
 * The condition of the partial index of such a type. It is a literal, because no planner uses a partial index for a
 * parameter.
 */
export const ofFirstType = (type: EventType): string => `type = '${type}'`;
