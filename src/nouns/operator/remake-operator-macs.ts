import { type Kysely, sql } from 'kysely';
import type { RowMacs } from '../../engine/crypto/row-mac.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { isGenuineOperator, operatorMac } from './operator-mac.ts';
import type { OperatorRow } from './operator.present.ts';

/** Operators of one query. */
const BATCH_ROWS = 500;

/**
 * The operators after an id whose MAC was not made with the first secret. `forged` are those whose MAC no secret of ours
 * made.
 */
export async function staleOperators(db: Kysely<Tables>, rowMacs: RowMacs, after: string) {
  const rows = await db
    .selectFrom('operator')
    .selectAll()
    .where('id', '>', after)
    .where(sql<string>`substr(mac, 1, ${sql.lit(rowMacs.prefix.length)})`, '<>', rowMacs.prefix)
    .orderBy('id')
    .limit(BATCH_ROWS)
    .execute();
  const { genuine = [], forged = [] } = Object.groupBy(rows, (row) =>
    isGenuineOperator(rowMacs, row) ? 'genuine' : 'forged',
  );
  return { last: rows.at(-1)?.id ?? null, genuine, forged };
}

/** Makes the MACs again with the first secret. Skips rows that changed meanwhile; returns how many were written. */
export async function remakeOperatorMacs(
  db: Kysely<Tables>,
  rowMacs: RowMacs,
  operators: readonly OperatorRow[],
): Promise<number> {
  let remade = 0;
  for (const row of operators) {
    const changed = await db
      .updateTable('operator')
      .set({ mac: operatorMac(rowMacs, row) })
      .where('id', '=', row.id)
      .where('mac', '=', row.mac)
      .executeTakeFirstOrThrow();
    remade += Number(changed.numUpdatedRows);
  }
  return remade;
}
