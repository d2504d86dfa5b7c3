import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { defineConnection } from '../../pipeline/graphql-kit/connection.ts';
import { listArguments, pageArgs, pageArguments } from '../../pipeline/graphql-kit/page-arguments.ts';
import { atMost, runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import { NodeInterface } from '../../pipeline/graphql-kit/node.ts';
import { shownBy } from '../../pipeline/graphql-kit/shown-by.ts';
import { kindOf } from '../../trail/record/event-types.ts';
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
import { EventTypeEnum } from '../event/event.graphql.ts';
import { enumOf, enumOfValues } from '../../pipeline/graphql-kit/enum.ts';
import { objectNamed } from '../../pipeline/graphql-kit/object.ts';

export const WebhookEndpointObject = objectNamed<WebhookEndpointView>('WebhookEndpoint');
export const WebhookDeliveryObject = objectNamed<WebhookDeliverySummary>('WebhookDelivery');

/** Enum members: `kyc.status_changed` becomes `KYC_STATUS_CHANGED`, and `*` is `ALL`. */
const eventWords = Object.fromEntries(
  EVENT_TYPE_VALUES.map((value) =>
    value === EVERY_EVENT
      ? ['ALL', { value, description: 'Every event that partners see, also of future types.' }]
      : [value.replace('.', '_').toUpperCase(), { value, description: `${kindOf(value).means}.` }],
  ),
);

export const WebhookEventTypeEnum = enumOfValues(
  'WebhookEventType',
  'The events that an endpoint can get: every event that partners see, or the events of one type.',
  eventWords,
);
const WebhookOrderingEnum = enumOf(
  'WebhookOrdering',
  'In which order an endpoint gets events.',
  ORDERING_MEANINGS,
);
const WebhookEndpointStatusEnum = enumOf(
  'WebhookEndpointStatus',
  'Whether an endpoint gets events.',
  ENDPOINT_STATUS_MEANINGS,
);
enumOf('WebhookReplayKind', 'Which events a replay delivers, of a part of the feed.', REPLAY_KIND_MEANINGS);
export const WebhookOutcomeEnum = enumOf(
  'WebhookOutcome',
  'The result of a request to an endpoint.',
  OUTCOME_MEANINGS,
);
const WebhookDeliveryStatusEnum = enumOf(
  'WebhookDeliveryStatus',
  'The status of a delivery.',
  DELIVERY_STATUS_MEANINGS,
);
const WebhookDisabledReasonEnum = enumOf(
  'WebhookDisabledReason',
  'Why an endpoint is disabled.',
  DISABLED_REASON_MEANINGS,
);

/** The types of webhooks. */
export function defineTypes(builder: Builder): void {
  defineDelivery(builder);
  defineEndpoint(builder);
  const deliveries = defineConnection(builder, 'WebhookDelivery', WebhookDeliveryObject);
  const filter = listFilter(builder, {
    name: 'WebhookDeliveryFilter',
    of: 'deliveries',
    rows: DELIVERY_FILTERS,
    isByPartner: false,
  });
  const { validate } = listArguments('whd', listWebhookDeliveries);
  builder.objectField(WebhookEndpointObject, 'deliveries', (t) =>
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
}

function defineEndpoint(builder: Builder): void {
  builder.objectType(WebhookEndpointObject, {
    description: 'An address to which the events of a partner are sent.',
    extensions: shownBy(WebhookEndpointView),
    interfaces: [NodeInterface],
    fields: (t) => ({
      id: t.exposeID('webhook_endpoint_id'),
      partnerId: t.exposeID('partner_id'),
      url: t.expose('url', { type: 'URL' }),
      description: t.exposeString('description', { nullable: true }),
      eventTypes: t.expose('event_types', {
        type: [WebhookEventTypeEnum],
        extensions: atMost(EVENT_TYPE_VALUES.length),
      }),
      ordering: t.expose('ordering', { type: WebhookOrderingEnum }),
      status: t.expose('status', { type: WebhookEndpointStatusEnum }),
      disabledReason: t.expose('disabled_reason', { type: WebhookDisabledReasonEnum, nullable: true }),
      lastError: t.expose('last_error', { type: WebhookOutcomeEnum, nullable: true }),
      lastErrorStatus: t.exposeInt('last_error_status', { nullable: true }),
      lastErrorAt: t.expose('last_error_at', { type: 'DateTime', nullable: true }),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      updatedAt: t.expose('updated_at', { type: 'DateTime' }),
    }),
  });
}

function defineDelivery(builder: Builder): void {
  const attempt = builder.objectRef<WebhookAttemptView>('WebhookAttempt').implement({
    description: 'One request for a delivery, and its result.',
    extensions: shownBy(WebhookAttemptView),
    interfaces: [NodeInterface],
    fields: (t) => ({
      id: t.exposeID('webhook_attempt_id'),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      durationMs: t.exposeInt('duration_ms'),
      outcome: t.expose('outcome', { type: WebhookOutcomeEnum }),
      httpStatus: t.exposeInt('http_status', { nullable: true }),
      excerpt: t.exposeString('excerpt', { nullable: true }),
    }),
  });
  builder.objectType(WebhookDeliveryObject, {
    description: 'An event on its way to an endpoint.',
    extensions: shownBy(WebhookDeliverySummary),
    interfaces: [NodeInterface],
    fields: (t) => ({
      id: t.exposeID('webhook_delivery_id'),
      webhookEndpointId: t.exposeID('webhook_endpoint_id'),
      eventId: t.exposeID('event_id'),
      eventType: t.expose('event_type', { type: EventTypeEnum }),
      cursorBefore: t.exposeString('cursor_before', {
        description:
          'The cursor of the feed before the event; pass it as after to begin a replay with the event.',
      }),
      cursor: t.exposeString('cursor', {
        description:
          'The cursor of the feed after the event; pass it as until to end a replay with the event.',
      }),
      status: t.expose('status', { type: WebhookDeliveryStatusEnum }),
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
        resolve: async ({ webhook_delivery_id }, _args, context) =>
          (await attemptsOfDelivery(context, webhook_delivery_id)) ?? [],
      }),
    }),
  });
}
