import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from '../../../engine/sql/tables.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import { ownedAmong, ownedBy } from '../../../pipeline/rows/tenancy.ts';
import type { RepaymentFilter } from '../repayment.input.ts';

type Context = Pick<QueryContext, 'db' | 'referenceHash'>;

/** The repayments of a partner, or of all partners if it is null. */
export const repaymentsOf = (context: Context, owner: string | null, filter: RepaymentFilter) =>
  filtered(context, context.db.selectFrom('repayment').where(ownedBy(owner)), filter);

/** The repayments of a settlement, if it is of that partner. */
export const repaymentsOfSettlement = (
  context: Context,
  { settlement, owner }: { readonly settlement: string; readonly owner: string | null },
  filter: RepaymentFilter,
) =>
  filtered(
    context,
    context.db.selectFrom('repayment').where('settlement_id', '=', settlement).where(ownedAmong(owner)),
    filter,
  );

/** Whether a filter has more than a status, so that no counter has its total. */
export const isNarrow = ({ reference, received_from, received_until }: RepaymentFilter): boolean =>
  [reference, received_from, received_until].some((each) => each !== undefined);

function filtered<Row>(
  { referenceHash }: Context,
  query: SelectQueryBuilder<Tables, 'repayment', Row>,
  { status, reference, received_from, received_until }: RepaymentFilter,
) {
  return query
    .$if(status !== undefined, (some) => some.where('status', 'in', status ?? []))
    .$if(reference !== undefined, (some) =>
      some.where('reference_hash', 'in', referenceHash.makeAll(reference ?? '')),
    )
    .$if(received_from !== undefined, (some) => some.where('received_on', '>=', received_from ?? ''))
    .$if(received_until !== undefined, (some) => some.where('received_on', '<=', received_until ?? ''));
}
