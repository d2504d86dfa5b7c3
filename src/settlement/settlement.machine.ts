import type { Role } from '../kernel/caller.ts';
import { defineMachine } from '../kernel/machine.ts';

/**
 * The life of an instant settlement, and who moves it on. It begins as `submitted`; whatever is not in this table is
 * `funding_status_invalid`.
 */
export const settlementMachine = defineMachine({
  states: ['submitted', 'approved', 'denied', 'accepted', 'rejected', 'funded', 'repaid'],
  initial: 'submitted',
  transitions: [
    ['submitted', 'approve', 'operator', 'approved'],
    ['submitted', 'deny', 'operator', 'denied'],
    ['approved', 'accept', 'partner', 'accepted'],
    ['approved', 'reject', 'partner', 'rejected'],
    ['approved', 'expire', 'clock', 'denied'],
    ['approved', 'withdraw', 'operator', 'denied'],
    ['accepted', 'disburse', 'operator', 'funded'],
    ['accepted', 'revoke', 'operator', 'denied'],
    ['funded', 'repay', 'operator', 'repaid'],
  ],
});

export type SettlementStatus = (typeof settlementMachine.states)[number];
export type SettlementEvent = (typeof settlementMachine.events)[number];
export type SettlementActor = (typeof settlementMachine.actors)[number];

export const SETTLEMENT_STATUSES = settlementMachine.states;

/** The roles that may call the operation behind an event. The clock runs on the provider's side. */
export function rolesFor(event: SettlementEvent): readonly [Role] {
  return settlementMachine.causeOf(event) === 'partner' ? ['partner'] : ['operator'];
}
