import { DISCLOSED_REASONS } from '../decision/reasons.rules.ts';
import type { SettlementEvent } from './settlement.machine.ts';

/** Reasons for a denial after an approval. */
const LATER_DENIALS = {
  offer_expired: 'The offer lapsed before it was answered.',
  offer_withdrawn: 'The provider withdrew the offer before it was answered.',
  acceptance_revoked: 'The provider revoked the accepted offer before the money was sent.',
} as const;

/** Every reason code of a denied settlement, with its meaning. */
export const DENIALS = { ...DISCLOSED_REASONS, ...LATER_DENIALS };
export type Denial = keyof typeof DENIALS;

/** The reason code of each event that denies without a reason from an operator. */
export const DENIAL_BY = {
  expire: 'offer_expired',
  withdraw: 'offer_withdrawn',
  revoke: 'acceptance_revoked',
} as const satisfies Readonly<Partial<Record<SettlementEvent, Denial>>>;

export const isDenial = (code: string): code is Denial => Object.hasOwn(DENIALS, code);
