import { sql } from 'kysely';
import type { CommandContext } from '../pipeline/operation.ts';

/** Of a settlement whose money was not sent yet, though it was approved. */
const OFFERED = ['approved', 'accepted'];

/**
 * Notes at the offers of a customer that its papers are not those any more that they were approved on, so that the list of
 * what to disburse finds them without looking at each record. The caller holds the record; the offers are locked in the
 * order of their ids, as everybody does who wants several.
 */
export async function markKycChanged({ db, rowLocks }: CommandContext, customerId: string): Promise<void> {
  const offers = await db
    .selectFrom('instant_settlement')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', 'in', OFFERED)
    .where('kyc_changed', '=', 0)
    // Put so that SQLite finds them by their status: in the order of the customer's list it would open every one.
    .orderBy(sql`id || ''`)
    .$if(rowLocks, (query) => query.forNoKeyUpdate())
    .execute();
  if (offers.length === 0) return;
  await db
    .updateTable('instant_settlement')
    .set({ kyc_changed: 1 })
    .where(
      'id',
      'in',
      offers.map(({ id }) => id),
    )
    .execute();
}
