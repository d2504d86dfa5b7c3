import { type Kysely, sql } from 'kysely';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { ALL_OF_EVENT } from '../record/event-row.ts';

/** Events of one transaction: some ten milliseconds of work, during which writers on SQLite wait. */
export const FEED_BATCH_MAX = 500;

/** Events after the mark of the relay that one query reads: about two batches, most of them of the last relays. */
const TAIL_PAGE_ROWS = 1_000;

/** The number up to which no event waits. */
const SETTLED = sql<number>`coalesce((select settled from feed_mark), 0)`;

/**
 * The events after the mark, in their order. Position and hold are looked up for each event: for a join PostgreSQL
 * might read the whole feed.
 */
function tail(db: Kysely<Tables>) {
  return db
    .selectFrom('event')
    .select(['event.number', 'event.id', 'event.mac', 'event.traceparent'])
    .select((eb) => [
      eb
        .selectFrom('feed')
        .select('feed.position')
        .whereRef('feed.event_number', '=', 'event.number')
        .as('position'),
      eb
        .selectFrom('held_event')
        .select('held_event.refused')
        .whereRef('held_event.event_number', '=', 'event.number')
        .as('held'),
    ])
    .where('event.number', '>', SETTLED)
    .orderBy('event.number');
}

const tailAfter = statement((db, { after }: { after: number }) =>
  tail(db).where('event.number', '>', after).limit(TAIL_PAGE_ROWS),
);

/** An event without a position, as the relay needs it if the process has the event in memory. */
interface UnfedEvent {
  readonly number: number;
  readonly id: string;
  readonly mac: string;
  readonly traceparent: string | null;
}

interface Unfed {
  /** The first events without a position that are not held. */
  readonly rows: readonly UnfedEvent[];
  /** The last number that was looked at. */
  readonly last: number;
  /** Whether there may be more. */
  readonly isFull: boolean;
}

/** The first committed events without a position, a batch at most. */
export async function unfedEvents(db: Kysely<Tables>): Promise<Unfed> {
  const rows: UnfedEvent[] = [];
  for (let last = 0; ;) {
    const page = await tailAfter(db, { after: last });
    for (const { position, held, ...row } of page) {
      if (position === null && held === null) rows.push(row);
      last = row.number;
      if (rows.length === FEED_BATCH_MAX) return { rows, last, isFull: true };
    }
    if (page.length < TAIL_PAGE_ROWS) return { rows, last, isFull: false };
  }
}

/** The events of a range of numbers without a position, with all of their columns. */
export const unfedBetween = statement((db, { from, to }: { from: number; to: number }) =>
  db
    .selectFrom(tail(db).where('event.number', '>=', from).where('event.number', '<=', to).as('unfed'))
    .innerJoin('event', 'event.number', 'unfed.number')
    .select(ALL_OF_EVENT)
    .select(['event.number', 'event.mac', 'event.key', 'event.traceparent'])
    .where('unfed.position', 'is', null)
    .where('unfed.held', 'is', null)
    .orderBy('event.number'),
);

/** The held events whose key is among these, because the process that knew it did not run then. */
export const heldEvents = statement((db, { known }: { known: readonly string[] }) =>
  db
    .selectFrom('held_event')
    .innerJoin('event', 'event.number', 'held_event.event_number')
    .select(ALL_OF_EVENT)
    .select(['event.number', 'event.mac', 'event.key', 'event.traceparent'])
    .where('held_event.refused', '=', 0)
    .where('event.key', 'in', known)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('feed')
            .select('feed.position')
            .whereRef('feed.event_number', '=', 'held_event.event_number'),
        ),
      ),
    )
    .orderBy('held_event.event_number')
    .limit(FEED_BATCH_MAX),
);

/** The events that wait for a position, without forged ones; for a count or the oldest. */
export const waitingForPosition = (db: Kysely<Tables>) =>
  db.selectFrom(tail(db).as('tail')).where('tail.position', 'is', null).where('tail.held', 'is', null);

/** Whether any event waits for its position. Forged events do not count. */
export async function areEventsWaiting(db: Kysely<Tables>): Promise<boolean> {
  return (await firstWaiting(db, {})).length > 0 || (await firstHeld(db, {})).length > 0;
}

const firstWaiting = statement((db, _nothing: object) =>
  waitingForPosition(db).select('tail.number').limit(1),
);

const firstHeld = statement((db, _nothing: object) =>
  db.selectFrom('held_event').select('event_number').where('refused', '=', 0).limit(1),
);
