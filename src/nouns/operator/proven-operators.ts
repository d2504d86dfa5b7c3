import { coverageOf } from '../../trail/record/coverage.ts';
import { provenRecords } from '../../trail/record/proven-records.ts';
import { historyIn, operatorHistoryFault } from './operator-history.ts';
import type { OperatorRow } from './operator.present.ts';

/** How the MAC of an operator covers each column. */
const COVERAGE = coverageOf('operator', {
  // Encrypted and bound to the row. A rotation of the secrets encrypts it again.
  email: 'presence',
});

export const PROVEN_OPERATORS = provenRecords<Omit<OperatorRow, 'mac'>>({
  table: 'operator',
  name: 'Operator',
  coverage: COVERAGE,
  subject: 'operator',
  created: ['operator.created'],
  steps: ['operator.created', 'operator.updated', 'operator.disabled', 'operator.confirmed'],
  historyFault: (row, steps) => operatorHistoryFault(row, historyIn(steps)),
});

export const {
  placeOf: operatorAad,
  withMac: withOperatorMac,
  isGenuine: isGenuineOperator,
  /** Called at every use of a key or session of the operator. */
  requireGenuine: requireGenuineOperator,
} = PROVEN_OPERATORS;
