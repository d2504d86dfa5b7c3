import { lastPosition } from '../../trail/positions/feed.ts';
import type { EventRow } from '../../trail/record/event-row.ts';
import { noSuch } from '../../kernel/errors.ts';
import { mapPage } from '../../kernel/page.ts';
import { defineQuery, type QueryContext } from '../../pipeline/operation.ts';
import { ownerOf } from '../../pipeline/rows/tenancy.ts';
import { EventFeedInput, ListEventsInput } from './event.input.ts';
import { type EventView, presentEvent, presentToPartner } from './event.present.ts';
import { cursorAfter, LATEST, positionOf } from './feed-cursor.ts';
import { findEvent, findEvents } from './find-events.ts';
import { findFeed } from './find-feed.ts';
import { partnersOfKeys } from './own-keys.ts';

/** Lists events. An operator gets all events, a partner the events about its own records. */
export const listEvents = defineQuery({
  name: 'listEvents',
  roles: ['partner', 'operator'],
  input: ListEventsInput,
  async run(context, { input: { limit, offset, starting_after, ending_before, from, ...filter } }) {
    const page = { limit, offset, starting_after, ending_before, from };
    const events = await findEvents(context, filter, page);
    return mapPage(events, await presenterOf(context, events.rows));
  },
});

/** An event by its id. */
export const getEvent = defineQuery({
  name: 'getEvent',
  roles: ['partner', 'operator'],
  async locate(context, { event_id }: { readonly event_id: string }): Promise<EventRow> {
    const row = await findEvent(context, event_id);
    if (row === undefined) throw noSuch('event');
    return row;
  },
  run: async (context, { subject }): Promise<EventView> => (await presenterOf(context, [subject]))(subject),
});

/** A page of the feed as the reader sees it. */
export interface FeedView {
  /** Oldest first, each with the cursor after it. */
  readonly items: readonly { readonly cursor: string; readonly event: EventView }[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

/** Reads the feed after a cursor. An operator gets all events, a partner the events about its own records. */
export const readEventFeed = defineQuery({
  name: 'readEventFeed',
  roles: ['partner', 'operator'],
  input: EventFeedInput,
  async run(context, { input: { after, limit, types, subject } }): Promise<FeedView> {
    if (after === LATEST)
      return { items: [], next_cursor: cursorAfter(await lastPosition(context.db)), has_more: false };
    const filter = { types: types ?? [], subject: subject ?? null };
    const from = { after: positionOf(after ?? '') ?? 0, limit };
    const { rows, next, hasMore } = await findFeed(context, filter, from);
    const present = await presenterOf(context, rows);
    return {
      items: rows.map(({ position, ...row }) => ({ cursor: cursorAfter(position), event: present(row) })),
      next_cursor: cursorAfter(next),
      has_more: hasMore,
    };
  },
});

/** Returns a function that shows events to the caller. */
async function presenterOf(
  { db, caller }: QueryContext,
  rows: readonly EventRow[],
): Promise<(row: EventRow) => EventView> {
  if (caller.role === 'operator') return presentEvent;
  const partners = await partnersOfKeys(
    db,
    rows.map(({ actor }) => actor),
  );
  return (row) => presentToPartner(row, partners.get(row.actor) === ownerOf(caller));
}
