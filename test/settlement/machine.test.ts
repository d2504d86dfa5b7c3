import { expect, test } from 'vitest';
import { EVENT_OF_MOVE } from '../../src/settlement/settlement-events.rules.ts';
import { rolesFor, settlementMachine } from '../../src/settlement/settlement.machine.ts';

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

test('denied, rejected and repaid are final', () => {
  for (const state of ['denied', 'rejected', 'repaid'] as const) {
    expect(settlementMachine.nextEvents(state)).toEqual([]);
  }
});

test('each step has its event in the trail', () => {
  expect(EVENT_OF_MOVE).toEqual({
    submit: 'funding.submitted',
    approve: 'funding.approved',
    deny: 'funding.denied',
    accept: 'funding.accepted',
    reject: 'funding.rejected',
    expire: 'funding.expired',
    withdraw: 'funding.withdrawn',
    disburse: 'funding.disbursed',
    revoke: 'funding.revoked',
    repay: 'funding.repaid',
  });
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
