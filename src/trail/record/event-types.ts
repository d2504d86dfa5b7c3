import type { EventKind } from '../../kernel/funding-events.ts';
import { NOUNS, type NounEventType } from '../../kernel/nouns.ts';

/** The only event type without a noun: a webhook endpoint was tested. */
type TestEventType = 'test.ping';

/** The noun, or `test`, then a dot, then what happened. */
export type EventType = NounEventType | TestEventType;

const ofNouns = Object.values(NOUNS).flatMap((row): [string, EventKind][] =>
  'events' in row ? Object.entries(row.events).map(([event, kind]) => [`${row.subject}.${event}`, kind]) : [],
);

const kinds: ReadonlyMap<string, EventKind> = new Map([
  ...ofNouns,
  ['test.ping', { means: 'A webhook endpoint was tested; only that endpoint gets the event', shows: [] }],
]);

export const isEventType = (type: string): type is EventType => kinds.has(type);

/** All event types, in the order of the nouns. */
export const eventTypes: readonly EventType[] = [...kinds.keys()].filter(isEventType);

/** The row of an event type in the table of nouns. */
export function kindOf(type: EventType): EventKind {
  const kind = kinds.get(type);
  if (kind === undefined) throw new Error(`There is no event type ${type}.`);
  return kind;
}
