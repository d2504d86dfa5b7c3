import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../../engine/crypto/encryption.ts';

/**
 * An address that a partner's events are sent to. `failures` counts failed attempts since the last success; the first
 * of them was at `failing_since`. An endpoint with `resume_at` is paused until then. A deleted endpoint stays until its
 * deliveries are removed.
 */
export const WebhookEndpoint = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  indexes: [{ name: 'webhook_endpoint_page', properties: ['partner_id', 'id'] }],
  properties: {
    id: p.string().primary(),
    partner_id: p.string(),
    url: p.text(),
    description: p.text().nullable(),
    /** Comma-separated; `*` for every type. */
    event_types: p.text(),
    ordering: p.string(),
    status: p.string(),
    disabled_reason: p.string().nullable(),
    /** The last position in the feed before the events that it has missed since it was disabled. */
    disabled_position: p.bigint('number').nullable(),
    secret: p.text().$type<Encrypted>().nullable(),
    /** The secret before the last rotation. It also signs until `former_until`. */
    former_secret: p.text().$type<Encrypted>().nullable(),
    former_until: p.string().nullable(),
    failing_since: p.string().nullable(),
    failures: p.integer(),
    resume_at: p.string().nullable(),
    /** The result of the last failed attempt. It stays after a success. */
    last_error: p.string().nullable(),
    last_error_status: p.integer().nullable(),
    last_error_at: p.string().nullable(),
    created_at: p.string(),
    updated_at: p.string(),
    deleted_at: p.string().nullable(),
  },
});
