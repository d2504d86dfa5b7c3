import { sql } from 'kysely';
import { refusal } from '../../kernel/errors.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { findProviderToPost } from '../provider/find-provider.ts';
import { EVERYTHING } from './hold.rules.ts';

/** The ids by which a settlement can be held, besides the hold on everything. Null before it has an id. */
interface Holdable {
  readonly id: string | null;
  readonly customer_id: string;
  readonly partner_id: string;
}

const standingAmong = statement((db, { objects }: { readonly objects: readonly string[] }) =>
  db
    .selectFrom('hold')
    .select('id')
    .where('object_id', 'in', objects)
    .where('lifted_at', 'is', null)
    // A parameter as a limit would make SQLite prepare the statement again for each run.
    .limit(sql.lit(1)),
);

/** Whether a hold stands on a settlement, its customer, its partner or everything. */
export async function isHeld({ db }: Pick<QueryContext, 'db'>, held: Holdable): Promise<boolean> {
  const [found] = await standingAmong(db, { objects: objectsOf(held) });
  return found !== undefined;
}

/** All objects whose holds stop a settlement. */
const objectsOf = ({ id, customer_id, partner_id }: Holdable): readonly string[] =>
  [id, customer_id, partner_id, EVERYTHING].filter((object) => object !== null);

/**
 * Throws `on_hold` if a hold stops an approval, a payout or a refund. It takes a lock for which a new hold waits. So no
 * hold is placed until the transaction ends.
 */
export async function requireNotHeld(
  context: Pick<QueryContext, 'db' | 'rowMacs' | 'rowLocks'>,
  held: Holdable,
): Promise<void> {
  await findProviderToPost(context);
  if (await isHeld(context, held))
    throw refusal(
      'on_hold',
      'A hold stops approvals, payouts and refunds of this instant settlement; lift it first.',
    );
}
