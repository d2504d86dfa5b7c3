import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Vault } from '../../../engine/crypto/encryption.ts';
import { cursorAfter } from '../../event/feed-cursor.ts';
import { knownWord } from '../../../kernel/damage.ts';
import { describedBy } from '../../../kernel/input/description.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { OUTCOMES } from '../../../engine/outbound/outbound.ts';
import { DELIVERY_STATUSES } from './delivery.machine.ts';
import { excerptAad } from './delivery.rules.ts';
import { DELIVERED_TYPES } from './delivery.input.ts';

const moment = () => z.string().meta({ format: 'date-time' });

const shared = {
  webhook_delivery_id: z.string(),
  webhook_endpoint_id: z.string(),
  event_id: z.string(),
  event_type: z.enum(DELIVERED_TYPES).describe('The type of the event.'),
  cursor_before: z.string().meta({
    description:
      'The cursor of the feed before the event; send it as `after` to begin a replay with the event.',
  }),
  cursor: z.string().meta({
    description: 'The cursor of the feed after the event; send it as `until` to end a replay with the event.',
  }),
  status: z.enum(DELIVERY_STATUSES).describe('The status of the delivery.'),
  attempt_count: z.int().min(0).describe('How many requests were made for the delivery.'),
  next_attempt_at: moment().nullable().meta({
    format: 'date-time',
    description: 'Null if the delivery is done, or if it waits for another delivery of its subject.',
  }),
  created_at: moment(),
  completed_at: moment()
    .nullable()
    .describe('When the delivery succeeded, failed or was canceled, in UTC; null while it is pending.'),
};

export const WebhookDeliverySummary = describedBy(null, z.strictObject(shared)).meta({
  id: 'WebhookDeliverySummary',
});
export type WebhookDeliverySummary = z.output<typeof WebhookDeliverySummary>;

export const WebhookAttemptView = describedBy(
  null,
  z.strictObject({
    webhook_attempt_id: z.string(),
    created_at: moment().describe('When its result was recorded, in UTC.'),
    duration_ms: z.int().min(0).describe('How many milliseconds the request took.'),
    outcome: z.enum(OUTCOMES).describe('Whether the request succeeded, or why it failed.'),
    http_status: z
      .int()
      .nullable()
      .describe('The HTTP status of the receiver’s response; null if none came.'),
    excerpt: z
      .string()
      .nullable()
      .meta({ description: 'The beginning of the receiver’s response; null if none came.' }),
  }),
).meta({ id: 'WebhookAttempt' });
export type WebhookAttemptView = z.output<typeof WebhookAttemptView>;

/** How many attempts of a delivery are shown: the newest. Only a delivery that people retried many times has more. */
export const ATTEMPTS_SHOWN_MAX = 100;

export const WebhookDeliveryView = z
  .strictObject({
    ...shared,
    attempts: z
      .array(WebhookAttemptView)
      .describe('The last attempts, in the order in which they were made.'),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDeliveryView = z.output<typeof WebhookDeliveryView>;

export type DeliveryRow = Selectable<Tables['webhook_delivery']>;
export type AttemptRow = Selectable<Tables['webhook_attempt']>;

export function presentDelivery(row: DeliveryRow): WebhookDeliverySummary {
  return {
    webhook_delivery_id: row.id,
    webhook_endpoint_id: row.endpoint_id,
    event_id: row.event_id,
    event_type: knownWord(DELIVERED_TYPES, row.event_type, row.id),
    cursor_before: cursorAfter(row.position - 1),
    cursor: cursorAfter(row.position),
    status: knownWord(DELIVERY_STATUSES, row.status, row.id),
    attempt_count: row.attempts,
    next_attempt_at: row.due_at,
    created_at: row.created_at,
    completed_at: row.completed_at,
  };
}

export function presentAttempt(row: AttemptRow, vault: Vault): WebhookAttemptView {
  return {
    webhook_attempt_id: row.id,
    created_at: row.created_at,
    duration_ms: row.duration_ms,
    outcome: knownWord(OUTCOMES, row.outcome, row.id),
    http_status: row.http_status,
    excerpt: row.excerpt === null ? null : vault.decrypt(row.excerpt, excerptAad(row.id)),
  };
}
