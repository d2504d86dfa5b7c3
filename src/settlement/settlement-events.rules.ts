import type { EventType } from '../journal/event-types.ts';
import { type SettlementEvent, settlementMachine } from './settlement.machine.ts';

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

/** The step that an event of the trail tells of; undefined for an event of another kind. */
export const stepOf = (type: string): SettlementStep | undefined =>
  SETTLEMENT_STEPS.find((step) => EVENT_OF_MOVE[step] === type);
