import { DamageError, knownWord } from '../../kernel/damage.ts';
import type { Vault } from '../../engine/crypto/encryption.ts';
import type { RowMacs } from '../../engine/crypto/row-mac.ts';
import type { Verdict } from '../decision/evaluation.rules.ts';
import { GENERAL, PolicyContent, policyHash } from './policy.present.ts';
import { requireGenuineTrial, trialContentAad, trialPlace, type TrialRow } from './trial-mac.ts';
import { TRIAL_STATES, type TrialState } from './trial.machine.ts';
import { GROUPS, groupName, isChange, type Kept, TrialResult } from './trial.rules.ts';

/** Decisions of one outcome of which the policy says one thing. */
export interface TrialGroup {
  readonly kept: Kept;
  readonly verdict: Verdict;
  readonly changed: boolean;
  readonly count: number;
  readonly amounts: readonly { readonly currency: string; readonly amount: string }[];
}

/** A trial as operators read it. */
export interface TrialView {
  readonly trial_id: string;
  readonly policy_id: string;
  readonly partner_id: string | null;
  readonly hash: string;
  readonly state: TrialState;
  readonly owner: string;
  readonly from: string;
  readonly until: string;
  readonly total: number | null;
  readonly done: number;
  readonly groups: readonly TrialGroup[];
  readonly changed: number;
  readonly failed: number;
  readonly unreadable: number;
  readonly created_at: string;
  readonly ended_at: string | null;
}

/** A trial as operators read it. Throws `service_unavailable` if the gateway did not write it. */
export function presentTrial(row: TrialRow, { rowMacs }: { readonly rowMacs: RowMacs }): TrialView {
  requireGenuineTrial(rowMacs, row);
  const { groups, changed, failed, unreadable } = resultOf(row);
  return {
    trial_id: row.id,
    policy_id: row.policy_id,
    partner_id: row.scope === GENERAL ? null : row.scope,
    hash: row.hash,
    state: knownWord(TRIAL_STATES, row.state, trialPlace(row.id)),
    owner: row.owner,
    from: row.from_at,
    until: row.until_at,
    total: row.total,
    done: row.done,
    groups: GROUPS.map(({ kept, verdict }) => {
      const { count = 0, amounts = {} } = groups[groupName(kept, verdict)] ?? {};
      const listed = Object.entries(amounts).toSorted(([one], [other]) => one.localeCompare(other, 'en'));
      return {
        kept,
        verdict,
        changed: isChange(kept, verdict),
        count,
        amounts: listed.map(([currency, amount]) => ({ currency, amount })),
      };
    }),
    changed,
    failed,
    unreadable,
    created_at: row.created_at,
    ended_at: row.ended_at,
  };
}

/** What came out so far. The MAC of the row was checked. */
export function resultOf({ id, result }: Pick<TrialRow, 'id' | 'result'>): TrialResult {
  const read = TrialResult.safeParse(JSON.parse(result));
  if (!read.success) throw new DamageError('A trial cannot be read.', trialPlace(id));
  return read.data;
}

/** What a trial evaluates, checked against its hash. Throws a `DamageError` if it is not what was saved. */
export function contentOfTrial({ id, scope, hash, content }: TrialRow, vault: Vault): PolicyContent {
  const read = PolicyContent.safeParse(JSON.parse(vault.decrypt(content, trialContentAad(id))));
  if (!read.success || policyHash(scope, read.data) !== hash)
    throw new DamageError('A trial cannot be read.', trialPlace(id));
  return read.data;
}
