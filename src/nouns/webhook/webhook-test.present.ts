import { z } from 'zod';
import { describedBy } from '../../kernel/input/description.ts';
import { OUTCOMES } from '../../engine/outbound/outbound.ts';
import { WebhookAttemptView } from './delivery/delivery.present.ts';

/** The result of a test. A test is one attempt. */
export const WebhookTestView = describedBy(
  WebhookAttemptView,
  z.strictObject({
    webhook_delivery_id: z.string(),
    event_id: z.string(),
    outcome: z
      .enum(OUTCOMES)
      .nullable()
      .describe('Whether the request succeeded, or why it failed; null if there is no result.'),
    http_status: z.int().nullable(),
    duration_ms: z
      .int()
      .min(0)
      .nullable()
      .describe('How many milliseconds the request took; null if there is no result.'),
    excerpt: z.string().nullable(),
  }),
).meta({ id: 'WebhookTest' });
export type WebhookTestView = z.output<typeof WebhookTestView>;
