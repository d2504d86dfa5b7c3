import { type EventType, eventTypes } from '../../../trail/record/event-types.ts';
import { isForPartners } from '../../../trail/record/withheld.ts';
import { EVERY_PARTNER } from '../../../pipeline/rows/tenancy.ts';

/** Endpoints of one partner: one for each of its systems. Each event costs a request to each endpoint. */
export const ENDPOINTS_MAX = 10;

export const ORDERINGS = ['none', 'subject'] as const;
export const ORDERING_MEANINGS: Readonly<Record<(typeof ORDERINGS)[number], string>> = {
  none: 'Each event is sent as soon as it can be; events may overtake each other.',
  subject: 'The events of one subject are sent one after another; one that fails delays the next.',
};

export const ENDPOINT_STATUSES = ['enabled', 'disabled'] as const;
export const ENDPOINT_STATUS_MEANINGS: Readonly<Record<(typeof ENDPOINT_STATUSES)[number], string>> = {
  enabled: 'It gets the events of its types.',
  disabled: 'It gets no events; deliveries that wait for it are canceled.',
};

export const DISABLED_REASONS = ['gone', 'failing', 'partner', 'operator'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];
export const DISABLED_REASON_MEANINGS: Readonly<Record<DisabledReason, string>> = {
  gone: 'It responded to a delivery with 410 Gone.',
  failing: 'It failed for 120 hours, and at least 20 times.',
  partner: 'The partner disabled it.',
  operator: 'The provider disabled it; only the provider can enable it again.',
};

/** Sent when an endpoint is tested, and only to that endpoint. */
export const TEST_EVENT = 'test.ping';

/** Every event that partners see. */
export const EVERY_EVENT = '*';

/** The types that an endpoint may name: the types that partners see. */
export const SUBSCRIBABLE: readonly EventType[] = eventTypes.filter(
  (type) => isForPartners(type) && type !== TEST_EVENT,
);

/** The possible values in `event_types` of an endpoint. */
export const EVENT_TYPE_VALUES: readonly (typeof EVERY_EVENT | EventType)[] = [EVERY_EVENT, ...SUBSCRIBABLE];

/**
 * The types of an endpoint in the form of its row. They are in the order of `EVENT_TYPE_VALUES`, so that equal sets
 * give equal texts.
 */
export const storedTypes = (types: readonly string[]): string =>
  EVENT_TYPE_VALUES.filter((type) => types.includes(type)).join(',');

/**
 * What `*` means for a partner that keeps to the first interface: the types that are older than servicing. An endpoint
 * that names a later type gets it.
 */
const TYPES_OF_INTERFACE: ReadonlySet<string> = new Set<EventType>([
  'partner.created',
  'partner.updated',
  'key.created',
  'key.rotated',
  'key.revoked',
  'customer.created',
  'customer.updated',
  'kyc.created',
  'kyc.updated',
  'kyc.documents_uploaded',
  'kyc.document_requested',
  'kyc.status_changed',
  'funding.submitted',
  'funding.approved',
  'funding.denied',
  'funding.accepted',
  'funding.rejected',
  'funding.expired',
  'funding.withdrawn',
  'funding.disbursed',
  'funding.revoked',
  'funding.repaid',
  'webhook_endpoint.created',
  'webhook_endpoint.updated',
  'webhook_endpoint.deleted',
  'webhook_endpoint.disabled',
]);

/**
 * Whether an endpoint is subscribed to events of a type. `v1Members` is the setting of its partner, which bounds what
 * `*` means.
 */
export function wants(subscribed: readonly string[], type: string, v1Members: string): boolean {
  if (type === TEST_EVENT) return false;
  if (subscribed.includes(type)) return true;
  return subscribed.includes(EVERY_EVENT) && (v1Members !== 'interface' || TYPES_OF_INTERFACE.has(type));
}

/** The AAD of an encrypted column of an endpoint. */
export const endpointAad = (column: 'secret' | 'former_secret', id: string): string =>
  `webhook_endpoint.${column}/${id}`;

const SUBJECT = 'webhook_endpoint/';

export const aboutEndpoint = (row: { readonly id: string; readonly partner_id: string }) =>
  ({ subject: `${SUBJECT}${row.id}`, partnerId: row.partner_id }) as const;

/** The id of the endpoint that is the subject of an event. */
export const endpointOf = (subject: string): string => subject.slice(SUBJECT.length);

/** The counter of an owner's endpoints. The owner is a partner, or all partners. */
export const endpointsOf = (owner: string) => `${owner}/webhook-endpoints`;
export const countsOfEndpoint = (partnerId: string, by: 1 | -1) =>
  [partnerId, EVERY_PARTNER].map((owner) => ({ name: endpointsOf(owner), by }) as const);
