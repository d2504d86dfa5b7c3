import { z } from 'zod';
import { OUTCOMES } from '../pipeline/outbound.ts';

/** The result of a test, which is one attempt. */
export const WebhookTestView = z
  .strictObject({
    webhook_delivery_id: z.string(),
    event_id: z.string(),
    outcome: z.enum(OUTCOMES).nullable(),
    http_status: z.int().nullable(),
    duration_ms: z.int().min(0).nullable(),
    excerpt: z.string().nullable(),
  })
  .meta({ id: 'WebhookTest' });
export type WebhookTestView = z.output<typeof WebhookTestView>;
