import type { Kysely } from 'kysely';
import { keyId, type SecretKeys } from '../../engine/crypto/keys.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { waitingForPosition } from '../positions/unfed-events.ts';
import { hasValidMac } from '../record/event-mac.ts';
import { ALL_OF_EVENT, type EventRow } from '../record/event-row.ts';

/** Events of one checkpoint: some milliseconds of work, during which writers on SQLite and the event loop wait. */
export const CHECKPOINT_EVENTS_MAX = 500;

/** A position of the feed, with its event as the row is now; null if the event is gone. */
export interface PositionRow {
  readonly position: number;
  readonly number: number;
  readonly key: string | null;
  readonly mac: string | null;
  readonly event: EventRow | null;
}

/** The positions after a checkpoint, in their order. */
export async function positionsAfter(
  db: Kysely<Tables>,
  range: { readonly after: number; readonly limit: number },
): Promise<readonly PositionRow[]> {
  const rows = await selectAfter(db, range);
  return rows.map(({ position, number, key, mac, ...columns }) => ({
    position,
    number,
    key,
    mac,
    event: eventOf(columns),
  }));
}

const selectAfter = statement((db, { after, limit }: { after: number; limit: number }) =>
  db
    .selectFrom('feed')
    .leftJoin('event', 'event.number', 'feed.event_number')
    .select(ALL_OF_EVENT)
    .select(['feed.position', 'feed.event_number as number', 'event.key', 'event.mac'])
    .where('feed.position', '>', after)
    .orderBy('feed.position')
    .limit(limit),
);

type Joined = { readonly [Column in keyof EventRow]: EventRow[Column] | null };

/** The event of a row from a left join; null if there is none. */
export function eventOf(row: Joined): EventRow | null {
  const { id, type, subject, sequence, partner_id, actor, request_id, created_at, data } = row;
  if (id === null || type === null || subject === null || sequence === null) return null;
  if (actor === null || request_id === null || created_at === null || data === null) return null;
  return { id, type, subject, sequence, partner_id, actor, request_id, created_at, data };
}

export interface CheckedPosition extends PositionRow {
  /** Whether the gateway wrote the event as it is. */
  readonly isGenuine: boolean;
}

/**
 * The positions of the next checkpoint. MACs are checked again here: a position that the gateway did not write proves
 * nothing. The batch ends before an event whose key only other processes have: they make its checkpoint.
 */
export async function nextBatch(
  db: Kysely<Tables>,
  keys: SecretKeys,
  after: number,
): Promise<{ readonly rows: readonly CheckedPosition[]; readonly stop: PositionRow | null }> {
  const known = keys.map(keyId);
  const rows: CheckedPosition[] = [];
  for (const row of await positionsAfter(db, { after, limit: CHECKPOINT_EVENTS_MAX })) {
    const isGenuine = isGenuineRow(row, keys);
    if (!isGenuine && row.key !== null && !known.includes(row.key)) return { rows, stop: row };
    rows.push({ ...row, isGenuine });
  }
  return { rows, stop: null };
}

const isGenuineRow = ({ event, mac }: Pick<PositionRow, 'event' | 'mac'>, keys: SecretKeys): boolean =>
  event !== null && mac !== null && hasValidMac(event, mac, keys);

/**
 * How many events with a MAC of one of these keys have no checkpoint yet. Forged events without a position do not
 * count.
 */
export async function countWaiting(
  db: Kysely<Tables>,
  keys: readonly string[],
  after: number,
): Promise<number> {
  const fed = await db
    .selectFrom('feed')
    .innerJoin('event', 'event.number', 'feed.event_number')
    .select(({ fn }) => fn.countAll<number>().as('events'))
    .where('feed.position', '>', after)
    .where('event.key', 'in', keys)
    .executeTakeFirstOrThrow();
  const unfed = await waitingForPosition(db)
    .innerJoin('event', 'event.number', 'tail.number')
    .select(({ fn }) => fn.countAll<number>().as('events'))
    .where('event.key', 'in', keys)
    .executeTakeFirstOrThrow();
  const held = await db
    .selectFrom('held_event')
    .innerJoin('event', 'event.number', 'held_event.event_number')
    .select(({ fn }) => fn.countAll<number>().as('events'))
    .where('held_event.refused', '=', 0)
    .where('event.key', 'in', keys)
    .executeTakeFirstOrThrow();
  return fed.events + unfed.events + held.events;
}
