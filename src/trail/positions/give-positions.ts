import type { Kysely } from 'kysely';
import { keyId, type SecretKeys } from '../../engine/crypto/keys.ts';
import { secondsLater, timestamp } from '../../kernel/clock.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { hasValidMac, takeRecent } from '../record/event-mac.ts';
import { addToFeed, type FedEvent } from './feed.ts';
import type { EventRow } from '../record/record.ts';

/** Events of one transaction: some ten milliseconds of work, during which writers on SQLite wait. */
export const FEED_BATCH_MAX = 500;
/**
 * How long an event with an unknown MAC key delays the events after it. A process that knows the key gives the event
 * its position within a second. So after this time no such process runs.
 */
const UNKNOWN_KEY_WAIT_SECONDS = 60;

interface Positions {
  readonly fed: readonly FedEvent[];
  /** Ids of events whose MAC is wrong. They never get a position. */
  readonly refused: readonly string[];
  /** Whether there may be more to do. */
  readonly isFull: boolean;
}

/**
 * Gives the next positions to committed events, in the transaction of `db`. No other transaction may do so at the same
 * time. The order of `number` among committed events is the order of causes: an event of a subject waits for the commit
 * of the one before it, so it has a higher `number`.
 */
export async function givePositions(db: Kysely<Tables>, keys: SecretKeys, now: Date): Promise<Positions> {
  const { genuine, distinct, forged, isFull } =
    (await ownEvents(db, keys)) ?? (await readEvents(db, keys, now));
  await refuse(
    db,
    forged.map(({ number }) => number),
  );
  const fed = await addToFeed(db, distinct.map(eventOf));
  const [first, last] = [genuine[0], genuine.at(-1)];
  const [{ position } = { position: 0 }] = fed;
  if (first !== undefined && last !== undefined)
    await notePositions(db, { from: first.number, to: last.number, position });
  return { fed, refused: forged.map(({ id }) => id), isFull };
}

/** A row of the queue with its event. */
interface Queued {
  /** The id of the event. */
  readonly id: string;
  readonly number: number;
  readonly event: EventRow;
  readonly traceparent: string | null;
}

/** The first events without a position, and whether there may be more. */
interface Waiting {
  readonly genuine: readonly Queued[];
  /** The genuine ones, each event once. */
  readonly distinct: readonly Queued[];
  readonly forged: readonly { readonly number: number; readonly id: string }[];
  readonly isFull: boolean;
}

/**
 * The queued events from memory; null unless this process has just written all of them. Only the queue is read, which
 * proves that they were committed.
 */
async function ownEvents(db: Kysely<Tables>, keys: SecretKeys): Promise<Waiting | null> {
  const known = takeRecent(await queuedRows(db, {}), keys);
  if (known === null) return null;
  const genuine = known.map(({ row: { number, traceparent }, event }) => ({
    id: event.id,
    number,
    event,
    traceparent,
  }));
  return { genuine, distinct: genuine, forged: [], isFull: genuine.length === FEED_BATCH_MAX };
}

async function readEvents(db: Kysely<Tables>, keys: SecretKeys, now: Date): Promise<Waiting> {
  const known = keys.map(keyId);
  const rows = await waitingRows(db, {
    known,
    since: timestamp(secondsLater(now, -UNKNOWN_KEY_WAIT_SECONDS)),
    until: timestamp(secondsLater(now, UNKNOWN_KEY_WAIT_SECONDS)),
  });
  const stop = rows.findIndex(({ key }) => key === null || !known.includes(key));
  const due = stop < 0 ? rows : rows.slice(0, stop);
  const isGenuine = ({ mac, ...row }: WaitingRow) => hasValidMac(row, mac, keys);
  const { true: valid = [], false: forged = [] } = Object.groupBy(due, (row) =>
    isGenuine(row) ? 'true' : 'false',
  );
  const genuine = valid.map(queuedOf);
  return {
    genuine,
    distinct: withoutRepeats(genuine),
    forged,
    isFull: rows.length === FEED_BATCH_MAX && due.length > 0,
  };
}

type WaitingRow = EventRow & {
  readonly number: number;
  readonly mac: string;
  readonly key: string;
  readonly traceparent: string | null;
};

const queuedOf = ({ number, mac: _mac, key: _key, traceparent, ...event }: WaitingRow): Queued => ({
  id: event.id,
  number,
  event,
  traceparent,
});

const eventOf = ({ event, traceparent }: Queued) => ({ event, traceparent });

const queuedRows = statement((db, _nothing: object) =>
  db
    .selectFrom('waiting_event')
    .select(['number', 'event_id', 'mac', 'traceparent'])
    .where('position', 'is', null)
    .where((eb) => eb('refused', '=', eb.lit(0)))
    .orderBy('number')
    .limit(FEED_BATCH_MAX),
);

/**
 * The first events without a position. Events with an unknown key are included only as long as another process may know
 * the key. If the event of a row already has a position, the gateway did not write the row.
 */
const waitingRows = statement(
  (db, { known, since, until }: { known: readonly string[]; since: string; until: string }) =>
    db
      .selectFrom('waiting_event')
      .innerJoin('event', 'event.id', 'waiting_event.event_id')
      .leftJoin('feed', 'feed.event_id', 'waiting_event.event_id')
      .selectAll('event')
      .select(['waiting_event.number', 'waiting_event.mac', 'waiting_event.key', 'waiting_event.traceparent'])
      // A literal, so that SQLite uses its partial index of these rows.
      .where('waiting_event.position', 'is', null)
      .where((eb) => eb('waiting_event.refused', '=', eb.lit(0)))
      // The joined column, so that PostgreSQL expects most rows to pass and reads them in their order.
      .where('feed.event_id', 'is', null)
      .where('waiting_event.key', 'is not', null)
      .where((eb) =>
        eb.or([
          eb('waiting_event.key', 'in', known),
          eb.and([eb('event.created_at', '>', since), eb('event.created_at', '<', until)]),
        ]),
      )
      .orderBy('waiting_event.number')
      .limit(FEED_BATCH_MAX),
);

/** Whether any event waits for its position. Forged events do not count. */
export async function areEventsWaiting(db: Kysely<Tables>): Promise<boolean> {
  return (await firstWaiting(db, {})).length > 0;
}

const firstWaiting = statement((db, _nothing: object) =>
  db
    .selectFrom('waiting_event')
    .select('number')
    .where('position', 'is', null)
    .where((eb) => eb('refused', '=', eb.lit(0)))
    .limit(1),
);

/**
 * Copies the new positions, from `position` on, to the rows of the queue that have none. It uses a subquery for each
 * row: for a join PostgreSQL might read every row that waits for a checkpoint.
 */
const notePositions = statement(
  (db, { from, to, position }: { from: number; to: number; position: number }) =>
    db
      .updateTable('waiting_event')
      .set((eb) => ({
        position: eb
          .selectFrom('feed')
          .select('feed.position')
          .whereRef('feed.event_id', '=', 'waiting_event.event_id')
          .where('feed.position', '>=', position),
      }))
      .where('waiting_event.number', '>=', from)
      .where('waiting_event.number', '<=', to)
      .where('waiting_event.position', 'is', null)
      .where((eb) => eb('waiting_event.refused', '=', eb.lit(0))),
);

/** Marks rows of the queue as refused. */
export async function refuse(db: Kysely<Tables>, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await db.updateTable('waiting_event').set({ refused: 1 }).where('number', 'in', numbers).execute();
}

/** Each event once. If two rows have the same event, the gateway has written at most one of them. */
export function withoutRepeats<Row extends Pick<EventRow, 'id'>>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
