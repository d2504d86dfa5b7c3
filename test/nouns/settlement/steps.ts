/** Each move of a settlement: the status before, the event, who causes it, and the status after. */
export const MOVES = [
  ['submitted', 'approve', 'operator', 'approved'],
  ['submitted', 'deny', 'operator', 'denied'],
  ['approved', 'accept', 'partner', 'accepted'],
  ['approved', 'reject', 'partner', 'rejected'],
  ['approved', 'expire', 'clock', 'denied'],
  ['approved', 'withdraw', 'operator', 'denied'],
  ['accepted', 'disburse', 'operator', 'funded'],
  ['accepted', 'revoke', 'operator', 'denied'],
  ['funded', 'repay', 'operator', 'repaid'],
  ['funded', 'return', 'operator', 'accepted'],
  ['repaid', 'reopen', 'operator', 'funded'],
] as const;

/** The event that records each step in the life of a settlement. */
export const RECORDED_AS = {
  submit: 'funding.submitted',
  approve: 'funding.approved',
  deny: 'funding.denied',
  accept: 'funding.accepted',
  reject: 'funding.rejected',
  expire: 'funding.expired',
  withdraw: 'funding.withdrawn',
  disburse: 'funding.disbursed',
  revoke: 'funding.revoked',
  repay: 'funding.repaid',
  reopen: 'funding.reopened',
  return: 'funding.disbursement_returned',
} as const;
