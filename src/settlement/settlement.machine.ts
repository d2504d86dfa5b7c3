import { defineMachine } from '../kernel/machine.ts';

/** The life of an instant settlement. It begins as `submitted`; whatever is not in this table is `funding_status_invalid`. */
export const settlementMachine = defineMachine({
  states: ['submitted', 'approved', 'denied', 'accepted', 'rejected', 'funded', 'repaid'],
  initial: 'submitted',
  transitions: [
    ['submitted', 'approve', 'approved'],
    ['submitted', 'deny', 'denied'],
    ['approved', 'accept', 'accepted'],
    ['approved', 'reject', 'rejected'],
    ['approved', 'expire', 'denied'],
    ['approved', 'withdraw', 'denied'],
    ['accepted', 'disburse', 'funded'],
    ['accepted', 'revoke', 'denied'],
    ['funded', 'repay', 'repaid'],
  ],
});

export type SettlementStatus = (typeof settlementMachine.states)[number];
export type SettlementEvent = (typeof settlementMachine.events)[number];

export const SETTLEMENT_STATUSES = settlementMachine.states;
