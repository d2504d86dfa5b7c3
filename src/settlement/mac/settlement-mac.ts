import {
  type Coverage,
  type CoveredColumn,
  coveredContent,
  forgedRow,
  type RowMacs,
} from '../../crypto/row-mac.ts';
import type { SettlementRow } from '../settlement.present.ts';

/** How the MAC of a settlement covers each column. A missing column is a compile error. */
const COVERAGE = {
  id: 'value',
  partner_id: 'value',
  customer_id: 'value',
  currency: 'value',
  amount: 'value',
  account_chargeback_rate: 'value',
  account_refund_rate: 'value',
  settlement_period: 'value',
  interest_rate: 'value',
  // Encrypted, bound to the row, never changed and never null. Reading its megabytes for each move would take too long.
  transactions: 'none',
  status: 'value',
  decision_reason: 'value',
  sealed_decision_reason: 'presence',
  offer_expires_at: 'value',
  denial_reason: 'value',
  denial_note: 'presence',
  disbursement_reference: 'presence',
  approved_kyc_revision: 'value',
  // Only sorts a list; the check before a disbursement compares revisions.
  kyc_changed: 'none',
  created_at: 'value',
  updated_at: 'value',
  steps: 'value',
  mac: 'none',
} as const satisfies Record<keyof SettlementRow, Coverage>;

const contentOf = coveredContent(COVERAGE);

type Covered = CoveredColumn<typeof COVERAGE>;
type CoveredRow = Pick<SettlementRow, Covered>;

/** A settlement as a move needs it: all columns that its MAC covers. */
export type ProvenRow = CoveredRow & Pick<SettlementRow, 'mac'>;

/** The names of these columns. */
export const PROVEN_COLUMNS = Object.entries(COVERAGE).flatMap(([column, coverage]) =>
  isCovered(column) && coverage !== 'none' ? [column] : [],
);

function isCovered(column: string): column is Covered {
  return Object.hasOwn(COVERAGE, column);
}

export const settlementRowAad = (id: string) => `instant_settlement/${id}`;

export const settlementMac = (macs: RowMacs, row: CoveredRow): string =>
  macs.make(settlementRowAad(row.id), contentOf(row));

export const isGenuineSettlement = (macs: RowMacs, row: ProvenRow): boolean =>
  macs.isOurs(settlementRowAad(row.id), contentOf(row), row.mac);

/** Throws where the gateway did not write the row. Called at every single read and every move. */
export function requireGenuineSettlement(macs: RowMacs, row: ProvenRow): void {
  if (!isGenuineSettlement(macs, row)) throw forgedRow(settlementRowAad(row.id));
}
