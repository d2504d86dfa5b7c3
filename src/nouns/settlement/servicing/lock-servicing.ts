import type { QueryContext } from '../../../pipeline/operation.ts';
import { inParts } from '../../../engine/sql/in-parts.ts';
import { statement } from '../../../engine/sql/statement.ts';
import { lockRows } from '../../../pipeline/rows/row-locks.ts';
import { ownedAmong, ownerSeenBy } from '../../../pipeline/rows/tenancy.ts';
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
 * Several settlements and what is owed for them, without their transactions, which may have megabytes. They are locked
 * in the order of their ids, so that two transactions cannot deadlock. Settlements that the caller may not see are left
 * out.
 */
export async function lockServicedAmong(
  context: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProvenServiced>> {
  const found = new Map<string, ProvenServiced>();
  for (const some of inParts([...new Set(ids)].toSorted())) {
    const settlements = await selectSettlements(
      context.db,
      { ids: some, owner: ownerSeenBy(context.caller) },
      lockOf(context),
    );
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
  const rows = await selectServicing(context.db, { ids }, lockOf(context));
  for (const row of rows) requireGenuineServicing(context.rowMacs, row);
  return new Map(rows.map((row) => [row.id, row]));
}

type Lock = 'locked' | 'free';
const lockOf = ({ rowLocks }: QueryContext): Lock => (rowLocks ? 'locked' : 'free');

interface SettlementsAsked {
  readonly ids: readonly string[];
  /** Null for all partners. */
  readonly owner: string | null;
}

const selectSettlements = statement((db, { ids, owner }: SettlementsAsked, lock: Lock) =>
  db
    .selectFrom('instant_settlement')
    .select(PROVEN_COLUMNS)
    .select('mac')
    .where('id', 'in', ids)
    .where(ownedAmong(owner))
    .orderBy('id')
    .$call(lockRows({ rowLocks: lock === 'locked' })),
);

const selectServicing = statement((db, { ids }: { readonly ids: readonly string[] }, lock: Lock) =>
  db
    .selectFrom('servicing')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .$call(lockRows({ rowLocks: lock === 'locked' })),
);

/** The stored servicing of a settlement that the caller may see; null if there is none. */
export async function findServicing(context: QueryContext, id: string): Promise<ServicingRow | null> {
  return (await storedAmong(context, [id])).get(id) ?? null;
}
