import type { Builder, EnumRef } from '../../pipeline/graphql-kit/builder.ts';
import { defineConnection } from '../../pipeline/graphql-kit/connection.ts';
import { listArguments, pageArgs, pageArguments } from '../../pipeline/graphql-kit/page-arguments.ts';
import { atMost, runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import { describedValues } from '../../pipeline/graphql-kit/naming.ts';
import type { NodeType } from '../../pipeline/graphql-kit/node.ts';
import { shownBy } from '../../pipeline/graphql-kit/shown-by.ts';
import { type EventType, kindOf } from '../../trail/record/event-types.ts';
import type { Outcome } from '../../engine/outbound/outbound.ts';
import { OUTCOME_MEANINGS } from './outcome-meanings.ts';
import { DELIVERY_STATUS_MEANINGS } from './delivery/delivery.machine.ts';
import {
  countDeliveriesOfEndpoints,
  listAttemptsOfDeliveries,
  listDeliveriesOfEndpoints,
  listWebhookDeliveries,
} from './delivery/delivery.operations.ts';
import {
  ATTEMPTS_SHOWN_MAX,
  WebhookAttemptView,
  WebhookDeliverySummary,
} from './delivery/delivery.present.ts';
import { DELIVERY_FILTERS } from './delivery/delivery.input.ts';
import { REPLAY_KIND_MEANINGS } from './endpoint/endpoint.input.ts';
import { WebhookEndpointView } from './endpoint/endpoint.present.ts';
import {
  DISABLED_REASON_MEANINGS,
  ENDPOINT_STATUS_MEANINGS,
  EVENT_TYPE_VALUES,
  EVERY_EVENT,
  ORDERING_MEANINGS,
} from './endpoint/endpoint.rules.ts';
import { attemptsOfDelivery, deliveriesOfEndpoint } from './webhook-pages.graphql.ts';

export type WebhookTypes = ReturnType<typeof defineTypes>;

/** Enum members: `kyc.status_changed` becomes `KYC_STATUS_CHANGED`, and `*` is `ALL`. */
const eventWords = Object.fromEntries(
  EVENT_TYPE_VALUES.map((value) =>
    value === EVERY_EVENT
      ? ['ALL', { value, description: 'Every event that partners see, also of future types.' }]
      : [value.replace('.', '_').toUpperCase(), { value, description: `${kindOf(value).means}.` }],
  ),
);

function defineEnums(builder: Builder) {
  return {
    WebhookEventType: builder.enumType('WebhookEventType', {
      description:
        'The events that an endpoint can get: every event that partners see, or the events of one type.',
      values: eventWords,
    }),
    WebhookOrdering: builder.enumType('WebhookOrdering', {
      description: 'In which order an endpoint gets events.',
      values: describedValues(ORDERING_MEANINGS),
    }),
    WebhookEndpointStatus: builder.enumType('WebhookEndpointStatus', {
      description: 'Whether an endpoint gets events.',
      values: describedValues(ENDPOINT_STATUS_MEANINGS),
    }),
    WebhookReplayKind: builder.enumType('WebhookReplayKind', {
      description: 'Which events a replay delivers, of a part of the feed.',
      values: describedValues(REPLAY_KIND_MEANINGS),
    }),
  };
}

export interface WebhookDependencies {
  readonly eventType: EnumRef<EventType>;
  readonly node: NodeType;
}

/** The types of webhooks. */
export function defineTypes(builder: Builder, { eventType, node }: WebhookDependencies) {
  const enums = defineEnums(builder);
  const outcome = builder.enumType('WebhookOutcome', {
    description: 'The result of a request to an endpoint.',
    values: describedValues(OUTCOME_MEANINGS),
  });
  const status = builder.enumType('WebhookDeliveryStatus', {
    description: 'The status of a delivery.',
    values: describedValues(DELIVERY_STATUS_MEANINGS),
  });
  const delivery = defineDelivery(builder, { eventType, outcome, status }, node);
  const endpoint = defineEndpoint(builder, { ...enums, outcome }, node);
  const deliveries = defineConnection(builder, 'WebhookDelivery', delivery);
  const filter = listFilter(builder, {
    name: 'WebhookDeliveryFilter',
    description: 'Selects the deliveries of a list.',
    rows: DELIVERY_FILTERS,
    isByPartner: false,
    enums: { WebhookDeliveryStatus: status, DeliveredEventType: eventType },
  });
  const { validate } = listArguments('whd', listWebhookDeliveries);
  builder.objectField(endpoint, 'deliveries', (t) =>
    t.field({
      type: deliveries,
      description: 'What was sent to the endpoint or will be sent to it, newest first.',
      args: { ...builder.args(pageArgs), filter: t.arg(filter.argument) },
      validate,
      extensions: runs(listDeliveriesOfEndpoints, countDeliveriesOfEndpoints),
      resolve: ({ webhook_endpoint_id }, args, context) => {
        const { filters } = filter.read(args.filter);
        return deliveriesOfEndpoint(context, webhook_endpoint_id, { ...pageArguments(args), ...filters });
      },
    }),
  );
  return { enums, outcome, delivery, endpoint };
}

interface EndpointEnums extends ReturnType<typeof defineEnums> {
  readonly outcome: EnumRef<Outcome>;
}

function defineEndpoint(builder: Builder, enums: EndpointEnums, node: NodeType) {
  const reason = builder.enumType('WebhookDisabledReason', {
    description: 'Why an endpoint is disabled.',
    values: describedValues(DISABLED_REASON_MEANINGS),
  });
  return builder.objectRef<WebhookEndpointView>('WebhookEndpoint').implement({
    description: 'An address to which the events of a partner are sent.',
    extensions: shownBy(WebhookEndpointView),
    interfaces: [node],
    fields: (t) => ({
      id: t.exposeID('webhook_endpoint_id'),
      partnerId: t.exposeID('partner_id'),
      url: t.expose('url', { type: 'URL' }),
      description: t.exposeString('description', { nullable: true }),
      eventTypes: t.field({
        type: [enums.WebhookEventType],
        extensions: atMost(EVENT_TYPE_VALUES.length),
        resolve: ({ event_types }) => [...event_types],
      }),
      ordering: t.expose('ordering', { type: enums.WebhookOrdering }),
      status: t.expose('status', { type: enums.WebhookEndpointStatus }),
      disabledReason: t.expose('disabled_reason', { type: reason, nullable: true }),
      lastError: t.expose('last_error', { type: enums.outcome, nullable: true }),
      lastErrorStatus: t.exposeInt('last_error_status', { nullable: true }),
      lastErrorAt: t.expose('last_error_at', { type: 'DateTime', nullable: true }),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      updatedAt: t.expose('updated_at', { type: 'DateTime' }),
    }),
  });
}

interface DeliveryEnums {
  readonly eventType: EnumRef<EventType>;
  readonly outcome: EnumRef<WebhookAttemptView['outcome']>;
  readonly status: EnumRef<WebhookDeliverySummary['status']>;
}

function defineDelivery(builder: Builder, { eventType, outcome, status }: DeliveryEnums, node: NodeType) {
  const attempt = builder.objectRef<WebhookAttemptView>('WebhookAttempt').implement({
    description: 'One request for a delivery, and its result.',
    extensions: shownBy(WebhookAttemptView),
    interfaces: [node],
    fields: (t) => ({
      id: t.exposeID('webhook_attempt_id'),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      durationMs: t.exposeInt('duration_ms'),
      outcome: t.expose('outcome', { type: outcome }),
      httpStatus: t.exposeInt('http_status', { nullable: true }),
      excerpt: t.exposeString('excerpt', { nullable: true }),
    }),
  });
  return builder.objectRef<WebhookDeliverySummary>('WebhookDelivery').implement({
    description: 'An event on its way to an endpoint.',
    extensions: shownBy(WebhookDeliverySummary),
    interfaces: [node],
    fields: (t) => ({
      id: t.exposeID('webhook_delivery_id'),
      webhookEndpointId: t.exposeID('webhook_endpoint_id'),
      eventId: t.exposeID('event_id'),
      eventType: t.expose('event_type', { type: eventType }),
      cursorBefore: t.exposeString('cursor_before', {
        description:
          'The cursor of the feed before the event; pass it as after to begin a replay with the event.',
      }),
      cursor: t.exposeString('cursor', {
        description:
          'The cursor of the feed after the event; pass it as until to end a replay with the event.',
      }),
      status: t.expose('status', { type: status }),
      attemptCount: t.exposeInt('attempt_count'),
      nextAttemptAt: t.expose('next_attempt_at', {
        type: 'DateTime',
        nullable: true,
      }),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      completedAt: t.expose('completed_at', { type: 'DateTime', nullable: true }),
      attempts: t.field({
        type: [attempt],
        description: 'The last attempts, in the order in which they were made.',
        extensions: { ...runs(listAttemptsOfDeliveries), ...atMost(ATTEMPTS_SHOWN_MAX) },
        resolve: async ({ webhook_delivery_id }, _args, context) => [
          ...((await attemptsOfDelivery(context, webhook_delivery_id)) ?? []),
        ],
      }),
    }),
  });
}
