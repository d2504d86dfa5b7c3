import { coverageOf } from '../../trail/record/coverage.ts';
import { provenRecords, stepsFault } from '../../trail/record/proven-records.ts';
import { z } from 'zod';
import { readEventData } from '../../trail/record/event-data.ts';
import type { HoldRow } from './hold.present.ts';

/** The data of the event that begins a hold. */
const Placed = z.looseObject({ object_id: z.string().nullable() });

/** How the MAC of a hold covers each column. */
const COVERAGE = coverageOf('hold', {
  // Encrypted and bound to the row. A rotation of the secrets encrypts them again.
  reason: 'presence',
  lift_reason: 'presence',
});

export const PROVEN_HOLDS = provenRecords<Omit<HoldRow, 'mac'>>({
  table: 'hold',
  name: 'Hold',
  coverage: COVERAGE,
  subject: 'hold',
  created: ['hold.placed'],
  objectOf: ({ data }) => readEventData(Placed, data)?.object_id ?? null,
  steps: ['hold.placed', 'hold.lifted'],
  historyFault(row, events) {
    const isLifted = events.some(({ type }) => type === 'hold.lifted');
    const fault = isLifted ? 'was lifted by an event, and still holds' : 'is lifted without an event';
    return stepsFault(row, events) ?? (isLifted === (row.lifted_at !== null) ? null : fault);
  },
});

export const {
  placeOf: holdRowAad,
  withMac: withHoldMac,
  isGenuine: isGenuineHold,
  /** Called at every read and every change. */
  requireGenuine: requireGenuineHold,
  recordedSteps: recordedHoldSteps,
} = PROVEN_HOLDS;
