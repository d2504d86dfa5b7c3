import { type Kysely, sql } from 'kysely';
import { noSuch } from '../../kernel/errors.ts';
import { unlessDamaged } from '../../engine/crypto/row-mac.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import type { Facts } from '../decision/facts/facts.rules.ts';
import type { Evaluation } from '../decision/evaluation.rules.ts';
import { type PolicyRow, requireGenuinePolicy } from './policy-mac.ts';
import { contentOfPolicy, GENERAL } from './policy.present.ts';
import { evaluate, type ReadPolicy, readPolicy, type Rules } from './policy.rules.ts';

type Reading = Pick<QueryContext, 'db' | 'rowMacs' | 'vault'>;

/** A version that can evaluate. */
interface Evaluator {
  readonly evaluate: (facts: Facts) => Evaluation;
}

/** The versions that evaluate the requests of a partner. */
export interface Evaluators {
  readonly live: Evaluator | null;
  /** Its result is only noted. */
  readonly shadow: Evaluator | null;
}

/**
 * The versions that evaluate the requests of a partner. A live version for the partner alone replaces the general one.
 * A general shadow skips a partner with a live version of its own: after its publication it would not decide on the
 * requests of this partner either.
 */
export async function findEvaluators(context: Reading, partnerId: string): Promise<Evaluators> {
  const rows = await activeFor(context.db, { scopes: [GENERAL, partnerId] });
  const of = (scope: string, state: string) =>
    rows.find((row) => row.scope === scope && row.state === state) ?? null;
  const own = of(partnerId, 'live');
  const live = own ?? of(GENERAL, 'live');
  const shadow = of(partnerId, 'shadow') ?? (own === null ? of(GENERAL, 'shadow') : null);
  return { live: live && trusted(context, live), shadow: shadow && trusted(context, shadow) };
}

const activeFor = statement((db, { scopes }: { readonly scopes: readonly string[] }) =>
  db
    .selectFrom('policy')
    .selectAll()
    .where('scope', 'in', scopes)
    .where('state', 'in', [sql.lit('live'), sql.lit('shadow')]),
);

/** A version as an evaluator. Throws `service_unavailable` if the gateway did not write its row. */
function evaluatorOf({ rowMacs, vault }: Omit<Reading, 'db'>, row: PolicyRow): Evaluator {
  requireGenuinePolicy(rowMacs, row);
  const { id: policy_id, hash } = row;
  const policy = readPolicyOnce(hash, () => contentOfPolicy(row, vault));
  return { evaluate: (facts) => ({ policy_id, hash, ...evaluate(policy, facts) }) };
}

/**
 * A version, or null if its row is forged or damaged: then an operator decides, as without a live version. No other
 * version takes its place, lists show the damage, and the audit names it.
 */
const trusted = (context: Omit<Reading, 'db'>, row: PolicyRow): Evaluator | null =>
  unlessDamaged<Evaluator | null>(
    () => evaluatorOf(context, row),
    () => null,
  );

/** Policies whose conditions are read, by the hash of their content. */
const read = new Map<string, ReadPolicy>();
/**
 * Most gateways have no more versions that evaluate. One takes up to 20 MB if all of its rules have the greatest
 * length.
 */
const READ_MAX = 16;

/** A policy whose conditions are read, by the hash of its content. */
export const readPolicyOnce = (hash: string, contentOf: () => Rules): ReadPolicy =>
  read.get(hash) ?? keep(hash, readPolicy(contentOf()));

function keep(hash: string, policy: ReadPolicy): ReadPolicy {
  const [oldest] = read.keys();
  if (read.size >= READ_MAX && oldest !== undefined) read.delete(oldest);
  read.set(hash, policy);
  return policy;
}

/** A version, locked until the transaction ends. Throws `resource_missing`. */
export async function lockPolicy(context: QueryContext, id: string): Promise<PolicyRow> {
  const row = await byId(context.db, id).$call(lockRows(context)).executeTakeFirstOrThrow(missingPolicy);
  requireGenuinePolicy(context.rowMacs, row);
  return row;
}

/** The row of a version, not checked. Throws `resource_missing`. */
export async function findPolicy({ db }: QueryContext, id: string): Promise<PolicyRow> {
  return byId(db, id).executeTakeFirstOrThrow(missingPolicy);
}

const byId = (db: Kysely<Tables>, id: string) => db.selectFrom('policy').selectAll().where('id', '=', id);

const missingPolicy = () => noSuch('policy');
