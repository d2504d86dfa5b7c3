import { z } from 'zod';
import { describedBy } from '../../kernel/input/description.ts';
import { listRoute } from '../../pipeline/rest-kit/list-route.ts';
import { operationRoute } from '../../pipeline/rest-kit/operation-route.ts';
import type { Route } from '../../pipeline/rest-kit/route.ts';
import {
  countWebhookDeliveries,
  getWebhookDelivery,
  listWebhookDeliveries,
  retryWebhookDelivery,
} from './delivery/delivery.operations.ts';
import { WebhookDeliverySummary, WebhookDeliveryView } from './delivery/delivery.present.ts';
import {
  countWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from './endpoint/endpoint.operations.ts';
import { deleteWebhookEndpoint, rotateWebhookSecret } from './endpoint/endpoint-life.operations.ts';
import { WebhookEndpointView, WebhookEndpointWithSecret } from './endpoint/endpoint.present.ts';
import { replayWebhookEvents } from './replay/replay.operations.ts';
import { WebhookReplayView } from './replay/replay.present.ts';
import { testWebhookEndpoint } from './webhook-test.operations.ts';
import { WebhookTestView } from './webhook-test.present.ts';

const tag = 'Webhooks';

const Deleted = describedBy(
  null,
  z.strictObject({
    webhook_endpoint_id: z.string(),
    deleted: z.literal(true).describe('Always true: deleting an endpoint that does not exist is an error.'),
  }),
).meta({ id: 'DeletedWebhookEndpoint' });

/** REST does not show the partner, because a partner's key sees only its own records. */
const withoutPartner = <View extends object>(view: View) =>
  Object.fromEntries(Object.entries(view).filter(([name]) => name !== 'partner_id'));

const COLLECTION = '/v1/webhook-endpoints';
const ENDPOINT = '/v1/webhook-endpoints/{webhook_endpoint_id}';
const DELIVERY = '/v1/webhook-deliveries/{webhook_delivery_id}';

const endpointRoutes: readonly Route[] = [
  operationRoute({
    method: 'POST',
    path: COLLECTION,
    summary: 'Create a webhook endpoint; its secret is shown only once',
    tag,
    operation: createWebhookEndpoint,
    response: WebhookEndpointWithSecret,
    respond: withoutPartner,
    errors: ['conflict'],
  }),
  listRoute({
    path: COLLECTION,
    summary: 'List the webhook endpoints, newest first',
    tag,
    list: listWebhookEndpoints,
    count: countWebhookEndpoints,
    ids: { owner_id: null },
    item: WebhookEndpointView,
    present: withoutPartner,
    idOf: ({ webhook_endpoint_id }) => webhook_endpoint_id,
  }),
  operationRoute({
    method: 'GET',
    path: ENDPOINT,
    summary: 'Retrieve a webhook endpoint',
    tag,
    operation: getWebhookEndpoint,
    response: WebhookEndpointView,
    respond: withoutPartner,
  }),
  operationRoute({
    method: 'PUT',
    path: ENDPOINT,
    summary: 'Replace the properties of a webhook endpoint, enable or disable it',
    tag,
    operation: updateWebhookEndpoint,
    response: WebhookEndpointView,
    respond: withoutPartner,
    errors: ['cursor_ahead', 'conflict'],
  }),
  operationRoute({
    method: 'DELETE',
    path: ENDPOINT,
    summary: 'Delete a webhook endpoint',
    tag,
    operation: deleteWebhookEndpoint,
    response: Deleted,
  }),
  operationRoute({
    method: 'POST',
    path: `${ENDPOINT}/rotate-secret`,
    summary: 'Make another secret, which is shown only once; both sign for a while',
    tag,
    operation: rotateWebhookSecret,
    mayBeBodiless: true,
    response: WebhookEndpointWithSecret,
    respond: withoutPartner,
    errors: ['conflict'],
  }),
];

export const webhookRoutes: readonly Route[] = [
  ...endpointRoutes,
  operationRoute({
    method: 'POST',
    path: `${ENDPOINT}/test`,
    summary: 'Send a test event to a webhook endpoint now, once',
    tag,
    operation: testWebhookEndpoint,
    response: WebhookTestView,
  }),
  operationRoute({
    method: 'POST',
    path: `${ENDPOINT}/replay`,
    summary: 'Deliver events of the feed to a webhook endpoint again',
    tag,
    operation: replayWebhookEvents,
    response: WebhookReplayView,
    errors: ['cursor_ahead', 'conflict'],
  }),
  listRoute({
    path: `${ENDPOINT}/deliveries`,
    summary: 'List the deliveries to a webhook endpoint, newest first',
    tag,
    list: listWebhookDeliveries,
    count: countWebhookDeliveries,
    item: WebhookDeliverySummary,
    idOf: ({ webhook_delivery_id }) => webhook_delivery_id,
  }),
  operationRoute({
    method: 'GET',
    path: DELIVERY,
    summary: 'Retrieve a webhook delivery with its attempts',
    tag,
    operation: getWebhookDelivery,
    response: WebhookDeliveryView,
  }),
  operationRoute({
    method: 'POST',
    path: `${DELIVERY}/retry`,
    summary: 'Send a webhook delivery once more',
    tag,
    operation: retryWebhookDelivery,
    response: WebhookDeliverySummary,
    errors: ['conflict'],
  }),
];
