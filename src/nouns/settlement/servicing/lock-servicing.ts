import type { QueryContext } from '../../../pipeline/operation.ts';
import { inParts } from '../../../engine/sql/in-parts.ts';
import { lockRows } from '../../../pipeline/rows/row-locks.ts';
import { visibleTo } from '../../../pipeline/rows/tenancy.ts';
import { findSettlement, missingSettlement, type SettlementIds } from '../find-settlement.ts';
import { PROVEN_COLUMNS, type ProvenRow, requireGenuineSettlement } from '../proven-settlements.ts';
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

/** A settlement without its transactions, and what is owed for it. */
export type ProvenServiced = Serviced<ProvenRow>;

/**
 * Several settlements and what is owed for them, without their transactions, which may have megabytes. Locked in the
 * order of their ids, so that two transactions cannot deadlock. Those that the caller may not see are left out.
 */
export async function lockServicedAmong(
  context: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProvenServiced>> {
  const found = new Map<string, ProvenServiced>();
  for (const some of inParts([...new Set(ids)].toSorted())) {
    const settlements = await context.db
      .selectFrom('instant_settlement')
      .select(PROVEN_COLUMNS)
      .select('mac')
      .where('id', 'in', some)
      .where(visibleTo(context.caller))
      .orderBy('id')
      .$call(lockRows(context))
      .execute();
    const stored = await storedAmong(context, some);
    const former = await findFormer(
      context,
      settlements.filter(({ id }) => !stored.has(id)),
    );
    for (const settlement of settlements) {
      const { id } = settlement;
      requireGenuineSettlement(context.rowMacs, settlement);
      found.set(id, { settlement, servicing: stored.get(id) ?? former.get(id)?.row ?? null });
    }
  }
  return found;
}

/** Like `lockServiced`, without the transactions of the settlement. */
export async function lockProvenServiced(context: QueryContext, id: string): Promise<ProvenServiced> {
  const found = (await lockServicedAmong(context, [id])).get(id);
  if (found === undefined) throw missingSettlement();
  return found;
}

async function storedAmong(
  context: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ServicingRow>> {
  const rows = await context.db
    .selectFrom('servicing')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .$call(lockRows(context))
    .execute();
  for (const row of rows) requireGenuineServicing(context.rowMacs, row);
  return new Map(rows.map((row) => [row.id, row]));
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
