import type { CoveredColumn } from '../../engine/crypto/covered-row.ts';
import { coverageOf } from '../../trail/record/coverage.ts';
import { provenRecords, stepsFault } from '../../trail/record/proven-records.ts';
import { eventTypeOf, STEP_EVENT_TYPES } from './settlement-events.rules.ts';
import type { SettlementRow } from './settlement.present.ts';
import { historyFault } from './settlement-history-fault.ts';

/** How the MAC of a settlement covers each column. */
const COVERAGE = coverageOf('instant_settlement', {
  // Encrypted, bound to the row, never changed and never null. They are megabytes, so reading them for each move would
  // take too long.
  transactions: 'none',
  decision_reason: 'presence',
  denial_note: 'presence',
  disbursement_reference: 'presence',
  // A search compares the reference itself. Covered, the row would look forged to a gateway of an earlier version.
  disbursement_reference_hash: 'none',
  // It only sorts a list. The check before a disbursement compares revisions instead.
  kyc_changed: 'none',
  // It only corrects the lists of the first interface. What one settlement shows follows from the trail.
  reopened: 'none',
});

type Covered = CoveredColumn<typeof COVERAGE>;
type CoveredRow = Pick<SettlementRow, Covered>;

/** The columns that a move needs: all that the MAC covers. */
export type ProvenRow = CoveredRow & Pick<SettlementRow, 'mac'>;

/** The names of the columns that the MAC covers. */
export const PROVEN_COLUMNS = Object.entries(COVERAGE).flatMap(([column, coverage]) =>
  isCovered(column) && coverage !== 'none' ? [column] : [],
);

/** The columns of a settlement that lists read. */
export const LISTED_COLUMNS = [...PROVEN_COLUMNS, 'mac', 'kyc_changed'] as const;

/** A settlement as lists read it. Show it only through `listedSettlement`. */
export type ListedRow = ProvenRow & Pick<SettlementRow, 'kyc_changed'>;

function isCovered(column: string): column is Covered {
  return Object.hasOwn(COVERAGE, column);
}

export const PROVEN_SETTLEMENTS = provenRecords<CoveredRow>({
  table: 'instant_settlement',
  name: 'Settlement',
  coverage: COVERAGE,
  subject: 'funding',
  created: [eventTypeOf('submit')],
  steps: STEP_EVENT_TYPES,
  historyFault: (row, steps) => stepsFault(row, steps) ?? historyFault(row, steps),
});

export const {
  placeOf: settlementRowAad,
  withMac: withSettlementMac,
  /** Called at every read and every move. */
  requireGenuine: requireGenuineSettlement,
  recordedSteps,
} = PROVEN_SETTLEMENTS;
