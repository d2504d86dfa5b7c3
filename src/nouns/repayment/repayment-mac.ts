import type { Coverage } from '../../engine/crypto/covered-row.ts';
import { provenRecords } from '../../trail/record/proven-records.ts';
import type { RepaymentRow } from './repayment.present.ts';
import { OPENING_EVENT_TYPES, STEP_EVENT_TYPES } from './repayment.rules.ts';
import { repaymentHistoryFault } from './repayment-history-fault.ts';

/** How the MAC of a repayment covers each column. A missing column is a compile error. */
const COVERAGE = {
  id: 'value',
  settlement_id: 'value',
  partner_id: 'value',
  customer_id: 'value',
  currency: 'value',
  amount: 'value',
  received_on: 'value',
  source: 'value',
  reference: 'presence',
  reference_hash: 'value',
  status: 'value',
  allocated_principal: 'value',
  allocated_fee: 'value',
  allocated_refund: 'value',
  allocated_excess: 'value',
  allocated_recovery: 'value',
  reported: 'presence',
  reversed_on: 'value',
  reversal_kind: 'value',
  reversal_reason: 'presence',
  decline_reason: 'presence',
  created_at: 'value',
  updated_at: 'value',
  steps: 'value',
  mac: 'none',
} as const satisfies Record<keyof RepaymentRow, Coverage>;

export const PROVEN_REPAYMENTS = provenRecords<Omit<RepaymentRow, 'mac'>>({
  table: 'repayment',
  name: 'Repayment',
  coverage: COVERAGE,
  madeWithSecret: ['reference_hash'],
  subject: 'repayment',
  created: OPENING_EVENT_TYPES,
  steps: STEP_EVENT_TYPES,
  historyFault: repaymentHistoryFault,
});

export const {
  placeOf: repaymentRowAad,
  mac: repaymentMac,
  /** Called at every read and every change. */
  requireGenuine: requireGenuineRepayment,
  recordedSteps: recordedRepaymentSteps,
} = PROVEN_REPAYMENTS;
