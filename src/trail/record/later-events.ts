import type { EventType } from './event-types.ts';

/**
 * The types of events that are always the first of their subject. They are half of all events, so some indexes leave
 * them out. Such an event is found by its number, or by its partner in an index of its own.
 */
const FIRST_TYPES: readonly EventType[] = ['customer.created', 'kyc.created'];

/** The condition of the partial indexes that leave these events out. */
export const OF_LATER_EVENTS = FIRST_TYPES.map((type) => `type <> '${type}'`).join(' and ');

/** Whether events of a type are always the first of their subject. */
export const isFirstType = (type: string): boolean => FIRST_TYPES.some((each) => each === type);

export const isOfLaterEvents = (type: EventType): boolean => !isFirstType(type);

/**
 * The condition of the partial index that has only them. It is a literal, because no planner uses a partial index for
 * a parameter.
 */
export const OF_FIRST_EVENTS = FIRST_TYPES.map((type) => `type = '${type}'`).join(' or ');
