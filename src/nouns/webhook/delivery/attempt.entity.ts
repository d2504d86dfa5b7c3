import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../../engine/crypto/encryption.ts';

/** One request for a delivery, and its result. */
export const WebhookAttempt = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempt',
  indexes: [{ name: 'webhook_attempt_delivery', properties: ['delivery_id', 'id'] }],
  properties: {
    id: p.string().primary(),
    delivery_id: p.string(),
    created_at: p.string(),
    duration_ms: p.integer(),
    outcome: p.string(),
    http_status: p.integer().nullable(),
    /** The beginning of the response body. */
    excerpt: p.text().$type<Encrypted>().nullable(),
  },
});
