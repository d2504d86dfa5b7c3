import type { EventType } from '../journal/event-types.ts';
import { type SettlementEvent, settlementMachine, type SettlementStatus } from './settlement.machine.ts';

/** A step in the life of a settlement: its submission, or an event of its machine. */
export type SettlementStep = 'submit' | SettlementEvent;
export const SETTLEMENT_STEPS: readonly SettlementStep[] = ['submit', ...settlementMachine.events];

/** The event type of each step. */
export const EVENT_OF_MOVE = {
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
} as const satisfies Readonly<Record<SettlementStep, EventType>>;

/** The status after a step; `from` is null before the settlement is submitted. Null where the machine has no such move. */
export function statusAfter(from: SettlementStatus | null, step: SettlementStep): SettlementStatus | null {
  if (step === 'submit') return from === null ? settlementMachine.initial : null;
  return from === null ? null : settlementMachine.advance(from, step);
}

/** The step that an event of the trail records; undefined for an event of another kind. */
export const stepOf = (type: string): SettlementStep | undefined =>
  SETTLEMENT_STEPS.find((step) => EVENT_OF_MOVE[step] === type);
