import type { Noun } from './noun.ts';

/** The rows of webhooks in the table of nouns. */
export const WEBHOOK_NOUNS = {
  webhookEndpoint: {
    says: 'a webhook endpoint',
    prefix: 'whe',
    id: 'webhook_endpoint_id',
    subject: 'webhook_endpoint',
    node: 'WebhookEndpoint',
    tag: { name: 'Webhooks', description: 'Where events are sent, and the result of sending them.' },
    events: {
      created: { means: 'A webhook endpoint was made', shows: [] },
      updated: { means: 'Fields of a webhook endpoint changed', shows: ['changed'] },
      deleted: { means: 'A webhook endpoint was deleted', shows: [] },
      disabled: {
        means: 'A webhook endpoint was disabled, by a person or because it failed',
        shows: ['reason'],
      },
    },
  },
  webhookDelivery: {
    says: 'a webhook delivery',
    prefix: 'whd',
    id: 'webhook_delivery_id',
    node: 'WebhookDelivery',
  },
  webhookAttempt: {
    says: 'an attempt at a webhook delivery',
    prefix: 'wha',
    id: 'webhook_attempt_id',
    node: 'WebhookAttempt',
  },
  webhookReplay: {
    says: 'a replay of webhook deliveries',
    prefix: 'whr',
    id: 'webhook_replay_id',
    node: 'WebhookReplay',
  },
} as const satisfies Readonly<Record<string, Noun>>;
