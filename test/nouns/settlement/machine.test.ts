import { expect, test } from 'vitest';
import { settlementMachine } from '../../../src/nouns/settlement/settlement.machine.ts';
import { MOVES } from './steps.ts';

test('the machine is the table of the contract and nothing more', () => {
  const moves = settlementMachine.states.flatMap((from) =>
    settlementMachine.events.flatMap((event) => {
      const to = settlementMachine.advance(from, event);
      return to === null ? [] : [`${from} ${event} ${settlementMachine.causeOf(event)} ${to}`];
    }),
  );
  expect(moves.toSorted()).toEqual(MOVES.map((move) => move.join(' ')).toSorted());
});

test('denied and rejected are final', () => {
  for (const state of ['denied', 'rejected'] as const) {
    expect(settlementMachine.nextEvents(state)).toEqual([]);
  }
});
