import { expect, test } from 'vitest';
import { settlementMachine } from '../../src/settlement/settlement.machine.ts';

const TABLE: readonly string[] = [
  'submitted approve approved',
  'submitted deny denied',
  'approved accept accepted',
  'approved reject rejected',
  'approved expire denied',
  'approved withdraw denied',
  'accepted disburse funded',
  'accepted revoke denied',
  'funded repay repaid',
];

test('the machine is the table of the contract and nothing more', () => {
  const moves = settlementMachine.states.flatMap((from) =>
    settlementMachine.events.flatMap((event) => {
      const to = settlementMachine.advance(from, event);
      return to === null ? [] : [`${from} ${event} ${to}`];
    }),
  );
  expect(moves.toSorted()).toEqual(TABLE.toSorted());
});

test('what is denied, rejected or repaid stays so', () => {
  for (const state of ['denied', 'rejected', 'repaid'] as const) {
    expect(settlementMachine.nextEvents(state)).toEqual([]);
  }
});
