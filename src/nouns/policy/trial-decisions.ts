import type { Kysely } from 'kysely';
import { leastId } from '../../kernel/id.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { GENERAL } from './policy.present.ts';
import type { TrialRow } from './trial-mac.ts';

type OfTrial = Pick<TrialRow, 'scope' | 'without' | 'from_at' | 'position'>;

/**
 * The decisions that a trial has not read yet, by the time in their ids. So a count reads only an index. The trial of a
 * general policy leaves out partners with a policy of their own, because it would not decide for them.
 */
export function decisionsOfTrial(db: Kysely<Tables>, { scope, without, from_at, position }: OfTrial) {
  const left = without === '' ? [] : without.split(',');
  return db
    .selectFrom('decision')
    .where('decision.id', '<', position)
    .where('decision.id', '>=', leastId('dcn', new Date(from_at)))
    .$if(scope !== GENERAL, (rows) => rows.where('decision.partner_id', '=', scope))
    .$if(left.length > 0, (rows) => rows.where('decision.partner_id', 'not in', left));
}
