import { refusal } from '../../kernel/errors.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import type { Facts } from '../decision/facts/facts.rules.ts';
import type { Evaluation } from '../decision/evaluation.rules.ts';
import { findPartner } from '../partner/partner.operations.ts';
import type { PartnerView } from '../partner/partner.present.ts';
import { findEvaluators } from '../policy/find-policies.ts';
import { findProvider } from '../provider/find-provider.ts';

/** The settings on which a decision of a person depends. */
export async function settingsOf(context: QueryContext, { partner_id }: { readonly partner_id: string }) {
  const [partner, provider] = await Promise.all([findPartner(context, partner_id), findProvider(context)]);
  return { partner, provider };
}

/** What policies say to a person who decides. */
interface Advice {
  /** Undefined without a live policy, and for a partner whose requests a setting approves. */
  readonly policy: Evaluation | undefined;
  readonly shadow: Evaluation | undefined;
}

/** Of a settlement that is decided already. */
export const NO_ADVICE: Advice = { policy: undefined, shadow: undefined };

export async function adviceOn(
  context: Pick<QueryContext, 'db' | 'rowMacs' | 'vault'>,
  { partner_id, review }: PartnerView,
  facts: Facts,
): Promise<Advice> {
  const { live, shadow } = await findEvaluators(context, partner_id);
  return { policy: review === 'auto' ? undefined : live?.evaluate(facts), shadow: shadow?.evaluate(facts) };
}

/** What policies advise, and why a person decides otherwise. Throws if the reason is needed and missing. */
export function considered(
  advice: Advice,
  outcome: 'approve' | 'deny',
  override: string | null,
): Advice & { readonly override: string | undefined } {
  const { policy } = advice;
  const isContrary = policy?.verdict === (outcome === 'approve' ? 'deny' : 'approve');
  if (isContrary && override === null) {
    const by = policy.rule === null ? '' : `, by its rule ${policy.rule}`;
    throw refusal(
      'parameter_missing',
      `must say why you decide otherwise: policy ${policy.policy_id} advises to ${policy.verdict}${by}`,
      { path: ['override'] },
    );
  }
  return { ...advice, override: override ?? undefined };
}
