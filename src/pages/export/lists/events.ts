import { z } from 'zod';
import {
  type EndpointFragment,
  EndpointsDocument,
  type EventRowFragment,
  EventsDocument,
  WebhookDeliveriesDocument,
  type WebhookDeliveriesQuery,
} from '../../console-kit/generated/graphql.ts';
import { plainJson } from '../../../kernel/plain-decimal.ts';
import { type Columns, listExport } from './list.ts';
import { given, ofPartner, searched } from './filters.ts';

const EVENT: Columns<EventRowFragment> = [
  ['event_id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['type', ({ type }) => type],
  ['subject', ({ subject }) => subject],
  ['actor', ({ actor }) => actor],
  ['actor_name', ({ actorName }) => actorName ?? ''],
  ['request_id', ({ requestId }) => requestId ?? ''],
  ['data', ({ data }) => plainJson(data)],
];

const events = listExport({
  filter: z.strictObject({ subject: searched.optional(), actor: searched.optional() }),
  columns: EVENT,
  read: async (ask, chosen, position) =>
    (await ask(EventsDocument, { ...position, filter: given(chosen) })).events,
});

const ENDPOINT: Columns<EndpointFragment> = [
  ['webhook_endpoint_id', ({ id }) => id],
  ['partner_id', ({ partnerId }) => partnerId],
  ['url', ({ url }) => url],
  ['description', ({ description }) => description ?? ''],
  ['event_types', ({ eventTypes }) => eventTypes.join(' ')],
  ['status', ({ status }) => status],
  ['disabled_reason', ({ disabledReason }) => disabledReason ?? ''],
  ['created_at', ({ createdAt }) => createdAt],
];

const endpoints = listExport({
  filter: z.strictObject(ofPartner),
  columns: ENDPOINT,
  read: async (ask, chosen, position) =>
    (await ask(EndpointsDocument, { ...position, filter: given(chosen) })).webhookEndpoints,
});

type Delivery = NonNullable<WebhookDeliveriesQuery['webhookEndpoint']>['deliveries']['nodes'][number];

const DELIVERY: Columns<Delivery> = [
  ['webhook_delivery_id', ({ id }) => id],
  ['event_id', ({ eventId }) => eventId],
  ['event_type', ({ eventType }) => eventType],
  ['status', ({ status }) => status],
  ['attempts', ({ attemptCount }) => String(attemptCount)],
  ['created_at', ({ createdAt }) => createdAt],
  ['completed_at', ({ completedAt }) => completedAt ?? ''],
];

const deliveries = listExport({
  filter: z.strictObject({
    id: searched,
    status: z.enum(['PENDING', 'SUCCEEDED', 'FAILED', 'CANCELED']).optional(),
  }),
  columns: DELIVERY,
  read: async (ask, { id, status }, position) => {
    const filter = status === undefined ? {} : { status };
    const { webhookEndpoint } = await ask(WebhookDeliveriesDocument, { ...position, id, filter });
    return webhookEndpoint?.deliveries ?? null;
  },
});

export const EVENT_EXPORTS = { events, 'webhook-endpoints': endpoints, deliveries } as const;
