import { hash } from 'node:crypto';
import { z } from 'zod';
import { DAMAGED_NAME, DamageError, knownTime } from '../../kernel/damage.ts';
import type { Vault } from '../../engine/crypto/encryption.ts';
import type { RowMacs } from '../../engine/crypto/row-mac.ts';
import { VERDICTS, type Verdict } from '../decision/evaluation.rules.ts';
import { DECISION_REASONS, type DecisionReason } from '../decision/reasons.rules.ts';
import { policyContentAad, policyPlace, type PolicyRow, requireGenuinePolicy } from './policy-mac.ts';
import { POLICY_STATES, type PolicyState } from './policy.machine.ts';
import type { Rules } from './policy.rules.ts';

const wordOf = <Word extends string>(table: Readonly<Record<Word, string>>) =>
  z.custom<Word>((value) => typeof value === 'string' && Object.hasOwn(table, value));
const Verdicts = wordOf<Verdict>(VERDICTS);

const PolicyRuleView = z.strictObject({
  key: z.string(),
  when: z.string(),
  then: Verdicts,
  reason: wordOf<DecisionReason>(DECISION_REASONS).nullable(),
  rate: z.number().nullable(),
  note: z.string().nullable(),
});

/** What is encrypted of a version. */
export const PolicyContent = z.strictObject({
  otherwise: Verdicts,
  rules: z.array(PolicyRuleView),
  purpose: z.string().nullable(),
  note: z.string().nullable(),
});
export type PolicyContent = z.output<typeof PolicyContent>;

/** The stored scope of a policy for all partners that have none of their own. It is no id. */
export const GENERAL = 'all';

/** The hash of all that a version decides by. Equal hashes give equal evaluations. */
export const policyHash = (scope: string, { otherwise, rules }: Rules): string =>
  hash(
    'sha256',
    JSON.stringify([
      scope,
      otherwise,
      rules.map(({ key, when, then, reason, rate, note }) => [key, when, then, reason, rate, note]),
    ]),
  );

/** The content of a version, checked against its hash. Throws a `DamageError` if it is not what was saved. */
export function contentOfPolicy({ id, scope, hash: saved, content }: PolicyRow, vault: Vault): PolicyContent {
  const read = PolicyContent.safeParse(JSON.parse(vault.decrypt(content, policyContentAad(id))));
  if (!read.success || policyHash(scope, read.data) !== saved)
    throw new DamageError('A policy cannot be read.', policyPlace(id));
  return read.data;
}

/** A version of a policy as operators read it. */
export interface PolicyView extends PolicyContent {
  readonly policy_id: string;
  /** Null for the general policy. */
  readonly partner_id: string | null;
  readonly state: PolicyState;
  readonly hash: string;
  readonly owner: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly published_at: string | null;
  readonly retired_at: string | null;
  /** Whether the row is not as the gateway wrote it. Then the other members are replaced. */
  readonly is_damaged: boolean;
}

/** A version as operators read it. Throws `service_unavailable` if the gateway did not write it. */
export function presentPolicy(
  row: PolicyRow,
  { vault, rowMacs }: { readonly vault: Vault; readonly rowMacs: RowMacs },
): PolicyView {
  requireGenuinePolicy(rowMacs, row);
  return {
    policy_id: row.id,
    partner_id: row.scope === GENERAL ? null : row.scope,
    state: stateOf(row),
    hash: row.hash,
    owner: row.owner,
    created_at: row.created_at,
    updated_at: row.updated_at,
    published_at: row.published_at,
    retired_at: row.retired_at,
    ...contentOfPolicy(row, vault),
    is_damaged: false,
  };
}

/**
 * A version whose row cannot be trusted. The list shows its id and its stored state, by which the gateway finds it. It
 * shows no rule, because the version evaluates nothing.
 */
export const presentDamagedPolicy = ({ id, state, created_at }: PolicyRow): PolicyView => ({
  policy_id: id,
  partner_id: null,
  state: POLICY_STATES.find((each) => each === state) ?? 'retired',
  hash: '',
  owner: '',
  created_at: knownTime(created_at),
  updated_at: knownTime(created_at),
  published_at: null,
  retired_at: null,
  otherwise: 'review',
  rules: [],
  purpose: null,
  note: DAMAGED_NAME,
  is_damaged: true,
});

/** The MAC of the row was checked, so its state is known. */
export function stateOf({ state }: Pick<PolicyRow, 'state'>): PolicyState {
  const known = POLICY_STATES.find((each) => each === state);
  if (known === undefined) throw new Error('A policy has an unknown state.');
  return known;
}
