import type { Selectable } from 'kysely';
import { statement } from '../../../engine/sql/statement.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import { lockRows } from '../../../pipeline/rows/row-locks.ts';
import { ownedAmong, ownerSeenBy } from '../../../pipeline/rows/tenancy.ts';

/** The columns of a customer that its record follows from. They never change. */
export type Origin = Pick<
  Selectable<Tables['customer']>,
  'id' | 'partner_id' | 'company_country' | 'created_at'
>;

const ORIGIN = ['id', 'partner_id', 'company_country', 'created_at'] as const;

/**
 * Locks the records of customers. The order is always the same, so that transactions that lock the same records wait for
 * each other without a deadlock.
 */
export const lockCustomers = (
  context: QueryContext,
  customerIds: readonly string[],
): Promise<readonly Origin[]> =>
  originsOf(
    context.db,
    { ids: customerIds, owner: ownerSeenBy(context.caller) },
    context.rowLocks ? 'locked' : 'read',
  );

/** What the records of customers follow from, in the order of their ids. */
export const originsOf = statement(
  (db, { ids, owner }: { ids: readonly string[]; owner: string | null }, use: 'locked' | 'read') =>
    db
      .selectFrom('customer')
      .select(ORIGIN)
      .where('id', 'in', ids)
      .where(ownedAmong(owner))
      .orderBy('id')
      .$call(lockRows({ rowLocks: use === 'locked' })),
);
