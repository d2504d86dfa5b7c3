import type { Kysely } from 'kysely';
import { keyId, type SecretKeys } from '../../engine/crypto/keys.ts';
import { secondsLater, timestamp } from '../../kernel/clock.ts';
import { inParts } from '../../engine/sql/in-parts.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { hasValidMac, takeRecent } from '../record/event-mac.ts';
import type { EventRow } from '../record/event-row.ts';
import { addToFeed, type FedEvent, lastPosition } from './feed.ts';
import type { Left, Passed } from './passed.ts';
import { heldEvents, unfedBetween, unfedEvents } from './unfed-events.ts';

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
  /** Each event up to this number that the transaction saw has a position or is held. */
  readonly done: number;
  /** The last number that the transaction saw. */
  readonly last: number;
  /** The events that the next relay need not look at; null if an event still waits. */
  readonly passed: Omit<Left, 'proven' | 'done'> | null;
}

/**
 * Gives the next positions to committed events, in the transaction of `db`. No other transaction may do so at the same
 * time. The order of `number` among committed events is the order of causes: an event of a subject waits for the commit
 * of the one before it, so it has a higher `number`.
 */
export async function givePositions(
  db: Kysely<Tables>,
  keys: SecretKeys,
  now: Date,
  known: Passed | null = null,
): Promise<Positions> {
  const end = await lastPosition(db);
  const before = known?.position === end ? known : null;
  const { rows, from, seen, last, isFull } = await unfedEvents(db, before);
  const own = rows.length === 0 ? null : takeRecent(rows, keys);
  if (own !== null) {
    const fed = await addToFeed(
      db,
      end,
      own.map(({ row: { number, traceparent }, event }) => ({ number, event, traceparent })),
    );
    const passed = { position: end + fed.length, from, seen, before };
    return { fed, refused: [], isFull, done: last, last, passed };
  }
  const read = await readEvents(db, keys, { from: rows[0]?.number ?? 0, to: rows.at(-1)?.number ?? 0, now });
  await hold(db, read.forged, 1);
  await hold(db, read.unknown, 0);
  const fed = await addToFeed(db, end, read.genuine.map(fedOf));
  await release(db, read.released);
  const done = read.stop === null ? last : read.stop - 1;
  return {
    fed,
    refused: read.forged.map(({ id }) => id),
    isFull: isFull && read.stop === null,
    done,
    last,
    passed: read.stop === null ? { position: end + fed.length, from, seen, before } : null,
  };
}

type UnfedRow = Awaited<ReturnType<typeof unfedBetween>>[number];

interface Read {
  readonly genuine: readonly UnfedRow[];
  readonly forged: readonly UnfedRow[];
  /** Events of a key that no running process knows. */
  readonly unknown: readonly UnfedRow[];
  /** Held events whose key is known now. */
  readonly released: readonly UnfedRow[];
  /** The number of an event that another process may still give its position; null if there is none. */
  readonly stop: number | null;
}

async function readEvents(
  db: Kysely<Tables>,
  keys: SecretKeys,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: Date },
): Promise<Read> {
  const known = keys.map(keyId);
  const released = await heldEvents(db, { known });
  const rows = await unfedBetween(db, { from, to });
  const since = timestamp(secondsLater(now, -UNKNOWN_KEY_WAIT_SECONDS));
  const until = timestamp(secondsLater(now, UNKNOWN_KEY_WAIT_SECONDS));
  const isKnown = (row: UnfedRow) => known.includes(row.key) || hasValidMac(row, row.mac, keys);
  const stop = rows.find((row) => !isKnown(row) && row.created_at > since && row.created_at < until);
  const due = [...released, ...rows.filter(({ number }) => stop === undefined || number < stop.number)];
  const genuine: UnfedRow[] = [];
  const forged: UnfedRow[] = [];
  const unknown: UnfedRow[] = [];
  for (const row of due) {
    if (!isKnown(row)) unknown.push(row);
    else if (hasValidMac(row, row.mac, keys)) genuine.push(row);
    else forged.push(row);
  }
  return { genuine, forged, unknown, released, stop: stop?.number ?? null };
}

function fedOf({ number, mac: _mac, key: _key, traceparent, ...event }: UnfedRow) {
  return { number, event: event satisfies EventRow, traceparent };
}

interface Numbered {
  readonly number: number;
}

/** Events of one statement. */
const HELD_ROWS_MAX = 256;

/** Holds events, so that the relay does not look at them again. */
export async function hold(db: Kysely<Tables>, events: readonly Numbered[], refused: 0 | 1): Promise<void> {
  const rows = events.map(({ number }) => ({ event_number: number, refused }));
  for (const part of inParts(rows, HELD_ROWS_MAX)) {
    await db
      .insertInto('held_event')
      .values(part)
      .onConflict((conflict) =>
        conflict.column('event_number').doUpdateSet(({ ref }) => ({ refused: ref('excluded.refused') })),
      )
      .execute();
  }
}

/** Removes the held events whose key was unknown. Forged events stay. */
async function release(db: Kysely<Tables>, events: readonly Numbered[]): Promise<void> {
  for (const part of inParts(events, HELD_ROWS_MAX)) {
    await db
      .deleteFrom('held_event')
      .where(
        'event_number',
        'in',
        part.map(({ number }) => number),
      )
      .where('refused', '=', 0)
      .execute();
  }
}
