import { type EventType, isEventType, kindOf } from '../../trail/record/event-types.ts';
import { NOUNS } from '../../kernel/nouns.ts';
import { type SettlementEvent, settlementMachine, type SettlementStatus } from './settlement.machine.ts';

/** A step in the life of a settlement: its submission, or an event of its machine. */
export type SettlementStep = 'submit' | SettlementEvent;
export const SETTLEMENT_STEPS: readonly SettlementStep[] = ['submit', ...settlementMachine.events];

const { subject, events } = NOUNS.settlement;

/** The event type of each step, from the settlements' row in the table of nouns. */
const typeOf = new Map(
  Object.entries(events).flatMap(([event, kind]) => {
    const type = `${subject}.${event}`;
    return 'step' in kind && isEventType(type) ? [[kind.step, type] as const] : [];
  }),
);

/** The types of all events that record a step. */
export const STEP_EVENT_TYPES: readonly EventType[] = [...typeOf.values()];

/** The type of the event that records a step. */
export function eventTypeOf(step: SettlementStep): EventType {
  const type = typeOf.get(step);
  if (type === undefined) throw new Error(`No event records the step ${step}.`);
  return type;
}

/** What happens at a step. */
export const meaningOfStep = (step: SettlementStep): string => `${kindOf(eventTypeOf(step)).means}.`;

/** The status after a step; `from` is null before the settlement is submitted. Null if the machine has no such move. */
export function statusAfter(from: SettlementStatus | null, step: SettlementStep): SettlementStatus | null {
  if (step === 'submit') return from === null ? settlementMachine.initial : null;
  return from === null ? null : settlementMachine.advance(from, step);
}

/** The step that an event of the trail records; undefined if it records no step. */
export const stepOf = (type: string): SettlementStep | undefined =>
  SETTLEMENT_STEPS.find((step) => eventTypeOf(step) === type);
