import { defineQuery } from '../../../pipeline/operation.ts';
import {
  type SettlementActor,
  type SettlementEvent,
  settlementMachine,
  type SettlementStatus,
} from '../settlement.machine.ts';

/** One row of the machine. */
export interface SettlementMove {
  readonly from: SettlementStatus;
  readonly event: SettlementEvent;
  readonly by: SettlementActor;
  readonly to: SettlementStatus;
}

const MOVES: readonly SettlementMove[] = settlementMachine.states.flatMap((from) =>
  settlementMachine.nextEvents(from).flatMap((event) => {
    const to = settlementMachine.advance(from, event);
    return to === null ? [] : [{ from, event, by: settlementMachine.causeOf(event), to }];
  }),
);

export const MOVES_COUNT = MOVES.length;

/** The machine of settlements, for a client that draws it. */
export const listSettlementMoves = defineQuery({
  name: 'listSettlementMoves',
  roles: ['partner', 'operator'],
  run: async () => MOVES,
});
