import { isWordOf, wordsOf } from './words.ts';

/** The changes for which the provider can demand two people, by the name of their setting. */
const SETTABLE = {
  approve: 'Makes an offer of a request.',
  disburse: 'Records that the money was sent.',
  return: 'Records that the bank sent a payout back.',
  correct: 'Corrects the day of a payout.',
  extend: 'Moves the due day of a settlement.',
  waive: 'Waives a part of a fee.',
  write_off: 'Writes off what is outstanding.',
  refund: 'Pays excess back.',
  undo: 'Undoes a waiver, a write-off or a refund.',
  record: 'Records a repayment without a report.',
  confirm: 'Confirms a repayment that a partner reported.',
  repay: 'Records one repayment of all that is outstanding.',
  reverse: 'Reverses a repayment.',
  bulk: 'Records many repayments together; the amount is their total.',
  close_books: 'Closes the books until a day.',
  policy: 'Publishes or retires a policy.',
  lift_hold: 'Lifts a hold.',
} as const;
export type SettableOperation = keyof typeof SETTABLE;

/** The changes that move no amount. So they cannot need two people from an amount on. */
export const WITHOUT_AMOUNT: ReadonlySet<TwoPeopleOperation> = new Set([
  'close_books',
  'policy',
  'lift_hold',
]);

/** The changes that need two people as soon as any other one does. They have no setting. */
const GUARDED = {
  provider_settings: 'Changes settings of the provider.',
  partner_settings: 'Makes a partner, or changes settings of it that price or approve.',
  operator: 'Makes, changes, confirms or disables an operator.',
  operator_key: 'Makes or replaces a key of an operator.',
} as const;

/** A change that may need two people. */
export type TwoPeopleOperation = SettableOperation | keyof typeof GUARDED;

export const isSettable = (text: string): text is SettableOperation => isWordOf(SETTABLE, text);
export const SETTABLE_OPERATIONS = wordsOf(SETTABLE);
export const OPERATION_MEANINGS: Readonly<Record<TwoPeopleOperation, string>> = { ...SETTABLE, ...GUARDED };
export const TWO_PEOPLE_OPERATIONS = wordsOf(OPERATION_MEANINGS);
export const isTwoPeopleOperation = (text: string): text is TwoPeopleOperation =>
  isWordOf(OPERATION_MEANINGS, text);

/** When a change needs two people. */
export const TWO_PEOPLE_RULES = ['off', 'always', 'from'] as const;
export type TwoPeopleRule = (typeof TWO_PEOPLE_RULES)[number];
export const RULE_MEANINGS: Readonly<Record<TwoPeopleRule, string>> = {
  off: 'One person is enough.',
  always: 'It always needs two people.',
  from: 'It needs two people from an amount on; in a currency without an amount it always does.',
};
