import { z } from 'zod';
import { REPLAY_KINDS } from '../../../nouns/webhook/endpoint/endpoint.input.ts';
import {
  listWebhookDeliveries,
  retryWebhookDelivery,
} from '../../../nouns/webhook/delivery/delivery.operations.ts';
import {
  disableWebhookEndpoint,
  enableWebhookEndpoint,
} from '../../../nouns/webhook/endpoint/endpoint-life.operations.ts';
import {
  getWebhookEndpoint,
  listWebhookEndpoints,
} from '../../../nouns/webhook/endpoint/endpoint.operations.ts';
import { replayWebhookEvents } from '../../../nouns/webhook/replay/replay.operations.ts';
import { testWebhookEndpoint } from '../../../nouns/webhook/webhook-test.operations.ts';
import { listCommand, operationCommand } from './command.ts';
import { webhookListen } from './webhook-listen.ts';

const ids = z.object({ webhook_endpoint_id: z.string() });

export default {
  says: 'webhooks of all partners',
  commands: [
    listCommand({
      name: 'list',
      says: 'list the webhook endpoints, the newest first',
      operation: listWebhookEndpoints,
      ids: z.object({
        owner_id: z.string().nullable().default(null).describe('Only endpoints of this partner.'),
      }),
      member: 'webhook_endpoints',
      id: 'webhook_endpoint_id',
      columns: [
        'webhook_endpoint_id',
        'partner_id',
        ['status', ({ disabled_reason, status }) => disabled_reason ?? status],
        'url',
      ],
    }),
    operationCommand({ name: 'show', says: 'show a webhook endpoint', operation: getWebhookEndpoint, ids }),
    listCommand({
      name: 'deliveries',
      says: 'list the deliveries to a webhook endpoint, the newest first',
      operation: listWebhookDeliveries,
      ids,
      member: 'webhook_deliveries',
      id: 'webhook_delivery_id',
      columns: [
        ...(['webhook_delivery_id', 'event_type', 'status'] as const),
        ['attempts', ({ attempt_count }) => attempt_count],
        ['next', ({ next_attempt_at }) => next_attempt_at],
      ],
    }),
    operationCommand({
      name: 'enable',
      says: 'enable a webhook endpoint',
      operation: enableWebhookEndpoint,
      ids,
    }),
    operationCommand({
      name: 'disable',
      says: 'disable a webhook endpoint, which its partner cannot enable again',
      operation: disableWebhookEndpoint,
      ids,
    }),
    operationCommand({
      name: 'test',
      says: 'send a test event to a webhook endpoint now, once',
      operation: testWebhookEndpoint,
      ids,
    }),
    operationCommand({
      name: 'retry',
      says: 'send a delivery once more',
      operation: retryWebhookDelivery,
      ids: z.object({ webhook_delivery_id: z.string() }),
    }),
    operationCommand({
      name: 'replay',
      says: 'deliver events of the feed to a webhook endpoint again',
      operation: replayWebhookEvents,
      ids,
      presets: {
        only: z
          .enum(REPLAY_KINDS)
          .default('failed')
          .describe('Deliveries that failed or were canceled, or all events'),
      },
    }),
    webhookListen,
  ],
};
