import type { Selectable } from 'kysely';
import { z } from 'zod';
import { coverageOf } from '../../../trail/record/coverage.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { readEventData } from '../../../trail/record/event-data.ts';
import type { EventType } from '../../../trail/record/event-types.ts';
import { provenRecords, stepsFault } from '../../../trail/record/proven-records.ts';

export type ServicingRow = Selectable<Tables['servicing']>;

/** How the MAC covers each column. */
const COVERAGE = coverageOf('servicing', {
  extension_reason: 'presence',
});

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
  historyFault: stepsFault,
});

export const {
  withMac: withServicingMac,
  placeOf: servicingAad,
  /** Called at every read and every change. */
  requireGenuine: requireGenuineServicing,
  recordedSteps: recordedServicingSteps,
} = PROVEN_SERVICING;
