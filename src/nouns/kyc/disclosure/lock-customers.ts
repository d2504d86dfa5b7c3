import type { Selectable } from 'kysely';
import type { Tables } from '../../../engine/sql/tables.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import { lockRows } from '../../../pipeline/rows/row-locks.ts';
import { visibleTo } from '../../../pipeline/rows/tenancy.ts';

/** The columns of a customer that its record follows from. They never change. */
export type Origin = Pick<
  Selectable<Tables['customer']>,
  'id' | 'partner_id' | 'company_country' | 'created_at'
>;

export const ORIGIN = ['id', 'partner_id', 'company_country', 'created_at'] as const;

/**
 * Locks the records of customers. The order is always the same, so that transactions that lock the same records wait for
 * each other without a deadlock.
 */
export const lockCustomers = (
  context: QueryContext,
  customerIds: readonly string[],
): Promise<readonly Origin[]> =>
  context.db
    .selectFrom('customer')
    .select(ORIGIN)
    .where('id', 'in', customerIds)
    .where(visibleTo(context.caller))
    .orderBy('id')
    .$call(lockRows(context))
    .execute();
