import { type Kysely, sql, type SqlBool } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import { unwithheldName, withheldSubject } from '../../trail/record/withheld.ts';

const PARTNER = withheldSubject(sql`'partner/' || ${unwithheldName(sql`event.partner_id`)}`);

/**
 * Whether the records of the partner of an event were removed, by the trail, which proves its events. A purge may begin
 * at any moment. So this stands in the statement that misses the row: both are of the same moment.
 */
export const OF_PURGED_PARTNER = sql<SqlBool>`exists (
  select 1 from event as purge where purge.subject = ${PARTNER} and purge.type || '' = 'partner.purged')`;

/** Whether a partner, customer or settlement is of a purged partner, by its first event. */
export async function isOfPurgedPartner(db: Kysely<Tables>, id: string): Promise<boolean> {
  const first = await db
    .selectFrom('event')
    .select('event.id')
    .where('event.subject', 'in', [`partner/${id}`, `customer/${id}`, `funding/${id}`])
    .where('event.sequence', '=', 1)
    .where(OF_PURGED_PARTNER)
    .executeTakeFirst();
  return first !== undefined;
}
