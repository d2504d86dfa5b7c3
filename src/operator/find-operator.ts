import type { Kysely } from 'kysely';
import { forgedRow, type RowMacs } from '../crypto/row-mac.ts';
import { refusal } from '../kernel/errors.ts';
import { statement } from '../kernel/sql/statement.ts';
import type { Tables } from '../kernel/sql/tables.ts';
import type { QueryContext } from '../pipeline/operation.ts';
import { operatorAad, requireGenuineOperator } from './operator-mac.ts';
import { recordedDisablings } from './operator-steps.ts';
import type { OperatorRow } from './operator.present.ts';

/**
 * An operator with the number of its `disabled` events in the trail, so that restoring an older row does not enable it
 * again.
 */
const operatorById = statement((db, { id }: { id: string }) =>
  db.selectFrom('operator').selectAll().select(recordedDisablings().as('disabled')).where('id', '=', id),
);

/**
 * The row of an operator; null where there is none. Throws where the gateway did not write the row, or where it was set
 * back to before it was disabled.
 */
export async function trustedOperator(
  db: Kysely<Tables>,
  rowMacs: RowMacs,
  id: string,
): Promise<OperatorRow | null> {
  const [found] = await operatorById(db, { id });
  if (found === undefined) return null;
  const { disabled, ...row } = found;
  requireGenuineOperator(rowMacs, row);
  if (Number(disabled) > 0 !== (row.disabled_at !== null)) throw forgedRow(operatorAad(id));
  return row;
}

/** An operator for whom keys may be made; `resource_missing` or `conflict` where there is none. */
export async function requireOperator({ db, rowMacs }: QueryContext, id: string): Promise<OperatorRow> {
  const row = await trustedOperator(db, rowMacs, id);
  if (row === null) throw refusal('resource_missing', 'There is no such operator.');
  if (row.disabled_at !== null) throw refusal('conflict', 'The operator is disabled; create another one.');
  return row;
}
