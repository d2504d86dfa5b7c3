import type { JsonText } from '../../engine/json/text.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import type { FactSources } from '../decision/facts/fact-row.ts';
import { transactionFacts } from '../decision/facts/transaction-facts.rules.ts';
import { kycCountryOf, type KycRow } from '../kyc/kyc.present.ts';
import type { PartnerView } from '../partner/partner.present.ts';
import type { Evaluators } from '../policy/find-policies.ts';
import type { ProviderSettingsView } from '../provider/provider.present.ts';
import { rateCeilingOf } from '../provider/provider.rules.ts';
import { approvalMoves } from './approval-moves.ts';
import { hasClaim, isWithinLimit } from './auto-limit.ts';
import type { CustomerStanding } from './customer-standing.ts';
import { denialMove } from './denial-move.ts';
import { gatherFacts } from './gather-facts.ts';
import type { Move } from './move-settlement.ts';
import { isAboveCeiling } from './terms.rules.ts';

/** A request that is about to be stored. */
export interface Submitted {
  readonly request: FactSources['request'] & { readonly interest_rate: number };
  readonly transactions: JsonText;
  readonly kyc: KycRow;
  readonly partner: PartnerView;
  readonly provider: ProviderSettingsView;
  readonly standing: CustomerStanding;
  /** Whether a hold stops approvals. */
  readonly isStopped: boolean;
  readonly evaluators: Evaluators;
}

/**
 * The moves of a request that are made at once; none if it waits for an operator. This is the one place that says who
 * decides on a new request: the review of its partner.
 */
export async function automaticDecision(
  context: CommandContext,
  submitted: Submitted,
): Promise<readonly Move[]> {
  const { partner } = submitted;
  if (partner.review === 'policy') return byPolicy(context, submitted);
  if (partner.review === 'auto' && isWithinBounds(submitted)) return bySetting(context, submitted);
  return [];
}

/** Whether a setting of the partner approves. */
function isWithinBounds({ request, kyc, partner, provider, standing, isStopped }: Submitted): boolean {
  const ceiling = rateCeilingOf(provider, kycCountryOf(kyc));
  return (
    !isStopped &&
    !hasClaim(standing) &&
    !isAboveCeiling(ceiling, request) &&
    isWithinLimit(partner, standing, request)
  );
}

async function bySetting(context: CommandContext, submitted: Submitted): Promise<readonly Move[]> {
  const { request, kyc, partner, evaluators } = submitted;
  const facts = await factsOfSubmitted(context, submitted);
  const { amount, interest_rate: interestRate } = request;
  const kept = { facts, origin: 'automatic', shadow: evaluators.shadow?.evaluate(facts) } as const;
  return approvalMoves(partner, { kycRevision: kyc.revision, amount, interestRate, kept }, context.now);
}

/** What the live policy decides. Without one, and if it says so, an operator decides. */
async function byPolicy(context: CommandContext, submitted: Submitted): Promise<readonly Move[]> {
  const { request, kyc, partner, isStopped, evaluators } = submitted;
  if (evaluators.live === null) return [];
  const facts = await factsOfSubmitted(context, submitted);
  const policy = evaluators.live.evaluate(facts);
  const kept = { facts, origin: 'policy', policy, shadow: evaluators.shadow?.evaluate(facts) } as const;
  if (policy.verdict === 'deny') return [denialMove({ kept, reasons: policy.reasons, note: null })];
  if (policy.verdict === 'review' || isStopped) return [];
  const interestRate = policy.rate ?? request.interest_rate;
  const approval = { kycRevision: kyc.revision, amount: request.amount, interestRate, kept };
  return approvalMoves(partner, approval, context.now);
}

/** The facts of a decision on a request that is about to be stored. */
export function factsOfSubmitted(context: CommandContext, { transactions, ...known }: Submitted) {
  return gatherFacts(context, {
    ...known,
    interestRate: known.request.interest_rate,
    transactions: transactionFacts(transactions.text),
  });
}
