import type { Kysely } from 'kysely';
import type { RowMacs } from '../../engine/crypto/row-mac.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { isGenuineOperator, operatorAad } from '../../nouns/operator/operator-mac.ts';
import { operatorHistory, operatorHistoryFault } from '../../nouns/operator/operator-history.ts';
import { differs, type Findings, forged } from '../../trail/checkpoint/findings.ts';
import { findRemoved } from './find-removed.ts';

/** Operators of one query. */
const BATCH_ROWS = 500;

/** Checks every operator against its MAC and its events, and every `operator.created` event against its operator. */
export async function verifyOperators(db: Kysely<Tables>, macs: RowMacs, findings: Findings): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    const rows = await withHistory(db, after).execute();
    for (const { disablings, given, ...row } of rows) {
      const { id } = row;
      const disagreement = operatorHistoryFault(row, { disablings, given });
      if (!isGenuineOperator(macs, row)) findings.add(forged(operatorAad(id)));
      if (disagreement !== null) findings.add(differs(operatorAad(id), `Operator ${id} ${disagreement}.`));
    }
    after = rows.at(-1)?.id ?? null;
  }
  await findRemoved(db, { table: 'operator', created: 'operator.created', prefix: 'operator/' }, findings);
}

/** One query, so that an operator who changes meanwhile is read together with the events of the same moment. */
const withHistory = (db: Kysely<Tables>, after: string) =>
  db
    .selectFrom('operator')
    .selectAll()
    .select(operatorHistory())
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_ROWS);
