import type { Fixture } from './fixture.ts';
import type { Call } from './on-both-apis.ts';
import type { webhookOperations } from './webhook.operations.ts';

type Accepted = readonly [what: string, given: (fixture: Fixture) => Call | Promise<Call>];

const URL = 'https://93.184.216.34/hooks';

const ofEndpoint = ({ endpoint }: Fixture) => ({ ids: { webhook_endpoint_id: endpoint } });
const ofNewEndpoint = async ({ newEndpoint }: Fixture) => ({
  ids: { webhook_endpoint_id: await newEndpoint() },
});
const listed = (input: NonNullable<Call['input']>) => (fixture: Fixture) => ({
  ...ofEndpoint(fixture),
  input,
});

/** The endpoint that a call makes is deleted again, because a partner has at most ten. */
export const webhookResults: Readonly<Record<keyof typeof webhookOperations, readonly Accepted[]>> = {
  createWebhookEndpoint: [
    ['for every event', () => ({ input: { url: URL, event_types: ['*'] } })],
    [
      'with everything',
      () => ({
        input: {
          url: `${URL}?a=%20b`,
          description: ' 貿易 🚢 ',
          event_types: ['kyc.status_changed', 'funding.approved'],
          ordering: 'subject',
          status: 'disabled',
        },
      }),
    ],
  ],
  getWebhookEndpoint: [['one that is there', ofEndpoint]],
  listWebhookEndpoints: [
    ['the first page', () => ({ input: { limit: 1 } })],
    ['a page further on', ({ endpoint }) => ({ input: { starting_after: endpoint } })],
  ],
  updateWebhookEndpoint: [
    [
      'to something else',
      async (fixture) => ({
        ...(await ofNewEndpoint(fixture)),
        input: {
          url: `${URL}/other`,
          event_types: ['customer.created'],
          ordering: 'subject',
          status: 'disabled',
        },
      }),
    ],
  ],
  deleteWebhookEndpoint: [['one that is there', ofNewEndpoint]],
  rotateWebhookSecret: [
    [
      'with an overlap',
      async (fixture) => ({ ...(await ofNewEndpoint(fixture)), input: { overlap_hours: 1 } }),
    ],
    ['without one', async (fixture) => ({ ...(await ofNewEndpoint(fixture)), input: { overlap_hours: 0 } })],
  ],
  testWebhookEndpoint: [['where nothing listens', ofEndpoint]],
  replayWebhookEvents: [
    [
      'of a type',
      (fixture) => ({
        ...ofEndpoint(fixture),
        input: { after: fixture.cursor, event_types: ['customer.created'], only: 'failed' },
      }),
    ],
  ],
  listWebhookDeliveries: [
    ['everything', listed({ limit: 100 })],
    ['of a status', listed({ status: 'pending' })],
    ['of a type', listed({ event_type: 'customer.created' })],
    ['of a status and a type', listed({ status: 'succeeded', event_type: 'kyc.created' })],
  ],
  getWebhookDelivery: [
    ['without an attempt', ({ delivery }) => ({ ids: { webhook_delivery_id: delivery } })],
    ['with one', ({ attempted }) => ({ ids: { webhook_delivery_id: attempted } })],
  ],
  retryWebhookDelivery: [['one that waits', ({ delivery }) => ({ ids: { webhook_delivery_id: delivery } })]],
};
