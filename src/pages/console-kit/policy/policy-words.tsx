import type { PolicyState, PolicyVerdict, WholePolicyFragment } from '../generated/graphql.ts';
import { PartnerName } from '../list/partner-name.tsx';
import { Badge } from '../parts.tsx';

type Rule = WholePolicyFragment['rules'][number];

export const VERDICTS: Readonly<Record<PolicyVerdict, string>> = {
  DENY: 'deny',
  REVIEW: 'leave it to a person',
  APPROVE: 'approve',
};

const VERDICT_TONES: Readonly<Record<PolicyVerdict, string>> = {
  DENY: 'bad',
  REVIEW: 'wait',
  APPROVE: 'good',
};

export const VerdictBadge = ({ of }: { of: PolicyVerdict }) => <Badge of={of} tone={VERDICT_TONES[of]} />;

const STATE_TONES: Readonly<Record<PolicyState, string>> = {
  DRAFT: 'plain',
  SHADOW: 'info',
  LIVE: 'good',
  RETIRED: 'plain',
};

export const StateBadge = ({ of }: { of: PolicyState }) => <Badge of={of} tone={STATE_TONES[of]} />;

/** The requests that a policy evaluates. */
export const Scope = ({ partnerId }: { partnerId: string | null }) =>
  partnerId === null ? (
    <>All partners without a policy of their own</>
  ) : (
    <bdi>
      <PartnerName id={partnerId} />
    </bdi>
  );

/** Characters that tell two hashes apart at a glance. */
const HASH_SHOWN = 8;
export const ShortHash = ({ of }: { of: string }) => (
  <code class="short-hash" title={of}>
    {of.slice(0, HASH_SHOWN)}
  </code>
);

type Decides = Pick<WholePolicyFragment, 'otherwise'> & {
  readonly rules: readonly Pick<Rule, 'key' | 'when' | 'then'>[];
};

/** What a policy says of every request, if it says the same of all; null if it does not, or if that cannot be seen. */
export function saysOfAll({ otherwise, rules }: Decides): string | null {
  const everywhere = rules.find(({ when, then }) => when.trim() === 'true' && then === 'DENY');
  if (everywhere !== undefined) return `Its rule “${everywhere.key}” denies every request.`;
  const verdicts = new Set([otherwise, ...rules.map(({ then }) => then)]);
  if (verdicts.size > 1) return null;
  if (otherwise === 'DENY') return 'It denies every request, unless a rule fails.';
  return otherwise === 'APPROVE'
    ? 'It approves every request, unless a rule fails.'
    : 'It leaves every request to a person.';
}
