import { feeOf } from '../../kernel/rate.ts';
import type { NewDecision } from '../decision/keep-decision.ts';
import type { PartnerView } from '../partner/partner.present.ts';
import type { Move, Moves } from './move-settlement.ts';
import { offerEnd } from './settlement.rules.ts';

type PartnerTerms = Pick<PartnerView, 'offer_valid_days' | 'auto_accept' | 'repayment_order'>;

/** What is kept of a decision besides its outcome. */
export type Kept = Omit<NewDecision, 'interest_rate' | 'reasons'>;

interface Approval {
  readonly kycRevision: number;
  readonly amount: number;
  readonly interestRate: number;
  readonly kept: Kept;
}

/** An approval, which freezes the terms. If the partner accepts all offers, the acceptance follows. */
export function approvalMoves(
  { offer_valid_days, auto_accept, repayment_order }: PartnerTerms,
  { kycRevision, amount, interestRate, kept }: Approval,
  now: Date,
): Moves {
  const terms = { fee: feeOf(amount, interestRate), repayment_order };
  const approval: Move = {
    event: 'approve',
    change: {
      approved_kyc_revision: kycRevision,
      interest_rate: interestRate,
      ...terms,
      offer_expires_at: offerEnd(now, offer_valid_days),
    },
    data: {
      ...(kept.origin !== 'person' && AUTOMATIC),
      interest_rate: interestRate,
      ...terms,
      kyc_revision: kycRevision,
    },
    decision: { ...kept, interest_rate: interestRate, reasons: [] },
  };
  return auto_accept ? [approval, { event: 'accept', data: AUTOMATIC }] : [approval];
}

const AUTOMATIC = { automatic: true };
