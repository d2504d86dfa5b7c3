import type { EventType } from './event-types.ts';

/**
 * The types that only first events of their subjects have. They are half of all events, so some indexes leave them out:
 * such an event is found by its number, or by its partner in the index of its type.
 */
export const FIRST_TYPES: readonly EventType[] = ['customer.created', 'kyc.created'];

/** SQL that leaves them out, as the indexes do. */
export const OF_LATER_EVENTS = FIRST_TYPES.map((type) => `type <> '${type}'`).join(' and ');

export const isOfLaterEvents = (type: EventType): boolean => !FIRST_TYPES.includes(type);

/** SQL of the events of such a type, as its index has it: a planner knows no index for a type that is a parameter. */
export const ofFirstType = (type: EventType): string => `type = '${type}'`;
