import { defineMachine } from '../../kernel/machine.ts';

/**
 * The states of a version of a policy. Only a draft can be changed. Each scope has at most one live version and one
 * shadow. A new one retires the former one.
 */
export const policyMachine = defineMachine({
  states: ['draft', 'shadow', 'live', 'retired'],
  initial: 'draft',
  transitions: [
    ['draft', 'shadow', 'operator', 'shadow'],
    ['draft', 'publish', 'operator', 'live'],
    ['draft', 'retire', 'operator', 'retired'],
    ['shadow', 'publish', 'operator', 'live'],
    ['shadow', 'retire', 'operator', 'retired'],
    ['live', 'retire', 'operator', 'retired'],
  ],
});

export type PolicyState = (typeof policyMachine.states)[number];
export type PolicyEvent = (typeof policyMachine.events)[number];

export const POLICY_STATES = policyMachine.states;

export const POLICY_MEANINGS: Readonly<Record<PolicyState, string>> = {
  draft: 'It can be changed, and evaluates nothing.',
  shadow: 'It is evaluated beside the live one, and its result is only noted.',
  live: 'It decides on requests of partners under the review `POLICY`, and advises under `MANUAL`.',
  retired: 'It evaluates nothing any more. It is kept, because decisions name it.',
};
