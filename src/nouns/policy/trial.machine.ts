import { defineMachine } from '../../kernel/machine.ts';

/** The states of a trial. Only one trial runs at a time; an index of the database keeps that. */
export const trialMachine = defineMachine({
  states: ['running', 'finished', 'cancelled', 'failed'],
  initial: 'running',
  transitions: [
    ['running', 'finish', 'clock', 'finished'],
    ['running', 'cancel', 'operator', 'cancelled'],
    ['running', 'fail', 'clock', 'failed'],
  ],
});

export const TRIAL_STATES = trialMachine.states;
export type TrialState = (typeof TRIAL_STATES)[number];
export type TrialEvent = (typeof trialMachine.events)[number];

export const TRIAL_MEANINGS: Readonly<Record<TrialState, string>> = {
  running: 'It reads decisions. Only one trial runs at a time.',
  finished: 'It read all decisions of its time. The policy can be published if its content did not change.',
  cancelled: 'An operator ended it before it had read everything.',
  failed: 'It could not go on, because its record is damaged. Start another one.',
};
