import type { QueryContext } from '../../../pipeline/operation.ts';
import { lockRows } from '../../../pipeline/rows/row-locks.ts';
import { findSettlement, type SettlementIds } from '../find-settlement.ts';
import type { ProvenRow } from '../settlement-mac.ts';
import type { SettlementRow } from '../settlement.present.ts';
import { findFormer } from './former-servicing.ts';
import { requireGenuineServicing, type ServicingRow } from './servicing-mac.ts';

/** A settlement, and what is owed for it. */
export interface Serviced<Row extends ProvenRow = SettlementRow> {
  readonly settlement: Row;
  /** Null before the money was sent. Not stored yet, if an earlier version sent it (`former-servicing.ts`). */
  readonly servicing: ServicingRow | null;
}

/**
 * The settlement and its servicing, locked until the transaction ends; a query does not lock. Throws
 * `resource_missing`, and `service_unavailable` if the gateway did not write a row.
 */
export async function lockServiced(context: QueryContext, ids: SettlementIds): Promise<Serviced> {
  const settlement = await findSettlement(context, ids);
  const stored = await findServicing(context, settlement.id);
  const servicing = stored ?? (await findFormer(context, [settlement])).get(settlement.id)?.row ?? null;
  return { settlement, servicing };
}

/** The stored servicing of a settlement that the caller may see; null if there is none. */
export async function findServicing(context: QueryContext, id: string): Promise<ServicingRow | null> {
  const row = await context.db
    .selectFrom('servicing')
    .selectAll()
    .where('id', '=', id)
    .$call(lockRows(context))
    .executeTakeFirst();
  if (row === undefined) return null;
  requireGenuineServicing(context.rowMacs, row);
  return row;
}
