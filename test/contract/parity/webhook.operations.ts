import { inGraphql } from '../../support/spelling.ts';
import * as documents from '../../nouns/webhook/documents.ts';
import { type Call, inputOf, onBothApis } from './on-both-apis.ts';
import { deliveryView, endpointView, listView, pageOf, webhookTestView, withSecretView } from './views.ts';

const endpointId = ({ ids }: Call) => ids?.['webhook_endpoint_id'];
const deliveryId = ({ ids }: Call) => ids?.['webhook_delivery_id'];
const ENDPOINT = '/v1/webhook-endpoints/{webhook_endpoint_id}';
const DELIVERY = '/v1/webhook-deliveries/{webhook_delivery_id}';

const pageVariables = ({ input: { limit, starting_after: after, ...filter } = {} }: Call) => ({
  ...(limit !== undefined && { first: limit }),
  ...(after !== undefined && { after }),
  ...(Object.keys(filter).length > 0 && { filter: inGraphql(filter) }),
});

const isShown = ({ secret, webhookEndpoint }: { secret?: unknown; webhookEndpoint: object }) => ({
  isShown: typeof secret === 'string',
  webhookEndpoint,
});

/** The operations on webhooks, as both APIs have them. */
export const webhookOperations = {
  createWebhookEndpoint: onBothApis({
    rows: ['POST /v1/webhook-endpoints'],
    field: 'Mutation.createWebhookEndpoint',
    document: documents.CreateWebhookEndpoint,
    variables: (call) => ({ input: inputOf(call) }),
    view: withSecretView,
    pick: ({ createWebhookEndpoint }) => createWebhookEndpoint && isShown(createWebhookEndpoint),
  }),
  getWebhookEndpoint: onBothApis({
    rows: [`GET ${ENDPOINT}`],
    field: 'Query.webhookEndpoint',
    document: documents.GetWebhookEndpoint,
    variables: (call) => ({ id: endpointId(call) }),
    view: endpointView,
    pick: ({ webhookEndpoint }) => webhookEndpoint,
  }),
  listWebhookEndpoints: onBothApis({
    rows: ['GET /v1/webhook-endpoints'],
    field: 'Query.webhookEndpoints',
    document: documents.ListWebhookEndpoints,
    variables: pageVariables,
    view: listView(endpointView),
    pick: ({ webhookEndpoints }) => pageOf(webhookEndpoints),
  }),
  updateWebhookEndpoint: onBothApis({
    rows: [`PUT ${ENDPOINT}`],
    field: 'Mutation.updateWebhookEndpoint',
    document: documents.UpdateWebhookEndpoint,
    variables: (call) => ({ id: endpointId(call), input: inputOf(call) }),
    view: endpointView,
    pick: ({ updateWebhookEndpoint }) => updateWebhookEndpoint,
  }),
  deleteWebhookEndpoint: onBothApis({
    rows: [`DELETE ${ENDPOINT}`],
    field: 'Mutation.deleteWebhookEndpoint',
    document: documents.DeleteWebhookEndpoint,
    variables: (call) => ({ id: endpointId(call) }),
    view: ({ webhook_endpoint_id }) => ({ deletedId: webhook_endpoint_id }),
    pick: ({ deleteWebhookEndpoint }) => deleteWebhookEndpoint,
  }),
  rotateWebhookSecret: onBothApis({
    rows: [`POST ${ENDPOINT}/rotate-secret`],
    field: 'Mutation.rotateWebhookSecret',
    document: documents.RotateWebhookSecret,
    variables: (call) => ({ id: endpointId(call), overlapHours: call.input?.['overlap_hours'] }),
    view: withSecretView,
    pick: ({ rotateWebhookSecret }) => rotateWebhookSecret && isShown(rotateWebhookSecret),
  }),
  testWebhookEndpoint: onBothApis({
    rows: [`POST ${ENDPOINT}/test`],
    field: 'Mutation.testWebhookEndpoint',
    document: documents.TestWebhookEndpoint,
    variables: (call) => ({ id: endpointId(call) }),
    view: webhookTestView,
    pick: ({ testWebhookEndpoint }) => testWebhookEndpoint,
  }),
  replayWebhookEvents: onBothApis({
    rows: [`POST ${ENDPOINT}/replay`],
    field: 'Mutation.replayWebhookEvents',
    document: documents.ReplayWebhookEvents,
    variables: (call) => ({ id: endpointId(call), input: inputOf(call) }),
    view: ({ webhook_replay_id, ...rest }) => ({ id: webhook_replay_id, ...Object(inGraphql(rest)) }),
    pick: ({ replayWebhookEvents }) => replayWebhookEvents,
  }),
  listWebhookDeliveries: onBothApis({
    rows: [`GET ${ENDPOINT}/deliveries`],
    field: 'Query.webhookEndpoint',
    document: documents.ListWebhookDeliveries,
    variables: (call) => ({ id: endpointId(call), ...pageVariables(call) }),
    view: listView(deliveryView),
    pick: ({ webhookEndpoint }) => (webhookEndpoint ? pageOf(webhookEndpoint.deliveries) : null),
  }),
  getWebhookDelivery: onBothApis({
    rows: [`GET ${DELIVERY}`],
    field: 'Query.webhookDelivery',
    document: documents.GetWebhookDelivery,
    variables: (call) => ({ id: deliveryId(call) }),
    view: deliveryView,
    pick: ({ webhookDelivery }) => webhookDelivery,
  }),
  retryWebhookDelivery: onBothApis({
    rows: [`POST ${DELIVERY}/retry`],
    field: 'Mutation.retryWebhookDelivery',
    document: documents.RetryWebhookDelivery,
    variables: (call) => ({ id: deliveryId(call) }),
    view: deliveryView,
    pick: ({ retryWebhookDelivery }) => retryWebhookDelivery,
  }),
} as const;
