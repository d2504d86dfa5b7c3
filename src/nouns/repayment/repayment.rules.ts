import { type OperationError, refusal } from '../../kernel/errors.ts';
import { isEventType, type EventType } from '../../trail/record/event-types.ts';
import {
  type RepaymentEvent,
  repaymentMachine,
  type RepaymentStatus,
  REPAYMENT_STATUSES,
  OPENINGS,
} from './repayment.machine.ts';

/** The ways in which money comes. */
export const SOURCES = ['transfer', 'sales_share', 'instalment', 'offset'] as const;
export type Source = (typeof SOURCES)[number];
export const SOURCE_MEANINGS: Readonly<Record<Source, string>> = {
  transfer: 'A payment to the provider.',
  sales_share: 'A share of sales, which the partner kept back.',
  instalment: 'An instalment, which the partner collected.',
  offset: 'Set off against what the provider owes.',
};

export const REVERSAL_KINDS = ['returned', 'mistake'] as const;
type ReversalKind = (typeof REVERSAL_KINDS)[number];
export const REVERSAL_MEANINGS: Readonly<Record<ReversalKind, string>> = {
  returned: 'The money went back. The reversal counts from that day on.',
  mistake: 'The money never came. The reversal counts from the day of the repayment on.',
};

/** Repayments of one settlement: more than a year of weekly shares in each of several sources, and a bounded list. */
export const REPAYMENTS_MAX = 1_000;
/** Open reports of one settlement. A partner that has so many waits for the provider. */
export const OPEN_REPORTS_MAX = 20;

/** The status after an event. Throws `repayment_status_invalid`. */
export function advance(from: RepaymentStatus, event: RepaymentEvent): RepaymentStatus {
  const to = repaymentMachine.advance(from, event);
  if (to === null) throw statusInvalid(from, event);
  return to;
}

export function statusInvalid(from: RepaymentStatus, event: RepaymentEvent): OperationError {
  const permitted = repaymentMachine.statesBefore(event).join(' or ');
  return refusal(
    'repayment_status_invalid',
    `The repayment is ${from}; ${event} needs it to be ${permitted}.`,
  );
}

/** The type of the event that brings a repayment to a status. */
export function eventTypeOf(status: RepaymentStatus): EventType {
  const type = `repayment.${status}`;
  if (!isEventType(type)) throw new Error(`No event brings a repayment to ${status}.`);
  return type;
}

/** The types of all events that change a repayment. Each status has one. */
export const STEP_EVENT_TYPES: readonly EventType[] = REPAYMENT_STATUSES.map(eventTypeOf);
/** The types of the events that begin a repayment. */
export const OPENING_EVENT_TYPES: readonly [EventType, EventType] = [
  eventTypeOf(OPENINGS.report.to),
  eventTypeOf(OPENINGS.record.to),
];

/** The status that an event of the trail leads to; null if the machine has no such move. */
export function statusAfter(from: RepaymentStatus | null, type: string): RepaymentStatus | null {
  const to = REPAYMENT_STATUSES.find((status) => eventTypeOf(status) === type);
  if (to === undefined) return null;
  const isMove =
    from === null
      ? OPENING_EVENT_TYPES.some((opening) => opening === type)
      : repaymentMachine.nextEvents(from).some((event) => repaymentMachine.advance(from, event) === to);
  return isMove ? to : null;
}

/** The columns of `repayment` that are stored encrypted. */
export type EncryptedRepaymentColumn = 'reference' | 'reported' | 'reversal_reason' | 'decline_reason';

/** The additional authenticated data of a value: binds it to its column and row. */
export const repaymentAad = (column: EncryptedRepaymentColumn, id: string) => `repayment.${column}/${id}`;

/** The counter of the repayments of an owner in a status. */
export const totalName = (owner: string, status: RepaymentStatus): string => `${owner}/repayments/${status}`;
