import type { Kysely } from 'kysely';
import type { RowMacs } from '../../engine/crypto/row-mac.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { isGenuineTrial, trialPlace } from '../../nouns/policy/trial-mac.ts';
import { type Findings, forged } from '../../trail/checkpoint/findings.ts';

/** Checks each kept trial of a policy against its MAC. No event says when one is removed. */
export async function verifyTrials(
  db: Kysely<Tables>,
  { macs, findings }: { readonly macs: RowMacs; readonly findings: Findings },
): Promise<void> {
  const rows = await db.selectFrom('policy_trial').selectAll().orderBy('id').execute();
  for (const row of rows) if (!isGenuineTrial(macs, row)) findings.add(forged(trialPlace(row.id)));
}
