import { defineMachine } from '../../kernel/machine.ts';

/**
 * The states and events of a repayment, and who may cause each event. Any other event is refused with
 * `repayment_status_invalid`. A repayment begins with one of `OPENINGS`.
 */
export const repaymentMachine = defineMachine({
  states: ['reported', 'received', 'declined', 'cancelled', 'reversed'],
  initial: 'reported',
  transitions: [
    ['reported', 'cancel', 'partner', 'cancelled'],
    ['reported', 'confirm', 'operator', 'received'],
    ['reported', 'decline', 'operator', 'declined'],
    ['received', 'reverse', 'operator', 'reversed'],
  ],
});

export type RepaymentStatus = (typeof repaymentMachine.states)[number];
export type RepaymentEvent = (typeof repaymentMachine.events)[number];

export const REPAYMENT_STATUSES = repaymentMachine.states;

/** The events that begin a repayment, who may cause them, and the first status. */
export const OPENINGS = {
  report: { by: 'partner', to: 'reported' },
  record: { by: 'operator', to: 'received' },
} as const satisfies Readonly<Record<string, { readonly by: string; readonly to: RepaymentStatus }>>;

export const REPAYMENT_MEANINGS: Readonly<Record<RepaymentStatus, string>> = {
  reported: 'The partner says that it was paid. It has no effect until the provider confirms it.',
  received: 'The provider has the money.',
  declined: 'The provider did not find the money that was reported; see `declineReason`.',
  cancelled: 'The partner took its report back.',
  reversed: 'It was received, and then it went back or proved to be a mistake; see `reversal`.',
};
