import { expect, test } from 'vitest';
import {
  eventTypeOf,
  SETTLEMENT_STEPS,
  STEP_EVENT_TYPES,
} from '../../../src/nouns/settlement/settlement-events.rules.ts';
import { rolesFor, settlementMachine } from '../../../src/nouns/settlement/settlement.machine.ts';
import { MOVES, RECORDED_AS } from './steps.ts';

test('the machine is the table of the contract and nothing more', () => {
  const moves = settlementMachine.states.flatMap((from) =>
    settlementMachine.events.flatMap((event) => {
      const to = settlementMachine.advance(from, event);
      return to === null ? [] : [`${from} ${event} ${settlementMachine.causeOf(event)} ${to}`];
    }),
  );
  expect(moves.toSorted()).toEqual(MOVES.map((move) => move.join(' ')).toSorted());
});

test('denied, rejected and repaid are final', () => {
  for (const state of ['denied', 'rejected', 'repaid'] as const) {
    expect(settlementMachine.nextEvents(state)).toEqual([]);
  }
});

test('each step has its event in the trail', () => {
  expect(SETTLEMENT_STEPS.map((step) => [step, eventTypeOf(step)])).toEqual(Object.entries(RECORDED_AS));
  expect(STEP_EVENT_TYPES).toEqual(Object.values(RECORDED_AS));
});

test('partners accept and reject; all other events belong to the provider', () => {
  const byPartners = settlementMachine.events.filter((event) => rolesFor(event).includes('partner'));
  const byOperators = settlementMachine.events.filter((event) => rolesFor(event).includes('operator'));
  expect(byPartners.toSorted()).toEqual(['accept', 'reject']);
  expect(byOperators.toSorted()).toEqual([
    'approve',
    'deny',
    'disburse',
    'expire',
    'repay',
    'revoke',
    'withdraw',
  ]);
});
