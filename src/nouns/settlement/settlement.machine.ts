import type { Role } from '../../kernel/caller.ts';
import { defineMachine } from '../../kernel/machine.ts';

/**
 * The statuses and events of an instant settlement, and who may cause each event. It begins as `submitted`. Any other
 * move is refused with `funding_status_invalid`. `test/architecture/proofs.ts` names the promise and the test of each
 * event.
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
    ['funded', 'return', 'operator', 'accepted'],
    ['repaid', 'reopen', 'operator', 'funded'],
  ],
});

export type SettlementStatus = (typeof settlementMachine.states)[number];
export type SettlementEvent = (typeof settlementMachine.events)[number];
export type SettlementActor = (typeof settlementMachine.actors)[number];

export const SETTLEMENT_STATUSES = settlementMachine.states;

export const STATUS_MEANINGS: Readonly<Record<(typeof SETTLEMENT_STATUSES)[number], string>> = {
  submitted: 'It waits for the review of the provider.',
  approved: 'It is an offer, which the partner can accept or reject until it lapses.',
  denied: 'The provider denied it, withdrew or revoked the offer, or the offer lapsed: see `denialReason`.',
  accepted: 'The partner accepted the offer, and the money was not sent yet.',
  rejected: 'The partner rejected the offer.',
  funded: 'The money was sent.',
  repaid: 'Nothing is outstanding any more.',
};

export const ACTOR_MEANINGS: Readonly<Record<SettlementActor, string>> = {
  operator: 'The provider.',
  partner: 'The partner.',
  clock: 'The gateway, when the time has come.',
};

/** The roles that may call the operation of an event. The scheduler counts as the provider. */
export function rolesFor(event: SettlementEvent): readonly [Role] {
  return settlementMachine.causeOf(event) === 'partner' ? ['partner'] : ['operator'];
}
