import { secondsLater, timestamp } from '../../kernel/clock.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import { kycCountryOf } from '../kyc/kyc.present.ts';
import { rateCeilingOf } from '../provider/provider.rules.ts';
import { approvalMoves } from './approval-moves.ts';
import { factsOfSubmitted, type Submitted } from './automatic-decision.ts';
import { denialMove } from './denial-move.ts';
import { magicOf } from './magic-amounts.rules.ts';
import type { Move } from './move-settlement.ts';
import { isAboveCeiling } from './terms.rules.ts';

const REASON = 'insufficient_history';

/**
 * What a sandbox decides on a request with a magic amount, also against the settings of the partner and against
 * policies; null if the amount is usual. A hold and the rate ceiling of the provider still stop an approval.
 */
export async function magicDecision(
  context: CommandContext,
  submitted: Submitted,
): Promise<readonly Move[] | null> {
  const { request, kyc, partner, provider, isStopped } = submitted;
  const magic = context.policy.sandbox ? magicOf(request.amount) : undefined;
  if (magic === undefined || magic.at === 'usual') return null;
  if (magic.at === 'wait') return [];
  const { amount, interest_rate: interestRate } = request;
  const kept = { origin: 'automatic', facts: await factsOfSubmitted(context, submitted) } as const;
  if (magic.at === 'deny') return [denialMove({ kept, reasons: [REASON], note: null })];
  if (isStopped || isAboveCeiling(rateCeilingOf(provider, kycCountryOf(kyc)), request)) return [];
  const terms = { ...partner, auto_accept: magic.at === 'accept' };
  const approval = { kycRevision: kyc.revision, amount, interestRate, kept };
  const [approve, ...more] = approvalMoves(terms, approval, context.now);
  const { lapsesAfterSeconds } = magic;
  if (lapsesAfterSeconds === undefined) return [approve, ...more];
  const offer_expires_at = timestamp(secondsLater(context.now, lapsesAfterSeconds));
  return [{ ...approve, change: { ...approve.change, offer_expires_at } }, ...more];
}
