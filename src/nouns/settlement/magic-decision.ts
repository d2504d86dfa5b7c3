import { secondsLater, timestamp } from '../../kernel/clock.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import type { NewDecision } from '../decision/keep-decision.ts';
import { transactionFacts } from '../decision/facts/transaction-facts.rules.ts';
import { kycCountryOf } from '../kyc/kyc.present.ts';
import { rateCeilingOf } from '../provider/provider.rules.ts';
import { approvalMoves } from './approval-moves.ts';
import type { Submitted } from './automatic-approval.ts';
import { gatherFacts } from './gather-facts.ts';
import { magicOf } from './magic-amounts.rules.ts';
import type { Move } from './move-settlement.ts';
import { isAboveCeiling } from './terms.rules.ts';

const REASON = 'insufficient_history';

/**
 * What a sandbox decides on a request with a magic amount, against the settings of the partner too; null if the amount
 * is usual. A hold and the rate ceiling of the provider still stop an approval.
 */
export async function magicDecision(
  context: CommandContext,
  { request, transactions, kyc, partner, provider, standing, isStopped }: Submitted,
): Promise<readonly Move[] | null> {
  const magic = context.policy.sandbox ? magicOf(request.amount) : undefined;
  if (magic === undefined || magic.at === 'usual') return null;
  if (magic.at === 'wait') return [];
  const { amount, interest_rate: interestRate } = request;
  const sent = transactionFacts(transactions.text);
  const facts = await gatherFacts(context, { request, interestRate, kyc, standing, transactions: sent });
  if (magic.at === 'deny') {
    const decision: NewDecision = { origin: 'automatic', facts, interest_rate: null, reasons: [REASON] };
    const data = { automatic: true, reason: REASON };
    return [{ event: 'deny', change: { denial_reason: REASON }, data, decision }];
  }
  if (isStopped || isAboveCeiling(rateCeilingOf(provider, kycCountryOf(kyc)), request)) return [];
  const terms = { ...partner, auto_accept: magic.at === 'accept' };
  const approval = { kycRevision: kyc.revision, amount, interestRate, facts, isAutomatic: true };
  const [approve, ...more] = approvalMoves(terms, approval, context.now);
  const { lapsesAfterSeconds } = magic;
  if (lapsesAfterSeconds === undefined) return [approve, ...more];
  const offer_expires_at = timestamp(secondsLater(context.now, lapsesAfterSeconds));
  return [{ ...approve, change: { ...approve.change, offer_expires_at } }, ...more];
}
