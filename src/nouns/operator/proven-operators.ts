import type { Coverage } from '../../engine/crypto/covered-row.ts';
import { provenRecords } from '../../trail/record/proven-records.ts';
import { historyIn, operatorHistoryFault } from './operator-history.ts';
import type { OperatorRow } from './operator.present.ts';

/** How the MAC of an operator covers each column. A missing column is a compile error. */
const COVERAGE = {
  id: 'value',
  name: 'value',
  // Encrypted and bound to the row. A rotation of the secrets encrypts it again.
  email: 'presence',
  scopes: 'value',
  oidc_subject: 'value',
  created_at: 'value',
  disabled_at: 'value',
  confirmed_at: 'value',
  mac: 'none',
} as const satisfies Record<keyof OperatorRow, Coverage>;

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
  mac: operatorMac,
  isGenuine: isGenuineOperator,
  /** Called at every use of a key or session of the operator. */
  requireGenuine: requireGenuineOperator,
} = PROVEN_OPERATORS;
