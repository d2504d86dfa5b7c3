import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import { type Findings, removed } from '../../trail/checkpoint/findings.ts';
import { OF_PURGED_PARTNER } from './of-purged-partner.ts';
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
  const missed = sql<SqlBool>`case when customer.id is null then not ${OF_PURGED_PARTNER} else false end`;
  const created = readInBatches<{ readonly subject: string; readonly missed: SqlBool }>((after) =>
    db
      .selectFrom('event')
      .leftJoin('customer', (join) => join.on('customer.id', '=', id))
      .select(['event.subject', missed.as('missed')])
      .where('event.subject', '>', after?.subject ?? FIRST)
      .where('event.subject', '<', LAST)
      .where('event.sequence', '=', 1)
      .orderBy('event.subject')
      .limit(BATCH_ROWS)
      .execute(),
  );
  let seen = 0;
  for await (const event of created) {
    if (event.missed) findings.add(removed(event.subject));
    seen += 1;
    if (seen % PROGRESS_ROWS === 0) progress(`customers: ${seen.toLocaleString('en')}`);
  }
}
