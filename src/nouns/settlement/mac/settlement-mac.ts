import { type Coverage, type CoveredColumn, coveredColumns } from '../../../engine/crypto/covered-row.ts';
import { forgedRow, type RowMacs } from '../../../engine/crypto/row-mac.ts';
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
  decision_reason: 'presence',
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

const coveredOf = coveredColumns(COVERAGE);

type Covered = CoveredColumn<typeof COVERAGE>;
type CoveredRow = Pick<SettlementRow, Covered>;

/** A settlement as a move needs it: all columns that its MAC covers. */
export type ProvenRow = CoveredRow & Pick<SettlementRow, 'mac'>;

/** The names of these columns. */
export const PROVEN_COLUMNS = Object.entries(COVERAGE).flatMap(([column, coverage]) =>
  isCovered(column) && coverage !== 'none' ? [column] : [],
);

/** The columns of a settlement that lists read. */
export const LISTED_COLUMNS = [...PROVEN_COLUMNS, 'mac', 'kyc_changed'] as const;

/** A settlement as lists read it. It is shown by `listedSettlement` only. */
export type ListedRow = ProvenRow & Pick<SettlementRow, 'kyc_changed'>;

function isCovered(column: string): column is Covered {
  return Object.hasOwn(COVERAGE, column);
}

export const settlementRowAad = (id: string) => `instant_settlement/${id}`;

export const settlementMac = (macs: RowMacs, row: CoveredRow): string =>
  macs.make(settlementRowAad(row.id), coveredOf(row));

export const isGenuineSettlement = (macs: RowMacs, row: ProvenRow): boolean =>
  macs.isOurs(settlementRowAad(row.id), coveredOf(row), row.mac);

/** Throws if the gateway did not write the row. Called at every read and every move. */
export function requireGenuineSettlement(macs: RowMacs, row: ProvenRow): void {
  if (!isGenuineSettlement(macs, row)) throw forgedRow(settlementRowAad(row.id));
}
