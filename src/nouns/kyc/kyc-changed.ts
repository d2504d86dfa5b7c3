import { sql } from 'kysely';
import type { CommandContext } from '../../pipeline/operation.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';

/** Statuses of approved settlements whose money was not sent yet. */
const OFFERED = ['approved', 'accepted'];

/**
 * Marks the offers of a customer as approved on an older KYC, so that the queue of settlements to disburse finds them
 * without reading each record. The caller has locked the record. Locks the offers in the order of their ids, as every
 * transaction does that locks several.
 */
export async function markKycChanged({ db, rowLocks }: CommandContext, customerId: string): Promise<void> {
  const offers = await db
    .selectFrom('instant_settlement')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', 'in', OFFERED)
    .where('kyc_changed', '=', 0)
    // Written so that SQLite uses the index on the status: with the customer's index it would read every settlement.
    .orderBy(sql`id || ''`)
    .$call(lockRows({ rowLocks }))
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
