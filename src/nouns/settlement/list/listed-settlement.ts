import type { QueryContext } from '../../../pipeline/operation.ts';
import { type InstantSettlementSummary, summarizeSettlement } from '../settlement.present.ts';
import { type ListedRow, requireGenuineSettlement } from '../proven-settlements.ts';

/** A settlement as lists show it. Throws if the gateway did not write its row. */
export function listedSettlement(
  { rowMacs, now }: Pick<QueryContext, 'rowMacs' | 'now'>,
  row: ListedRow,
): InstantSettlementSummary {
  requireGenuineSettlement(rowMacs, row);
  return summarizeSettlement(row, now);
}
