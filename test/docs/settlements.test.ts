import { expect, test } from 'vitest';
import { DENIALS } from '../../src/settlement/denial.rules.ts';
import { settlementMachine } from '../../src/settlement/settlement.machine.ts';
import { tableOf, unquoted } from './readme.ts';

test('its table of moves is the machine of settlements, and how one begins', () => {
  const moves = settlementMachine.states.flatMap((from) =>
    settlementMachine
      .nextEvents(from)
      .map((event) => [
        from,
        event,
        settlementMachine.causeOf(event),
        settlementMachine.advance(from, event) ?? '',
      ]),
  );
  const told = tableOf('moves').map((row) => row.map(unquoted));
  expect(told.toSorted()).toEqual([['', 'submit', 'partner', 'submitted'], ...moves].toSorted());
});

test('its table of denials has every reason code', () => {
  const told = tableOf('denials').map(([code, means]) => [unquoted(code), means]);
  expect(told).toEqual(Object.entries(DENIALS));
});
