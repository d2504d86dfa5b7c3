import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import { type Findings, removed } from '../../trail/checkpoint/findings.ts';
import { partnerOf } from '../../trail/record/withheld.ts';
import { purgedPartners } from './purged-partners.ts';
import { BATCH_ROWS, PROGRESS_ROWS, readInBatches } from './read-in-batches.ts';

/** Before and after the subjects of all customers, in their order. */
const [FIRST, LAST] = ['customer/', 'customer0'];

/**
 * Reports customers that are gone although the trail has them, unless their partner was purged. Lists of events by
 * partner find the first events of a customer by its row, and miss them without it.
 */
export async function verifyCustomers(
  db: Kysely<Tables>,
  { findings, progress }: { readonly findings: Findings; readonly progress: (sentence: string) => void },
): Promise<void> {
  const id = sql<string>`substr(event.subject, ${sql.lit(FIRST.length + 1)})`;
  const created = readInBatches<{ subject: string; partner_id: string | null; kept: string | null }>(
    (after) =>
      db
        .selectFrom('event')
        .leftJoin('customer', (join) => join.on('customer.id', '=', id))
        .select(['event.subject', 'event.partner_id', 'customer.id as kept'])
        .where('event.subject', '>', after?.subject ?? FIRST)
        .where('event.subject', '<', LAST)
        .where('event.sequence', '=', 1)
        .orderBy('event.subject')
        .limit(BATCH_ROWS)
        .execute(),
  );
  const purged = await purgedPartners(db);
  let seen = 0;
  for await (const { kept, ...event } of created) {
    if (kept === null && !purged.has(partnerOf(event) ?? '')) findings.add(removed(event.subject));
    seen += 1;
    if (seen % PROGRESS_ROWS === 0) progress(`customers: ${seen.toLocaleString('en')}`);
  }
}
