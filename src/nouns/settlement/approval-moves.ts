import { feeOf } from '../../kernel/rate.ts';
import type { Facts } from '../decision/facts/facts.rules.ts';
import type { PartnerView } from '../partner/partner.present.ts';
import type { Move, Moves } from './move-settlement.ts';
import { offerEnd } from './settlement.rules.ts';

type PartnerTerms = Pick<PartnerView, 'offer_valid_days' | 'auto_accept' | 'repayment_order'>;

interface Approval {
  readonly kycRevision: number;
  readonly amount: number;
  readonly interestRate: number;
  /** The facts of the decision. */
  readonly facts: Facts;
  /** True if a setting of the partner approves, false if an operator does. */
  readonly isAutomatic: boolean;
}

/** An approval, which freezes the terms. If the partner accepts all offers, the acceptance follows. */
export function approvalMoves(
  { offer_valid_days, auto_accept, repayment_order }: PartnerTerms,
  { kycRevision, amount, interestRate, facts, isAutomatic }: Approval,
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
    data: { ...(isAutomatic && AUTOMATIC), interest_rate: interestRate, ...terms, kyc_revision: kycRevision },
    decision: {
      origin: isAutomatic ? 'automatic' : 'person',
      facts,
      interest_rate: interestRate,
      reasons: [],
    },
  };
  return auto_accept ? [approval, { event: 'accept', data: AUTOMATIC }] : [approval];
}

const AUTOMATIC = { automatic: true };
