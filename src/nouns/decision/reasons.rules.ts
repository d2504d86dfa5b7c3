/**
 * Why underwriting denies a request, as partners read it. They may pass the code on, so no code names a suspicion,
 * because a suspect must not be warned.
 */
export const DISCLOSED_REASONS = {
  insufficient_history: 'The transactions cover too short a time, or are too few.',
  high_chargeback_rate: 'Too many payments are charged back.',
  high_refund_rate: 'Too many payments are refunded.',
  exposure_limit: 'The amount is more than the provider funds for this customer.',
  business_not_supported: 'The provider does not fund this kind of business.',
  information_inconsistent: 'The information that was sent contradicts itself.',
  credit_policy: 'The request does not meet the provider’s credit policy.',
  not_eligible: 'The provider cannot fund this customer.',
} as const;
type DisclosedReason = keyof typeof DISCLOSED_REASONS;

/** The code that partners read in place of a reason that they must not learn. */
const UNDISCLOSED: DisclosedReason = 'not_eligible';

/**
 * Every reason of a denial by underwriting. Partners read `not_eligible` in place of a reason that only operators see.
 */
export const DECISION_REASONS = {
  ...DISCLOSED_REASONS,
  name_hit: 'A name is on a list. Partners read `not_eligible`.',
  screening_hit: 'A screening found something. Partners read `not_eligible`.',
  suspected_fraud: 'Fraud is suspected. Partners read `not_eligible`.',
  on_hold: 'The provider holds this business. Partners read `not_eligible`.',
} as const satisfies Readonly<Record<string, string>>;
export type DecisionReason = keyof typeof DECISION_REASONS;

const isDisclosed = (code: DecisionReason): code is DisclosedReason => Object.hasOwn(DISCLOSED_REASONS, code);
export const isDecisionReason = (code: string): code is DecisionReason =>
  Object.hasOwn(DECISION_REASONS, code);

/** What partners read of a reason, in both APIs, events and webhooks. */
export const disclosedReason = (code: DecisionReason): DisclosedReason =>
  isDisclosed(code) ? code : UNDISCLOSED;

/** The most reasons of one decision. A longer list would not say what weighs. */
export const REASONS_MAX = 4;
