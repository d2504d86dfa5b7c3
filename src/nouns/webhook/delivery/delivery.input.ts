import { z } from 'zod';
import { typeNamed } from '../../../kernel/input/type-name.ts';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { pageInput } from '../../../pipeline/rows/find-page.ts';
import { SUBSCRIBABLE, TEST_EVENT } from '../endpoint/endpoint.rules.ts';
import { DELIVERY_STATUSES } from './delivery.machine.ts';

/** The possible event types of a delivery. */
export const DELIVERED_TYPES = [...SUBSCRIBABLE, TEST_EVENT] as const;

export const DELIVERY_FILTERS = {
  status: typeNamed('WebhookDeliveryStatus', z.enum(DELIVERY_STATUSES))
    .describe('Only deliveries in this status.')
    .optional(),
  event_type: typeNamed('EventType', z.enum(DELIVERED_TYPES))
    .describe('Only deliveries of events of this type.')
    .optional(),
};

export const ListDeliveriesInput = pageInput('whd', DELIVERY_FILTERS);

/** Ids of at most a page of records, for queries about several of them. */
const EndpointsAsked = z.array(z.string()).min(1).max(PAGE_LIMIT_MAX);
export const ListDeliveriesOfInput = pageInput('whd', {
  ...DELIVERY_FILTERS,
  webhook_endpoint_ids: EndpointsAsked,
});
export const CountDeliveriesOfInput = z.strictObject({
  ...DELIVERY_FILTERS,
  webhook_endpoint_ids: EndpointsAsked,
});
export const AttemptsOfInput = z.strictObject({ webhook_delivery_ids: EndpointsAsked });
