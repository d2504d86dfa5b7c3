import { type Kysely, sql } from 'kysely';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { ALL_OF_EVENT } from '../record/event-row.ts';
import type { Passed } from './passed.ts';

/**
 * Events of one transaction: some five milliseconds of work, during which writers on SQLite wait. The fastest creations
 * make some 700 between two relays, and a second transaction would cost as much as 200 more.
 */
export const FEED_BATCH_MAX = 1_000;

/** Events after the mark of the relay that one query reads: two batches, because some are of the last relays. */
const TAIL_PAGE_ROWS = 2_000;

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

async function settledMark(db: Kysely<Tables>): Promise<number> {
  const [row] = await selectMark(db, {});
  return row?.settled ?? 0;
}

const selectMark = statement((db, _nothing: object) => db.selectFrom('feed_mark').select('settled'));

interface Looked extends UnfedEvent {
  /** Whether the event has a position or is held. */
  readonly isDone: boolean;
}

/** The events after a number and after the mark. */
async function lookedUpAfter(db: Kysely<Tables>, after: number): Promise<readonly Looked[]> {
  const rows = await tailAfter(db, { after });
  return rows.map(({ position, held, ...row }) => ({ ...row, isDone: position !== null || held !== null }));
}

/** The same without a look-up for each event, because the process knows the events that it has `passed`. */
async function newAfter(db: Kysely<Tables>, { numbers }: Passed, after: number): Promise<readonly Looked[]> {
  const rows = await unheldAfter(db, { after });
  return rows.map((row) => ({ ...row, isDone: numbers.has(row.number) }));
}

/** There are few held events, so PostgreSQL reads them once. */
const unheldAfter = statement((db, { after }: { after: number }) =>
  db
    .selectFrom('event')
    .select(['event.number', 'event.id', 'event.mac', 'event.traceparent'])
    .where('event.number', '>', after)
    .where(({ eb, selectFrom }) =>
      eb('event.number', 'not in', selectFrom('held_event').select('held_event.event_number')),
    )
    .orderBy('event.number')
    .limit(TAIL_PAGE_ROWS),
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
  /** Each event up to this number has a position or is held, so it was not looked at. */
  readonly from: number;
  /** All numbers that were looked at. */
  readonly seen: readonly number[];
  /** The last number that was looked at. */
  readonly last: number;
  /** Whether there may be more. */
  readonly isFull: boolean;
}

/** The first committed events without a position, a batch at most. Events that this process has `passed` have one. */
export async function unfedEvents(db: Kysely<Tables>, passed: Passed | null): Promise<Unfed> {
  const rows: UnfedEvent[] = [];
  const seen: number[] = [];
  const from = passed?.upTo ?? (await settledMark(db));
  for (let last = from; ;) {
    const page = passed === null ? await lookedUpAfter(db, last) : await newAfter(db, passed, last);
    for (const { isDone, ...row } of page) {
      if (!isDone) rows.push(row);
      last = row.number;
      seen.push(last);
      if (rows.length === FEED_BATCH_MAX) return { rows, from, seen, last, isFull: true };
    }
    if (page.length < TAIL_PAGE_ROWS) return { rows, from, seen, last, isFull: false };
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

/** Held events without a position whose key is unknown. */
const heldForKey = (db: Kysely<Tables>) =>
  db
    .selectFrom('held_event')
    .where('held_event.refused', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('feed')
            .select('feed.position')
            .whereRef('feed.event_number', '=', 'held_event.event_number'),
        ),
      ),
    );

/** The held events whose key is among these, because the process that knew it did not run then. */
export const heldEvents = statement((db, { known }: { known: readonly string[] }) =>
  heldForKey(db)
    .innerJoin('event', 'event.number', 'held_event.event_number')
    .select(ALL_OF_EVENT)
    .select(['event.number', 'event.mac', 'event.key', 'event.traceparent'])
    .where('event.key', 'in', known)
    .orderBy('held_event.event_number')
    .limit(FEED_BATCH_MAX),
);

/** The events that wait for a position, without forged ones; for a count or the oldest. */
export const waitingForPosition = (db: Kysely<Tables>) =>
  db.selectFrom(tail(db).as('tail')).where('tail.position', 'is', null).where('tail.held', 'is', null);

/** Whether any event waits for its position. Forged events do not count. */
export async function areEventsWaiting(db: Kysely<Tables>): Promise<boolean> {
  const found = await Promise.all([firstWaiting(db, {}), firstHeld(db, {})]);
  return found.some((rows) => rows.length > 0);
}

const firstWaiting = statement((db, _nothing: object) =>
  waitingForPosition(db).select('tail.number').limit(1),
);

const firstHeld = statement((db, _nothing: object) =>
  heldForKey(db).select('held_event.event_number').limit(1),
);
