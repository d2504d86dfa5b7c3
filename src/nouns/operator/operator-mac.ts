import { type Coverage, coveredColumns } from '../../engine/crypto/covered-row.ts';
import { forgedRow, type RowMacs } from '../../engine/crypto/row-mac.ts';
import type { OperatorRow } from './operator.present.ts';

/** How the MAC of an operator covers each column. A missing column is a compile error. */
const COVERAGE = {
  id: 'value',
  name: 'value',
  // Encrypted and bound to the row; a rotation of the secrets encrypts it again.
  email: 'presence',
  scopes: 'value',
  oidc_subject: 'value',
  created_at: 'value',
  disabled_at: 'value',
  mac: 'none',
} as const satisfies Record<keyof OperatorRow, Coverage>;

const coveredOf = coveredColumns(COVERAGE);

export const operatorAad = (id: string) => `operator/${id}`;

export const operatorMac = (macs: RowMacs, row: Omit<OperatorRow, 'mac'>): string =>
  macs.make(operatorAad(row.id), coveredOf(row));

export const isGenuineOperator = (macs: RowMacs, row: OperatorRow): boolean =>
  macs.isOurs(operatorAad(row.id), coveredOf(row), row.mac);

/** Throws if the gateway did not write the row. Called at every use of a key or session of the operator. */
export function requireGenuineOperator(macs: RowMacs, row: OperatorRow): void {
  if (!isGenuineOperator(macs, row)) throw forgedRow(operatorAad(row.id));
}
