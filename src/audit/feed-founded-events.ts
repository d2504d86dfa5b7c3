import type { Kysely } from 'kysely';
import { addToFeed } from '../journal/feed.ts';
import type { EventRow } from '../journal/record.ts';
import type { Tables } from '../kernel/sql/tables.ts';

/**
 * Gives positions to events from before events had MACs. Versions of that time named the partner in events about an
 * operator's key, which are not for partners.
 */
export async function feedFoundedEvents(db: Kysely<Tables>, events: readonly EventRow[]): Promise<void> {
  const keys = await db.selectFrom('api_key').select('id').where('role', '=', 'operator').execute();
  const ofOperators = new Set(keys.map(({ id }) => `key/${id}`));
  await addToFeed(
    db,
    events.map((event) => ({
      event: ofOperators.has(event.subject) ? { ...event, partner_id: null } : event,
    })),
  );
}
