import {
  type EndpointFragment,
  EndpointsDocument,
  type EventRowFragment,
  EventsDocument,
  WebhookDeliveriesDocument,
  type WebhookDeliveriesQuery,
  type WebhookDeliveryFilter,
} from '../../console-kit/generated/graphql.ts';
import { plainJson } from '../../../kernel/plain-decimal.ts';
import { type Columns, documentExport, listExport } from './list.ts';
import { asInQuery, searched } from './filters.ts';

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
  args: { id: searched },
  filter: asInQuery<WebhookDeliveryFilter>(),
  columns: DELIVERY,
  read: async (ask, page, { id }) =>
    (await ask(WebhookDeliveriesDocument, { ...page, id })).webhookEndpoint?.deliveries ?? null,
});

export const EVENT_EXPORTS = {
  events: documentExport(EVENT, EventsDocument, ({ events }) => events),
  'webhook-endpoints': documentExport(
    ENDPOINT,
    EndpointsDocument,
    ({ webhookEndpoints }) => webhookEndpoints,
  ),
  deliveries,
} as const;
