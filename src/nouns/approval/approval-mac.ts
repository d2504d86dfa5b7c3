import { coverageOf } from '../../trail/record/coverage.ts';
import { provenRecords, stepsFault } from '../../trail/record/proven-records.ts';
import type { ApprovalRow } from './approval.present.ts';

/** How the MAC of an approval covers each column. */
const COVERAGE = coverageOf('approval', {
  // Encrypted and bound to the row. A rotation of the secrets encrypts them again.
  content: 'presence',
  reason: 'presence',
});

const ENDS: Readonly<Record<string, string>> = {
  'approval.approved': 'approved',
  'approval.refused': 'refused',
  'approval.lapsed': 'lapsed',
};

export const PROVEN_APPROVALS = provenRecords<Omit<ApprovalRow, 'mac'>>({
  table: 'approval',
  name: 'Approval',
  coverage: COVERAGE,
  subject: 'approval',
  created: ['approval.requested'],
  steps: ['approval.requested', 'approval.approved', 'approval.refused', 'approval.lapsed'],
  historyFault(row, events) {
    const recorded = ENDS[events.at(-1)?.type ?? ''] ?? 'pending';
    const fault = `is ${row.status}, and the trail says ${recorded}`;
    return stepsFault(row, events) ?? (recorded === row.status ? null : fault);
  },
});

export const {
  placeOf: approvalRowAad,
  withMac: withApprovalMac,
  isGenuine: isGenuineApproval,
  /** Called at every read and every change. */
  requireGenuine: requireGenuineApproval,
  recordedSteps: recordedApprovalSteps,
} = PROVEN_APPROVALS;
