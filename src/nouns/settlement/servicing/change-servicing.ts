import type { CommandContext } from '../../../pipeline/operation.ts';
import type { SettlementRow } from '../settlement.present.ts';
import type { Serviced } from './lock-serviced.ts';
import type { Allocation, Fact } from './servicing.facts.ts';
import type { ServicingRow } from './servicing-mac.ts';

/** The rows after a fact. */
export interface Changed {
  readonly settlement: SettlementRow;
  readonly servicing: ServicingRow;
  /** How a repayment was divided; null for other facts. */
  readonly allocation: Allocation | null;
}

/**
 * The one way in which what is owed changes: writes the entries, the row under its MAC, the events and the move of the
 * settlement. The caller has locked both rows (`lockServiced`).
 */
export async function changeServicing(
  _context: CommandContext,
  _serviced: Serviced,
  _fact: Fact,
): Promise<Changed> {
  throw new Error('Not built yet.');
}
