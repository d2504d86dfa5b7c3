import { idOf } from '../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { defineConnection } from '../../pipeline/graphql-kit/connection.ts';
import { inputFromZod } from '../../pipeline/graphql-kit/input-from-zod.ts';
import { listField } from '../../pipeline/graphql-kit/list-field.ts';
import { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import { commandField, idArgument } from '../../pipeline/graphql-kit/run-operation.ts';
import { foundById, nodeFinder } from '../../pipeline/graphql-kit/node.ts';
import { getWebhookAttempt, getWebhookDelivery } from './delivery/delivery.operations.ts';
import { CreateWebhookEndpointInput, UpdateWebhookEndpointInput } from './endpoint/endpoint.input.ts';
import {
  countWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from './endpoint/endpoint.operations.ts';
import {
  deleteWebhookEndpoint,
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  rotateWebhookSecret,
} from './endpoint/endpoint-life.operations.ts';
import type { WebhookEndpointWithSecret } from './endpoint/endpoint.present.ts';
import { getWebhookReplay } from './replay/replay.operations.ts';
import { defineSending } from './webhook-sending.graphql.ts';
import { defineTypes, WebhookEndpointObject, WebhookDeliveryObject } from './webhook-types.graphql.ts';
import { commandOf, commandOn } from '../../pipeline/graphql-kit/command-of.ts';

const endpointNode = nodeFinder('whe', getWebhookEndpoint, (webhook_endpoint_id) => ({
  webhook_endpoint_id,
}));
const deliveryNode = nodeFinder('whd', getWebhookDelivery, (webhook_delivery_id) => ({
  webhook_delivery_id,
}));
export const webhookNodes = [
  endpointNode,
  deliveryNode,
  nodeFinder('wha', getWebhookAttempt, (webhook_attempt_id) => ({ webhook_attempt_id })),
  nodeFinder('whr', getWebhookReplay, (webhook_replay_id) => ({ webhook_replay_id })),
];

/** Webhooks in GraphQL: endpoints, their deliveries, and the mutations on both. */
export function defineWebhook(builder: Builder): void {
  defineTypes(builder);
  defineQueries(builder);
  defineChanges(builder);
  defineSwitches(builder);
  defineSending(builder);
}

function defineQueries(builder: Builder): void {
  const endpoints = defineConnection(builder, 'WebhookEndpoint', WebhookEndpointObject);
  const filter = listFilter(builder, { name: 'WebhookEndpointFilter', of: 'webhook endpoints', rows: {} });
  builder.queryFields((t) => ({
    webhookEndpoint: t.field({
      type: WebhookEndpointObject,
      description: 'A webhook endpoint by its id; null if there is none.',
      ...foundById(builder, endpointNode),
    }),
    webhookEndpoints: t.field({
      type: endpoints,
      description: 'Newest first.',
      ...listField(builder, {
        prefix: 'whe',
        list: listWebhookEndpoints,
        count: countWebhookEndpoints,
        filter,
        idsOf: (owner_id) => ({ owner_id }),
      }),
    }),
    webhookDelivery: t.field({
      type: WebhookDeliveryObject,
      description: 'A delivery by its id; null if there is none.',
      ...foundById(builder, deliveryNode),
    }),
  }));
}

const endpointIds = (args: Parameters<typeof idArgument>[0]) => ({
  webhook_endpoint_id: idArgument(args, 'id'),
});

function defineResults(builder: Builder) {
  const withSecret = builder.objectRef<WebhookEndpointWithSecret>('WebhookEndpointWithSecret').implement({
    description: 'A webhook endpoint and the secret that signs its requests.',
    fields: (t) => ({
      secret: t.exposeString('secret', {
        nullable: true,
        description: 'It is shown only once: null if the response is repeated for an idempotency key.',
      }),
      webhookEndpoint: t.field({
        type: WebhookEndpointObject,
        description: 'The endpoint, which does not show the secret again.',
        resolve: (made) => made,
      }),
    }),
  });
  const deleted = builder
    .objectRef<{ readonly webhook_endpoint_id: string }>('DeletedWebhookEndpoint')
    .implement({
      description: 'A webhook endpoint that was deleted.',
      fields: (t) => ({ deletedId: t.exposeID('webhook_endpoint_id') }),
    });
  return { withSecret, deleted };
}

function defineChanges(builder: Builder): void {
  const create = inputFromZod(builder, 'CreateWebhookEndpointInput', CreateWebhookEndpointInput);
  const update = inputFromZod(builder, 'UpdateWebhookEndpointInput', UpdateWebhookEndpointInput);
  const { withSecret, deleted } = defineResults(builder);
  builder.mutationFields((t) => ({
    createWebhookEndpoint: t.field({
      type: withSecret,
      description: 'Creates a webhook endpoint. Its secret is shown only once, in this response.',
      ...commandOf(builder, createWebhookEndpoint, create),
    }),
    updateWebhookEndpoint: t.field({
      type: WebhookEndpointObject,
      description: 'Replaces the properties of a webhook endpoint, enables or disables it.',
      ...commandOn(builder, updateWebhookEndpoint, 'webhook_endpoint_id', update),
    }),
    deleteWebhookEndpoint: t.field({
      type: deleted,
      description: 'Deletes a webhook endpoint.',
      ...commandOn(builder, deleteWebhookEndpoint, 'webhook_endpoint_id'),
    }),
    rotateWebhookSecret: t.field({
      type: withSecret,
      description:
        'Makes another secret, which is shown only once, in this response. Both secrets sign until the overlap is over.',
      args: {
        id: t.arg.id(idOf('webhook_endpoint_id')),
        overlapHours: t.arg.int({
          description: 'How many hours the former secret also signs; 24 if absent.',
        }),
      },
      ...commandField(rotateWebhookSecret, (args) => ({
        ids: endpointIds(args),
        input: { overlap_hours: args['overlapHours'] },
      })),
    }),
  }));
}

/** The mutations for operators that enable and disable the endpoints of partners. */
function defineSwitches(builder: Builder): void {
  builder.mutationFields((t) => ({
    disableWebhookEndpoint: t.field({
      type: WebhookEndpointObject,
      description:
        'Disables the endpoint of any partner. The partner cannot enable it again. Needs the scope ADMIN. For operators.',
      ...commandOn(builder, disableWebhookEndpoint, 'webhook_endpoint_id'),
    }),
    enableWebhookEndpoint: t.field({
      type: WebhookEndpointObject,
      description: 'Enables the endpoint of any partner. Needs the scope ADMIN. For operators.',
      args: {
        id: t.arg.id(idOf('webhook_endpoint_id')),
        replayFrom: t.arg.string({
          description:
            'From which position of the feed it gets the events that it missed: after this cursor, or with disabled all of them.',
        }),
      },
      ...commandField(enableWebhookEndpoint, (args) => ({
        ids: endpointIds(args),
        input: { replay_from: args['replayFrom'] },
      })),
    }),
  }));
}
