import { refusal } from '../kernel/errors.ts';
import type { QueryContext } from '../pipeline/operation.ts';
import { visibleTo } from '../pipeline/tenancy.ts';
import type { SettlementRow } from './settlement.present.ts';
import { requireGenuineSettlement } from './settlement-mac.ts';

/** Which settlement is meant; on REST the path may name its customer too. */
export type SettlementIds = { readonly funding_id: string; readonly customer_id: string | 'any' };

/**
 * The settlement that the caller may see, kept from changing until the transaction ends; or `resource_missing`, or
 * `service_unavailable` where its row was written past the gateway.
 */
export async function findSettlement(
  { db, caller, rowLocks, rowMacs }: QueryContext,
  ids: SettlementIds,
): Promise<SettlementRow> {
  const row = await db
    .selectFrom('instant_settlement')
    .selectAll()
    .where('id', '=', ids.funding_id)
    .where(visibleTo(caller))
    .$if(ids.customer_id !== 'any', (query) => query.where('customer_id', '=', ids.customer_id))
    .$if(rowLocks, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (row === undefined) throw refusal('resource_missing', 'There is no such instant settlement.');
  requireGenuineSettlement(rowMacs, row);
  return row;
}
