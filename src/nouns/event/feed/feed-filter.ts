import { type FedEvent, readerOf } from '../../../trail/positions/feed.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { ownerSeenBy } from '../../../pipeline/rows/tenancy.ts';
import type { EventFeedInput } from '../event.input.ts';
import { storedNamesOf, typesFor } from '../visible-events.ts';

export type FeedFilter = Pick<EventFeedInput, 'types' | 'subject'>;

/** Whether the caller gets an event, by the rules of `find-feed.ts`. */
export function feedFilter(caller: Caller, { types, subject }: FeedFilter): (fed: FedEvent) => boolean {
  const owner = ownerSeenBy(caller);
  const shown = typesFor(caller, types ?? []);
  if (shown === null) return () => false;
  const names = new Set<string>(shown);
  const subjects = typeof subject === 'string' ? storedNamesOf(caller, subject) : null;
  return ({ event }) =>
    (owner === null || readerOf(event) === owner) &&
    (names.size === 0 || names.has(event.type)) &&
    (subjects === null || subjects.includes(event.subject));
}
