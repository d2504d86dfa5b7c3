import { coverageOf } from '../../trail/record/coverage.ts';
import { provenRecords, stepsFault } from '../../trail/record/proven-records.ts';
import type { RepaymentRow } from './repayment.present.ts';
import { OPENING_EVENT_TYPES, STEP_EVENT_TYPES } from './repayment.rules.ts';
import { repaymentHistoryFault } from './repayment-history-fault.ts';

/** How the MAC of a repayment covers each column. */
const COVERAGE = coverageOf('repayment', {
  reference: 'presence',
  reported: 'presence',
  reversal_reason: 'presence',
  decline_reason: 'presence',
});

export const PROVEN_REPAYMENTS = provenRecords<Omit<RepaymentRow, 'mac'>>({
  table: 'repayment',
  name: 'Repayment',
  coverage: COVERAGE,
  madeWithSecret: ['reference_hash'],
  subject: 'repayment',
  created: OPENING_EVENT_TYPES,
  steps: STEP_EVENT_TYPES,
  historyFault: (row, steps) => stepsFault(row, steps) ?? repaymentHistoryFault(row, steps),
});

export const {
  placeOf: repaymentRowAad,
  withMac: withRepaymentMac,
  /** Called at every read and every change. */
  requireGenuine: requireGenuineRepayment,
  recordedSteps: recordedRepaymentSteps,
} = PROVEN_REPAYMENTS;
