import type { Selectable } from 'kysely';
import { z } from 'zod';
import { describedBy } from '../../../kernel/input/description.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { OUTCOMES } from '../../../engine/outbound/outbound.ts';
import { CreateWebhookEndpointInput } from './endpoint.input.ts';
import { DISABLED_REASONS, ENDPOINT_STATUSES, EVENT_TYPE_VALUES, ORDERINGS } from './endpoint.rules.ts';

const moment = () => z.string().meta({ format: 'date-time' });

export const WebhookEndpointView = describedBy(
  CreateWebhookEndpointInput,
  z.strictObject({
    webhook_endpoint_id: z.string(),
    url: z.string(),
    description: z.string().nullable(),
    event_types: z.array(z.enum(EVENT_TYPE_VALUES)),
    ordering: z.enum(ORDERINGS),
    status: z.enum(ENDPOINT_STATUSES).describe('Whether it gets events.'),
    disabled_reason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .describe('Why it is disabled; null while it is enabled.'),
    last_error: z
      .enum(OUTCOMES)
      .nullable()
      .describe(
        'The result of the last failed attempt, even if later attempts succeeded; null if none failed.',
      ),
    last_error_status: z
      .int()
      .nullable()
      .describe('The HTTP status of that attempt; null if the receiver did not respond.'),
    last_error_at: moment().nullable().describe('When it was made, in UTC.'),
    created_at: moment(),
    updated_at: moment(),
  }),
).meta({ id: 'WebhookEndpoint' });

/** The view of both APIs, with the partner, which GraphQL shows to operators. */
export type WebhookEndpointView = z.output<typeof WebhookEndpointView> & { readonly partner_id: string };

export const WebhookEndpointWithSecret = WebhookEndpointView.extend({
  secret: z.string().nullable().meta({
    description: 'It is shown only once: null if the response is repeated for an idempotency key.',
  }),
}).meta({ id: 'WebhookEndpointWithSecret' });
export type WebhookEndpointWithSecret = WebhookEndpointView & { readonly secret: string | null };

export type EndpointRow = Selectable<Tables['webhook_endpoint']>;

export function presentEndpoint(row: EndpointRow): WebhookEndpointView {
  const types = row.event_types.split(',');
  return {
    webhook_endpoint_id: row.id,
    partner_id: row.partner_id,
    url: row.url,
    description: row.description,
    event_types: EVENT_TYPE_VALUES.filter((type) => types.includes(type)),
    ordering: row.ordering === 'subject' ? 'subject' : 'none',
    status: row.status === 'enabled' ? 'enabled' : 'disabled',
    disabled_reason: DISABLED_REASONS.find((reason) => reason === row.disabled_reason) ?? null,
    last_error: OUTCOMES.find((outcome) => outcome === row.last_error) ?? null,
    last_error_status: row.last_error_status,
    last_error_at: row.last_error_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
