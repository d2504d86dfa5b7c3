import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { inputFromZod } from '../../pipeline/graphql-kit/input-from-zod.ts';
import { NodeInterface } from '../../pipeline/graphql-kit/node.ts';
import { queryOrNull } from '../../pipeline/graphql-kit/run-operation.ts';
import { shownBy } from '../../pipeline/graphql-kit/shown-by.ts';
import { getWebhookDelivery, retryWebhookDelivery } from './delivery/delivery.operations.ts';
import { ReplayWebhookEventsInput } from './endpoint/endpoint.input.ts';
import { getWebhookEndpoint } from './endpoint/endpoint.operations.ts';
import { replayWebhookEvents } from './replay/replay.operations.ts';
import { WebhookReplayView } from './replay/replay.present.ts';
import { testWebhookEndpoint } from './webhook-test.operations.ts';
import { WebhookTestView } from './webhook-test.present.ts';
import { WebhookOutcomeEnum, WebhookEndpointObject, WebhookDeliveryObject } from './webhook-types.graphql.ts';
import { commandOn } from '../../pipeline/graphql-kit/command-of.ts';
import { objectNamed } from '../../pipeline/graphql-kit/object.ts';

export const WebhookTestObject = objectNamed<WebhookTestView>('WebhookTest');

/** The mutations that send events again, or a test event; returns the type of a test. */
export function defineSending(builder: Builder): void {
  const replay = inputFromZod(builder, 'ReplayWebhookEventsInput', ReplayWebhookEventsInput);
  defineTest(builder);
  const begun = defineReplay(builder);
  const admin = 'With the key of an operator it needs the scope ADMIN.';
  builder.mutationFields((t) => ({
    testWebhookEndpoint: t.field({
      type: WebhookTestObject,
      description: `Sends a test event to an endpoint now, once. ${admin}`,
      ...commandOn(builder, testWebhookEndpoint, 'webhook_endpoint_id'),
    }),
    retryWebhookDelivery: t.field({
      type: WebhookDeliveryObject,
      description: `Sends a delivery once more. ${admin}`,
      ...commandOn(builder, retryWebhookDelivery, 'webhook_delivery_id'),
    }),
    replayWebhookEvents: t.field({
      type: begun,
      description: `Delivers events of the feed to an endpoint again. ${admin}`,
      ...commandOn(builder, replayWebhookEvents, 'webhook_endpoint_id', replay),
    }),
  }));
}

function defineTest(builder: Builder): void {
  builder.objectType(WebhookTestObject, {
    description: 'The result of a test, which is one attempt.',
    extensions: shownBy(WebhookTestView),
    fields: (t) => ({
      webhookDeliveryId: t.exposeID('webhook_delivery_id'),
      eventId: t.exposeID('event_id'),
      outcome: t.expose('outcome', { type: WebhookOutcomeEnum, nullable: true }),
      httpStatus: t.exposeInt('http_status', { nullable: true }),
      durationMs: t.exposeInt('duration_ms', { nullable: true }),
      excerpt: t.exposeString('excerpt', { nullable: true }),
      webhookDelivery: t.field({
        type: WebhookDeliveryObject,
        nullable: true,
        description: 'The delivery with the attempt; null after the endpoint was deleted.',
        extensions: runs(getWebhookDelivery),
        resolve: ({ webhook_delivery_id }, _args, context) =>
          queryOrNull(context, getWebhookDelivery, { webhook_delivery_id }),
      }),
    }),
  });
}

function defineReplay(builder: Builder) {
  return builder.objectRef<WebhookReplayView>('WebhookReplay').implement({
    description: 'A replay that is not done yet.',
    extensions: shownBy(WebhookReplayView),
    interfaces: [NodeInterface],
    fields: (t) => ({
      id: t.exposeID('webhook_replay_id'),
      webhookEndpointId: t.exposeID('webhook_endpoint_id'),
      eventCountMax: t.exposeInt('event_count_max'),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      webhookEndpoint: t.field({
        type: WebhookEndpointObject,
        nullable: true,
        description: 'The endpoint that gets the events; null after it was deleted.',
        extensions: runs(getWebhookEndpoint),
        resolve: ({ webhook_endpoint_id }, _args, context) =>
          queryOrNull(context, getWebhookEndpoint, { webhook_endpoint_id }),
      }),
    }),
  });
}
