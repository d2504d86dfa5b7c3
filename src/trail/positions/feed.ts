import type { Insertable, Kysely } from 'kysely';
import { inParts } from '../../engine/sql/in-parts.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { isEventType } from '../record/event-types.ts';
import { ALL_OF_EVENT, type EventRow } from '../record/event-row.ts';
import { isFirstType } from '../record/later-events.ts';
import { isWithheld, partnerOf, withheld } from '../record/withheld.ts';

/** An event and its position in the feed. */
export interface FedEvent {
  readonly position: number;
  /** The number of the event among all events. */
  readonly number: number;
  readonly event: EventRow;
  /** The `traceparent` of the request that caused the event, if it is known. */
  readonly traceparent?: string | null;
}

/** Adds events after the `last` position of the feed, in this order. Only one transaction at a time may do so. */
export async function addToFeed(
  db: Kysely<Tables>,
  last: number,
  events: readonly Omit<FedEvent, 'position'>[],
): Promise<readonly FedEvent[]> {
  const fed = events.map((each, index) => ({ position: last + 1 + index, ...each }));
  const rows = fed.map(entryOf);
  for (const part of inParts(rows, ROWS_MAX)) await insertIntoFeed(db, { rows: part });
  return fed;
}

/** The position of the last event; 0 if there is none. */
export async function lastPosition(db: Kysely<Tables>): Promise<number> {
  const [row] = await selectLast(db, {});
  return row?.position ?? 0;
}

const selectLast = statement((db, _nothing: object) =>
  db.selectFrom('feed').select('position').orderBy('position', 'desc').limit(1),
);

const entryOf = ({ position, number, event }: FedEvent): Insertable<Tables['feed']> => ({
  position,
  event_number: number,
  partner_id: readerOf(event),
  type: event.type,
  subject: subjectShown(event),
});

/** The subject as the feed stores it. */
export const subjectShown = ({ type, subject }: Pick<EventRow, 'type' | 'subject'>): string | null =>
  isFirstType(type) ? null : subject;

/** The partner under which the feed stores an event. If only operators see the event, it is a separate name. */
export function readerOf({ type, partner_id }: Pick<EventRow, 'type' | 'partner_id'>): string | null {
  const partner = partnerOf({ partner_id });
  return partner !== null && isEventType(type) && isWithheld(type) ? withheld(partner) : partner_id;
}

const insertIntoFeed = statement((db, { rows }: { rows: readonly Insertable<Tables['feed']>[] }) =>
  db.insertInto('feed').values(rows),
);

/** Rows of one statement: 256 rows of five values are far below the limit of parameters. */
const ROWS_MAX = 256;

/** Events after a position, in the order of the feed. */
export async function eventsAfter(
  db: Kysely<Tables>,
  range: { readonly after: number; readonly limit: number },
): Promise<readonly FedEvent[]> {
  const rows = await selectAfter(db, range);
  return rows.map(({ position, number, ...event }) => ({ position, number, event }));
}

const selectAfter = statement((db, { after, limit }: { after: number; limit: number }) =>
  db
    .selectFrom('feed')
    .innerJoin('event', 'event.number', 'feed.event_number')
    .select(ALL_OF_EVENT)
    .select(['feed.position', 'event.number'])
    .where('feed.position', '>', after)
    .orderBy('feed.position')
    .limit(limit),
);
