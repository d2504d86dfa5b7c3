import { refusal } from '../kernel/errors.ts';
import type { QueryContext } from '../pipeline/operation.ts';
import { visibleTo } from '../pipeline/tenancy.ts';
import type { SettlementRow } from './settlement.present.ts';

/** Which settlement is meant; on REST the path may name its customer too. */
export type SettlementIds = { readonly funding_id: string; readonly customer_id: string | null };

/** The settlement that the caller may see, kept from changing until the transaction ends; or `resource_missing`. */
export async function findSettlement(
  { db, caller, rowLocks }: QueryContext,
  ids: SettlementIds,
): Promise<SettlementRow> {
  const row = await db
    .selectFrom('instant_settlement')
    .selectAll()
    .where('id', '=', ids.funding_id)
    .where(visibleTo(caller))
    .$if(ids.customer_id !== null, (query) => query.where('customer_id', '=', ids.customer_id))
    .$if(rowLocks, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (row === undefined) throw refusal('resource_missing', 'There is no such instant settlement.');
  return row;
}
