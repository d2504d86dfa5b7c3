/** What a type says about its events. */
export interface EventKind {
  readonly means: string;
  /**
   * The members of `data` that partners see too; only operators see the others. Null if partners do not see the event
   * at all, for example the event that an operator has read a KYC record.
   */
  readonly shows: readonly string[] | null;
  /** The step of a settlement that the event records. */
  readonly step?: string;
}

/** What can happen to a settlement. Its steps come first, then what changes what is owed. */
export const FUNDING_EVENTS = {
  submitted: { means: 'A settlement was submitted', shows: [], step: 'submit' },
  approved: {
    means: 'A settlement was approved, which makes the offer',
    shows: ['automatic'],
    step: 'approve',
  },
  denied: { means: 'A settlement was denied', shows: ['reason'], step: 'deny' },
  accepted: { means: 'The partner accepted the offer', shows: ['automatic'], step: 'accept' },
  rejected: { means: 'The partner rejected the offer', shows: [], step: 'reject' },
  expired: { means: 'The offer lapsed', shows: [], step: 'expire' },
  withdrawn: { means: 'The offer was taken back', shows: [], step: 'withdraw' },
  disbursed: { means: 'The money was sent', shows: [], step: 'disburse' },
  revoked: { means: 'The acceptance was revoked before the money was sent', shows: [], step: 'revoke' },
  repaid: { means: 'Nothing was outstanding any more', shows: [], step: 'repay' },
  reopened: { means: 'Something was outstanding again after it was repaid', shows: [], step: 'reopen' },
  disbursement_returned: {
    means: 'The bank sent the money back, so it can be sent again',
    shows: [],
    step: 'return',
  },
  balance_changed: { means: 'A repayment, a reversal or an undo changed what is owed', shows: ['kind'] },
  due_soon: { means: 'The last day for the payment is near', shows: ['pay_by'] },
  overdue: { means: 'The last day for the payment has passed', shows: ['pay_by'] },
  overdue_ended: { means: 'It is not overdue any more', shows: [] },
  fee_waived: { means: 'A part of the fee was waived', shows: [] },
  written_off: { means: 'What was outstanding was written off', shows: ['code'] },
  excess_refunded: { means: 'Money that was paid too much was paid back', shows: [] },
  due_on_changed: { means: 'The due day was moved', shows: ['due_on'] },
  disbursement_corrected: { means: 'The day of the payout was corrected', shows: ['funded_on'] },
  fee_earned: { means: 'A part of the fee was earned', shows: null },
  opened: { means: 'The balances of a settlement of an earlier version were opened', shows: null },
  transactions_read: { means: 'Transactions were shown to an operator', shows: null },
} as const satisfies Readonly<Record<string, EventKind>>;
