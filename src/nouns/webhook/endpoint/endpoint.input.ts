import { z } from 'zod';
import { integerField, orElse, orNull, optionalText, textField } from '../../../kernel/input/fields.ts';
import { typeNamed } from '../../../kernel/input/type-name.ts';
import type { Outbound } from '../../../engine/outbound/outbound.ts';
import { pageInput } from '../../../pipeline/rows/find-page.ts';
import {
  ENDPOINT_STATUSES,
  EVENT_TYPE_VALUES,
  EVERY_EVENT,
  ORDERINGS,
  SUBSCRIBABLE,
} from './endpoint.rules.ts';

/** Characters. Many servers refuse a longer URL. */
const URL_LENGTH_MAX = 2_048;
/** Ports below this belong to other protocols, except 443 and 80, which belong to HTTP. */
const PORT_MIN = 1_024;
/** Characters of a cursor of the feed. */
const CURSOR_LENGTH_MAX = 255;
/** A week. Both secrets sign for at most this long after a rotation. */
const OVERLAP_HOURS_MAX = 168;
const OVERLAP_HOURS_DEFAULT = 24;

const isReceiver = (text: string): boolean => {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && url.hash === '';
};

/** If the port is the default port of the scheme, `port` is empty. */
const hasFreePort = (text: string): boolean => {
  const port = URL.parse(text)?.port ?? '';
  return port === '' || port === '443' || Number(port) >= PORT_MIN;
};

/** The URL of a receiver. Without `outbound` only its form is checked. */
const receiverUrl = (outbound: Outbound | null) =>
  typeNamed(
    'URL',
    textField(1, URL_LENGTH_MAX)
      .refine(isReceiver, {
        error: 'must be an https URL without user name, password or fragment',
        abort: true,
      })
      .refine(hasFreePort, { error: `must have port 443, or one from ${PORT_MIN} on`, abort: true })
      .superRefine((url, { issues }) => {
        const says = outbound?.refusalOf(url) ?? null;
        if (says !== null) issues.push({ code: 'custom', message: says, input: url });
      })
      .meta({ format: 'uri', minLength: 1, maxLength: URL_LENGTH_MAX }),
  ).describe('Where events are sent: an https URL on a public address.');

const WebhookEventType = typeNamed('WebhookEventType', z.enum(EVENT_TYPE_VALUES));

const eventTypes = z
  .array(WebhookEventType)
  .min(1)
  .max(SUBSCRIBABLE.length)
  .refine((types) => new Set(types).size === types.length, 'must not name an event type twice')
  .refine(
    (types) => types.length === 1 || !types.includes(EVERY_EVENT),
    'must be either the value for all types alone or a list of types',
  );

const ordering = typeNamed('WebhookOrdering', z.enum(ORDERINGS));
const status = typeNamed('WebhookEndpointStatus', z.enum(ENDPOINT_STATUSES));
const cursor = textField(1, CURSOR_LENGTH_MAX);

const membersOn = (outbound: Outbound | null) => ({
  url: receiverUrl(outbound),
  description: optionalText(textField()).describe('A text by which you recognise it.'),
  event_types: eventTypes.describe('The types of events that it gets; with `*` every event that you see.'),
});

export const createWebhookEndpointInputOn = (outbound: Outbound | null) =>
  z
    .strictObject({
      ...membersOn(outbound),
      ordering: orElse(ordering, 'none').describe(
        'Whether the events of one subject are sent one after another. If so, an event that fails delays the next one.',
      ),
      status: orElse(status, 'enabled').describe('Whether it gets events from now on; enabled when absent.'),
    })
    .meta({ id: 'CreateWebhookEndpointInput', description: 'An address to which events are sent.' });
export const CreateWebhookEndpointInput = createWebhookEndpointInputOn(null);

export const updateWebhookEndpointInputOn = (outbound: Outbound | null) =>
  z
    .strictObject({
      ...membersOn(outbound),
      ordering: orNull(ordering).describe('Unchanged when absent.'),
      status: orNull(status).describe('Unchanged when absent.'),
      replay_from: orNull(cursor).describe(
        'If this enables a disabled endpoint: the cursor of the feed after which it gets the events that it missed, or `disabled` for all of them.',
      ),
    })
    .meta({
      id: 'UpdateWebhookEndpointInput',
      description: 'The properties of a webhook endpoint; they replace the present ones.',
    });
export const UpdateWebhookEndpointInput = updateWebhookEndpointInputOn(null);

export const EnableWebhookEndpointInput = z.strictObject({
  replay_from: orNull(cursor).describe(
    'Send the events that it missed: after this cursor of the feed, or with `disabled` since it was disabled.',
  ),
});

export const RotateWebhookSecretInput = z
  .strictObject({
    overlap_hours: orElse(integerField(0, OVERLAP_HOURS_MAX), OVERLAP_HOURS_DEFAULT).describe(
      'How long the former secret also signs.',
    ),
  })
  .meta({ id: 'RotateWebhookSecretInput' });

export const REPLAY_KINDS = ['failed', 'all'] as const;
export const REPLAY_KIND_MEANINGS: Readonly<Record<(typeof REPLAY_KINDS)[number], string>> = {
  failed: 'Events whose delivery failed or was canceled.',
  all: 'All events, also events that it received.',
};

export const ReplayWebhookEventsInput = z
  .strictObject({
    after: cursor.describe('The cursor of the feed after which the events begin.'),
    until: orNull(cursor).describe('The cursor of the last event; when absent, all events until now.'),
    event_types: orNull(eventTypes).describe('Only events of these types, out of the types of the endpoint.'),
    only: typeNamed('WebhookReplayKind', z.enum(REPLAY_KINDS)).describe(
      'Deliveries that failed or were canceled, or all events.',
    ),
  })
  .meta({
    id: 'ReplayWebhookEventsInput',
    description: 'A part of the feed to deliver again, up to 100,000 events.',
  });

export const ListEndpointsInput = pageInput('whe', {});
