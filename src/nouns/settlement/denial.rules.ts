import type { SettlementEvent } from './settlement.machine.ts';

/**
 * Why underwriting denies a request. Partners see the code and may pass it on, so no code names a suspicion, because a
 * suspect must not be warned.
 */
export const UNDERWRITING_DENIALS = {
  insufficient_history: 'The transactions cover too short a time, or are too few.',
  high_chargeback_rate: 'Too many payments are charged back.',
  high_refund_rate: 'Too many payments are refunded.',
  exposure_limit: 'The amount is more than the provider funds for this customer.',
  business_not_supported: 'The provider does not fund this kind of business.',
  information_inconsistent: 'The information that was sent contradicts itself.',
  credit_policy: 'The request does not meet the provider’s credit policy.',
} as const;
export type UnderwritingDenial = keyof typeof UNDERWRITING_DENIALS;

/** Reasons for a denial after an approval. */
const LATER_DENIALS = {
  offer_expired: 'The offer lapsed before it was answered.',
  offer_withdrawn: 'The provider withdrew the offer before it was answered.',
  acceptance_revoked: 'The provider revoked the accepted offer before the money was sent.',
} as const;

/** Every reason code of a denied settlement, with its meaning. */
export const DENIALS = { ...UNDERWRITING_DENIALS, ...LATER_DENIALS };
export type Denial = keyof typeof DENIALS;

/** The reason code of each event that denies without a reason from an operator. */
export const DENIAL_BY = {
  expire: 'offer_expired',
  withdraw: 'offer_withdrawn',
  revoke: 'acceptance_revoked',
} as const satisfies Readonly<Partial<Record<SettlementEvent, Denial>>>;

export const isDenial = (code: string): code is Denial => Object.hasOwn(DENIALS, code);
export const isUnderwritingDenial = (code: string): code is UnderwritingDenial =>
  Object.hasOwn(UNDERWRITING_DENIALS, code);
