import type { JsonText } from '../../engine/json/text.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import type { FactSources } from '../decision/facts/fact-row.ts';
import { transactionFacts } from '../decision/facts/transaction-facts.rules.ts';
import { kycCountryOf, type KycRow } from '../kyc/kyc.present.ts';
import type { PartnerView } from '../partner/partner.present.ts';
import type { ProviderSettingsView } from '../provider/provider.present.ts';
import { rateCeilingOf } from '../provider/provider.rules.ts';
import { approvalMoves } from './approval-moves.ts';
import { hasClaim, isWithinLimit } from './auto-limit.ts';
import type { CustomerStanding } from './customer-standing.ts';
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
}

/** The moves of a request that a setting of its partner approves at once; none if it waits for an operator. */
export async function automaticApproval(
  context: CommandContext,
  { request, transactions, kyc, partner, provider, standing, isStopped }: Submitted,
): Promise<readonly Move[]> {
  const ceiling = rateCeilingOf(provider, kycCountryOf(kyc));
  const mayApprove =
    partner.review === 'auto' &&
    !isStopped &&
    !hasClaim(standing) &&
    !isAboveCeiling(ceiling, request) &&
    isWithinLimit(partner, standing, request);
  if (!mayApprove) return [];
  const { amount, interest_rate: interestRate } = request;
  const sent = transactionFacts(transactions.text);
  const facts = await gatherFacts(context, { request, interestRate, kyc, standing, transactions: sent });
  const approval = { kycRevision: kyc.revision, amount, interestRate, facts, isAutomatic: true };
  return approvalMoves(partner, approval, context.now);
}
