import type { Kysely } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import { partnerOf } from '../../trail/record/withheld.ts';

/** The partners of a sandbox whose records were removed, by the trail, which proves its events. */
export async function purgedPartners(db: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const events = await db
    .selectFrom('event')
    .select('partner_id')
    .where('type', '=', 'partner.purged')
    .execute();
  return new Set(events.flatMap((event) => partnerOf(event) ?? []));
}
