import type { PartnerView } from '../partner/partner.present.ts';
import type { Move, Moves } from './move-settlement.ts';
import { offerEnd } from './settlement.rules.ts';

interface Approval {
  readonly kycRevision: number;
  readonly interestRate: number;
  /** True if a setting of the partner approves, false if an operator does. */
  readonly isAutomatic: boolean;
}

/** An approval. If the partner accepts all offers, the acceptance follows. */
export function approvalMoves(
  { offer_valid_days, auto_accept }: Pick<PartnerView, 'offer_valid_days' | 'auto_accept'>,
  { kycRevision, interestRate, isAutomatic }: Approval,
  now: Date,
): Moves {
  const approval: Move = {
    event: 'approve',
    change: {
      approved_kyc_revision: kycRevision,
      interest_rate: interestRate,
      offer_expires_at: offerEnd(now, offer_valid_days),
    },
    data: { ...(isAutomatic && AUTOMATIC), interest_rate: interestRate, kyc_revision: kycRevision },
  };
  return auto_accept ? [approval, { event: 'accept', data: AUTOMATIC }] : [approval];
}

const AUTOMATIC = { automatic: true };
