import type { Count } from '../../../pipeline/rows/counter.ts';
import type { DeliveryStatus } from './delivery.machine.ts';
import { world } from '../../../kernel/world.ts';

/** How long a claimed delivery belongs to a process: four times the longest attempt. */
export const LEASE_SECONDS = 60;

/** Seconds to wait after each failed attempt. This is the schedule of Standard Webhooks: ten attempts in three days. */
const RETRY_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/**
 * The largest random part of each wait, as a share of it. It keeps deliveries that failed together from being retried
 * together.
 */
const CHANCE_ADDED = 0.1;
/** A longer `Retry-After` is cut to this. */
const RETRY_AFTER_SECONDS_MAX = 86_400;

/** Seconds until the next attempt after `step` failed attempts; null if no attempt is left. */
export function retryAfter(
  step: number,
  askedSeconds: number | null,
  chance: number = world.chance(),
): number | null {
  const planned = RETRY_SECONDS[step - 1];
  if (planned === undefined) return null;
  const asked = Math.min(askedSeconds ?? 0, RETRY_AFTER_SECONDS_MAX);
  return Math.ceil(Math.max(planned * (1 + CHANCE_ADDED * chance), asked));
}

/** The AAD of the excerpt of an attempt. */
export const excerptAad = (id: string): string => `webhook_attempt.excerpt/${id}`;

/** The filter of a list of deliveries. */
export interface DeliveryFilter {
  readonly status?: string | undefined;
  readonly event_type?: string | undefined;
}

/** The counter of the deliveries of an endpoint by a filter. */
export const deliveriesOf = (endpointId: string, { status = '', event_type = '' }: DeliveryFilter): string =>
  `${endpointId}/deliveries/${status}/${event_type}`;

/** The counters of every filter that includes a delivery. */
export function countsOfDelivery(
  { endpoint_id, event_type }: { readonly endpoint_id: string; readonly event_type: string },
  status: DeliveryStatus,
  by: 1 | -1,
): readonly Count[] {
  const filters = [{}, { status }, { event_type }, { status, event_type }];
  return filters.map((filter) => ({ name: deliveriesOf(endpoint_id, filter), by }));
}
