import { sql } from 'kysely';
import type { CommandContext } from '../../pipeline/operation.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';

/** Statuses of approved settlements before their money is sent. */
const OFFERED = ['approved', 'accepted'];

/**
 * Marks the offers of a customer as approved on an older KYC. So the queue of settlements to disburse finds them
 * without reading each record. The caller has locked the record. The offers are locked in the order of their ids, as in
 * every transaction that locks several.
 */
export async function markKycChanged({ db, rowLocks }: CommandContext, customerId: string): Promise<void> {
  const offers = await db
    .selectFrom('instant_settlement')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', 'in', OFFERED)
    .where('kyc_changed', '=', 0)
    // Makes SQLite use the index on the status. With the index on customers it would read every settlement of the
    // customer.
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
