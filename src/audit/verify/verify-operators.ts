import type { Kysely } from 'kysely';
import type { RowMacs } from '../../crypto/row-mac.ts';
import type { Tables } from '../../kernel/sql/tables.ts';
import { isGenuineOperator, operatorAad } from '../../operator/operator-mac.ts';
import { recordedDisablings } from '../../operator/operator-steps.ts';
import { differs, type Findings, forged } from '../findings.ts';
import { findRemoved } from './find-removed.ts';

/** Operators of one query. */
const BATCH_ROWS = 500;

/** Checks every operator against its MAC and its events, and every `operator.created` event against its operator. */
export async function verifyOperators(db: Kysely<Tables>, macs: RowMacs, findings: Findings): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    const rows = await withDisablings(db, after).execute();
    for (const { disablings, ...row } of rows) {
      const { id, disabled_at } = row;
      if (!isGenuineOperator(macs, row)) findings.add(forged(operatorAad(id)));
      const isDisabled = Number(disablings) > 0;
      if (isDisabled === (disabled_at !== null)) continue;
      const says = isDisabled ? 'was disabled, and is not' : 'is disabled without an event';
      findings.add(differs(operatorAad(id), `Operator ${id} ${says}.`));
    }
    after = rows.at(-1)?.id ?? null;
  }
  await findRemoved(db, { table: 'operator', created: 'operator.created', prefix: 'operator/' }, findings);
}

/** One query, so that an operator who is disabled meanwhile is read together with the event. */
const withDisablings = (db: Kysely<Tables>, after: string) =>
  db
    .selectFrom('operator')
    .selectAll()
    .select(recordedDisablings().as('disablings'))
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_ROWS);
