import { expect, test } from 'vitest';
import { settlementMachine } from '../../src/settlement/settlement.machine.ts';

const TABLE: readonly string[] = [
  'submitted approve operator approved',
  'submitted deny operator denied',
  'approved accept partner accepted',
  'approved reject partner rejected',
  'approved expire clock denied',
  'approved withdraw operator denied',
  'accepted disburse operator funded',
  'accepted revoke operator denied',
  'funded repay operator repaid',
];

test('the machine is the table of the contract and nothing more', () => {
  const moves = settlementMachine.states.flatMap((from) =>
    settlementMachine.events.flatMap((event) => {
      const to = settlementMachine.advance(from, event);
      return to === null ? [] : [`${from} ${event} ${settlementMachine.causeOf(event)} ${to}`];
    }),
  );
  expect(moves.toSorted()).toEqual(TABLE.toSorted());
});

test('what is denied, rejected or repaid stays so', () => {
  for (const state of ['denied', 'rejected', 'repaid'] as const) {
    expect(settlementMachine.nextEvents(state)).toEqual([]);
  }
});
