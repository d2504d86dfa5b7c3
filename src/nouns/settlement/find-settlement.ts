import { noSuch } from '../../kernel/errors.ts';
import { findKyc } from '../kyc/kyc.operations.ts';
import type { KycRow } from '../kyc/kyc.present.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import { visibleTo } from '../../pipeline/rows/tenancy.ts';
import type { SettlementRow } from './settlement.present.ts';
import { requireGenuineSettlement } from './proven-settlements.ts';

/** The id of a settlement. On REST the path may also name its customer. */
export type SettlementIds = { readonly funding_id: string; readonly customer_id: string | null };

/**
 * The settlement, locked until the transaction ends. Throws `resource_missing` if the caller may not see it, and
 * `service_unavailable` if the gateway did not write its row.
 */
export async function findSettlement(context: QueryContext, ids: SettlementIds): Promise<SettlementRow> {
  const row = await visibleSettlements(context, ids)
    .selectAll()
    .$call(lockRows(context))
    .executeTakeFirstOrThrow(missingSettlement);
  requireGenuineSettlement(context.rowMacs, row);
  return row;
}

/**
 * The settlement and the KYC record of its customer, both locked. The record is locked first, because a change of a
 * record also marks the settlements of its customer. Two lock orders would cause deadlocks.
 */
export async function findSettlementAndKyc(
  context: QueryContext,
  ids: SettlementIds,
): Promise<{ readonly settlement: SettlementRow; readonly kyc: KycRow }> {
  const seen = await visibleSettlements(context, ids)
    .select('customer_id')
    .executeTakeFirstOrThrow(missingSettlement);
  const kyc = await findKyc(context, { customer_id: seen.customer_id, country: null });
  return { settlement: await findSettlement(context, ids), kyc };
}

/** The id of a settlement that the caller may see. Throws `resource_missing`. */
export async function settlementId(
  context: QueryContext,
  { funding_id }: Pick<SettlementIds, 'funding_id'>,
): Promise<string> {
  const found = visibleSettlements(context, { funding_id, customer_id: null }).select('id');
  return (await found.executeTakeFirstOrThrow(missingSettlement)).id;
}

function visibleSettlements({ db, caller }: QueryContext, ids: SettlementIds) {
  return db
    .selectFrom('instant_settlement')
    .where('id', '=', ids.funding_id)
    .where(visibleTo(caller))
    .$if(ids.customer_id !== null, (query) => query.where('customer_id', '=', ids.customer_id));
}

export const missingSettlement = () => noSuch('instant settlement');
