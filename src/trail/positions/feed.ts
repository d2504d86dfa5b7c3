import type { Insertable, Kysely } from 'kysely';
import { inParts } from '../../engine/sql/in-parts.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { isEventType } from '../record/event-types.ts';
import type { EventRow } from '../record/record.ts';
import { isWithheld, partnerOf, withheld } from '../record/withheld.ts';

/** An event and its position in the feed. */
export interface FedEvent {
  readonly position: number;
  readonly event: EventRow;
  /** The `traceparent` of the request that caused the event, if it is known. */
  readonly traceparent?: string | null;
}

/** Adds events to the end of the feed in this order. Only one transaction at a time may do so. */
export async function addToFeed(
  db: Kysely<Tables>,
  events: readonly Omit<FedEvent, 'position'>[],
): Promise<readonly FedEvent[]> {
  if (events.length === 0) return [];
  const last = await lastPosition(db);
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

const entryOf = ({ position, event }: FedEvent): Insertable<Tables['feed']> => ({
  position,
  event_id: event.id,
  partner_id: readerOf(event),
  type: event.type,
  subject: event.subject,
});

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
  return rows.map(({ position, ...event }) => ({ position, event }));
}

const selectAfter = statement((db, { after, limit }: { after: number; limit: number }) =>
  db
    .selectFrom('feed')
    .innerJoin('event', 'event.id', 'feed.event_id')
    .selectAll('event')
    .select('feed.position')
    .where('feed.position', '>', after)
    .orderBy('feed.position')
    .limit(limit),
);
