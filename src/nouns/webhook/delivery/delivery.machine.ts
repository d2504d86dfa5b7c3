import { defineMachine } from '../../../kernel/machine.ts';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'canceled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export const DELIVERY_STATUS_MEANINGS: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'It waits for its next attempt, or for an earlier delivery of its subject.',
  succeeded: 'The endpoint responded with a 2xx status.',
  failed: 'Its last attempt failed; it is sent again only by a retry or a replay.',
  canceled: 'The endpoint was disabled before it got the event.',
};

/**
 * A delivery ends with a success, after its last attempt, or when its endpoint is disabled. It may be started again.
 */
export const deliveryMachine = defineMachine({
  states: DELIVERY_STATUSES,
  initial: 'pending',
  transitions: [
    ['pending', 'succeed', 'receiver', 'succeeded'],
    ['pending', 'exhaust', 'clock', 'failed'],
    ['pending', 'cancel', 'endpoint', 'canceled'],
    ['succeeded', 'retry', 'person', 'pending'],
    ['failed', 'retry', 'person', 'pending'],
    ['canceled', 'retry', 'person', 'pending'],
  ],
});
