import {
  type SettlementEvent,
  settlementMachine,
  type SettlementStatus,
} from '../../../src/nouns/settlement/settlement.machine.ts';
import type { Model } from './linearizable.ts';

/** What a caller does to a settlement. */
export type Deed =
  | { readonly kind: 'read' }
  | { readonly kind: 'move'; readonly event: SettlementEvent }
  | { readonly kind: 'report' }
  /** Money comes: by a new repayment, or by a report that is confirmed. */
  | { readonly kind: 'receive'; readonly repayment: string; readonly amount: number }
  | { readonly kind: 'reverse'; readonly repayment: string; readonly amount: number }
  | { readonly kind: 'waive' | 'refund'; readonly amount: number };

export type Seen =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'state'; readonly status: SettlementStatus; readonly owed: number | null };

/** What is owed is negative if too much was paid: the excess. */
interface Settlement {
  readonly status: SettlementStatus;
  readonly owed: number | null;
  /** The repayments that came, and those that went back. */
  readonly received: readonly string[];
  readonly reversed: readonly string[];
}

/**
 * A settlement as the guides describe it, in the simplest form. `status` is its first one, and `owed` is what is owed
 * after the money was sent.
 */
export const settlementModel = (status: SettlementStatus, owed: number): Model<Settlement, Deed, Seen> => ({
  initial: { status, owed: status === 'funded' ? owed : null, received: [], reversed: [] },
  step(state, deed, seen) {
    if (seen?.kind === 'state') return isSeen(state, seen) ? state : null;
    const after = afterDeed(state, deed, owed);
    if (seen === null) return after ?? state;
    if (seen.kind === 'done') return after;
    return after !== null && NOT_NOW.includes(seen.code) ? null : state;
  },
  keyOf: (state) => JSON.stringify(state),
});

/** Refusals for the state alone: they are wrong if the state allows the deed. */
const NOT_NOW: readonly string[] = [
  'funding_status_invalid',
  'repayment_status_invalid',
  'balance_insufficient',
];

const isSeen = (state: Settlement, seen: Seen & { readonly kind: 'state' }): boolean =>
  state.status === seen.status && (seen.owed === null || state.owed === seen.owed);

const isServiced = ({ status, owed }: Settlement): boolean =>
  owed !== null && (status === 'funded' || status === 'repaid');

/** The state after a deed; null if it is not allowed. */
function afterDeed(state: Settlement, deed: Deed, owedAtFirst: number): Settlement | null {
  const { received, reversed } = state;
  switch (deed.kind) {
    case 'read':
      return state;
    case 'report':
      return isServiced(state) ? state : null;
    case 'move': {
      const status = settlementMachine.advance(state.status, deed.event);
      if (status === null) return null;
      return deed.event === 'disburse' ? { ...state, status, owed: owedAtFirst } : { ...state, status };
    }
    case 'receive':
      if (!isServiced(state) || received.includes(deed.repayment)) return null;
      return owing({ ...state, received: [...received, deed.repayment].toSorted() }, -deed.amount);
    case 'reverse':
      if (!isServiced(state) || !received.includes(deed.repayment) || reversed.includes(deed.repayment))
        return null;
      return owing({ ...state, reversed: [...reversed, deed.repayment].toSorted() }, deed.amount);
    case 'waive':
      return isServiced(state) ? owing(state, -deed.amount) : null;
    case 'refund':
      return isServiced(state) && -(state.owed ?? 0) >= deed.amount ? owing(state, deed.amount) : null;
  }
}

function owing(state: Settlement, more: number): Settlement {
  const owed = (state.owed ?? 0) + more;
  return { ...state, owed, status: owed > 0 ? 'funded' : 'repaid' };
}
