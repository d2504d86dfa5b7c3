import type { Kysely } from 'kysely';
import { forgedRow, type RowMacs } from '../../engine/crypto/row-mac.ts';
import { noSuch, refusal } from '../../kernel/errors.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { operatorAad, requireGenuineOperator } from './proven-operators.ts';
import { operatorHistory, operatorHistoryFault } from './operator-history.ts';
import type { OperatorRow } from './operator.present.ts';

const operatorById = statement((db, { id }: { id: string }) =>
  db.selectFrom('operator').selectAll().select(operatorHistory()).where('id', '=', id),
);

/**
 * The row of an operator; null if there is none. Throws if the gateway did not write the row, or if it was set back to
 * a time before the person was disabled or got other scopes.
 */
export async function trustedOperator(
  db: Kysely<Tables>,
  rowMacs: RowMacs,
  id: string,
): Promise<OperatorRow | null> {
  const [found] = await operatorById(db, { id });
  if (found === undefined) return null;
  const { disablings, given, ...row } = found;
  requireGenuineOperator(rowMacs, row);
  if (operatorHistoryFault(row, { disablings, given }) !== null) throw forgedRow(operatorAad(id));
  return row;
}

/** An operator who may get keys. Throws `resource_missing` if there is none, `conflict` if it is disabled. */
export async function requireOperator({ db, rowMacs }: QueryContext, id: string): Promise<OperatorRow> {
  const row = await trustedOperator(db, rowMacs, id);
  if (row === null) throw noSuch('operator');
  if (row.disabled_at !== null) throw refusal('conflict', 'The operator is disabled; create another one.');
  return row;
}
