import type { Kysely } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';

/** Events of one look-up. It scans the whole queue: an index by event would make each write slower. */
export const LOOKED_UP_MAX = 10_000;

/** Returns which of the events wait in the queue; at most `LOOKED_UP_MAX` events. */
export async function queuedAmong(
  db: Kysely<Tables>,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('waiting_event')
    .select('event_id')
    .distinct()
    .where('event_id', 'in', eventIds)
    .execute();
  return new Set(rows.map(({ event_id }) => event_id));
}
