import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Coverage } from '../../../engine/crypto/covered-row.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { readEventData } from '../../../trail/record/event-data.ts';
import type { EventType } from '../../../trail/record/event-types.ts';
import { provenRecords } from '../../../trail/record/proven-records.ts';

export type ServicingRow = Selectable<Tables['servicing']>;

/** How the MAC covers each column. A missing column is a compile error. */
const COVERAGE = {
  id: 'value',
  partner_id: 'value',
  customer_id: 'value',
  currency: 'value',
  country: 'value',
  amount: 'value',
  fee: 'value',
  period_days: 'value',
  repayment_order: 'value',
  funded_on: 'value',
  due_on: 'value',
  original_due_on: 'value',
  pay_by: 'value',
  extensions: 'value',
  extension_reason: 'presence',
  principal_outstanding: 'value',
  fee_outstanding: 'value',
  refund_receivable: 'value',
  excess: 'value',
  reported: 'value',
  paid: 'value',
  fee_earned: 'value',
  fee_unearned: 'value',
  refunded: 'value',
  applied_principal: 'value',
  applied_fee: 'value',
  applied_refund: 'value',
  applied_recovery: 'value',
  fee_waived: 'value',
  written_off_principal: 'value',
  written_off_fee: 'value',
  written_off_on: 'value',
  written_off_code: 'value',
  recovered: 'value',
  closed_on: 'value',
  excess_since: 'value',
  earned_until: 'value',
  notice: 'value',
  recorded_at: 'value',
  entries: 'value',
  updated_at: 'value',
  steps: 'value',
  mac: 'none',
} as const satisfies Record<keyof ServicingRow, Coverage>;

/** The additional authenticated data of the reason of an extension: binds it to its row. */
export const extensionReasonAad = (id: string): string => `servicing.extension_reason/${id}`;

/** The events of the first row, and of a row for a settlement of an earlier version. */
const OPENING_STEPS = ['funding.disbursed', 'funding.opened'] as const satisfies readonly EventType[];

/** The events that change a row. Each change writes exactly one of them. */
export const SERVICING_STEPS = [
  ...OPENING_STEPS,
  'funding.disbursement_returned',
  'funding.disbursement_corrected',
  'funding.balance_changed',
  'funding.due_soon',
  'funding.overdue',
  'funding.fee_waived',
  'funding.written_off',
  'funding.excess_refunded',
  'funding.due_on_changed',
  'funding.fee_earned',
] as const satisfies readonly EventType[];
export type ServicingStep = (typeof SERVICING_STEPS)[number];

export const PROVEN_SERVICING = provenRecords<Omit<ServicingRow, 'mac'>>({
  table: 'servicing',
  name: 'Servicing',
  coverage: COVERAGE,
  subject: 'funding',
  created: OPENING_STEPS,
  // An earlier version sent money without a row. Its event does not name the day.
  makesRow: ({ type, data }) =>
    type !== 'funding.disbursed' || readEventData(z.looseObject({ funded_on: z.string() }), data) !== null,
  steps: SERVICING_STEPS,
  historyFault: ({ steps }, recorded) =>
    steps === recorded.length ? null : `was changed ${steps} times, and ${recorded.length} events record it`,
});

export const {
  mac: servicingMac,
  placeOf: servicingAad,
  /** Called at every read and every change. */
  requireGenuine: requireGenuineServicing,
  recordedSteps: recordedServicingSteps,
} = PROVEN_SERVICING;
