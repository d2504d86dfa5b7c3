import { noSuch } from '../../kernel/errors.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import { visibleTo } from '../../pipeline/rows/tenancy.ts';
import { lockProvenServiced, type ProvenServiced } from '../settlement/servicing/lock-servicing.ts';
import type { RepaymentRow } from './repayment.present.ts';
import { requireGenuineRepayment } from './repayment-mac.ts';

export type RepaymentIds = { readonly repayment_id: string };

/** The repayment. Throws `resource_missing` if the caller may not see it. */
export async function findRepayment(context: QueryContext, ids: RepaymentIds): Promise<RepaymentRow> {
  const row = await visibleRepayment(context, ids).executeTakeFirstOrThrow(missing);
  requireGenuineRepayment(context.rowMacs, row);
  return row;
}

export interface Locked {
  readonly repayment: RepaymentRow;
  readonly serviced: ProvenServiced;
}

/**
 * The repayment and its settlement, both locked until the transaction ends. The settlement is locked first, as in every
 * change of what is owed. Two lock orders would cause deadlocks.
 */
export async function lockRepayment(context: QueryContext, ids: RepaymentIds): Promise<Locked> {
  const { settlement_id: funding_id } = await findRepayment(context, ids);
  const serviced = await lockProvenServiced(context, funding_id);
  // Read again, because it may have changed before the lock was taken.
  const row = await visibleRepayment(context, ids).$call(lockRows(context)).executeTakeFirstOrThrow(missing);
  requireGenuineRepayment(context.rowMacs, row);
  return { repayment: row, serviced };
}

const visibleRepayment = ({ db, caller }: QueryContext, { repayment_id }: RepaymentIds) =>
  db.selectFrom('repayment').selectAll().where('id', '=', repayment_id).where(visibleTo(caller));

const missing = () => noSuch('repayment');
