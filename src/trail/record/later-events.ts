import type { EventType } from './event-types.ts';

/**
 * The types of events that are always the first of their subject. They are half of all events, so some indexes leave
 * them out. Such an event is found by its number, or by its customer.
 */
export const FIRST_TYPES: readonly EventType[] = ['customer.created', 'kyc.created'];

/** The condition of the partial indexes that leave these events out. */
export const OF_LATER_EVENTS = FIRST_TYPES.map((type) => `type <> '${type}'`).join(' and ');

/** Whether events of a type are always the first of their subject. */
export const isFirstType = (type: string): boolean => FIRST_TYPES.some((each) => each === type);

export const isOfLaterEvents = (type: EventType): boolean => !isFirstType(type);

const OF_FIRST_EVENTS = FIRST_TYPES.map((type) => `type = '${type}'`).join(' or ');

/**
 * The subject of a first event whose id is beside that of its customer (`idBeside` of `kernel/id.ts`). So the list of
 * customers, or the index of subjects, has these events in the order of their ids, and no index of their own is needed.
 */
const SUBJECT_BESIDE = `substr(type, 1, length(type) - ${'.created'.length}) || '/cus_' || substr(id, 5, 25) || '0'`;

/** The condition of first events that are beside their customers. */
export const OF_EVENTS_BESIDE = `(${OF_FIRST_EVENTS}) and subject = ${SUBJECT_BESIDE}`;

/**
 * The condition of the partial index with all other first events: those of earlier versions of the gateway. It is a
 * literal, because no planner uses a partial index for a parameter.
 */
export const OF_EVENTS_APART = `(${OF_FIRST_EVENTS}) and subject <> ${SUBJECT_BESIDE}`;

/** The noun of a first event, with which its subject begins. */
export const nounOfFirst = (type: EventType): string => type.slice(0, -'.created'.length);
