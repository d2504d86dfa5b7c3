import { z } from 'zod';
import { readEventData } from '../../../trail/record/event-data.ts';
import type { EventRow } from '../../../trail/record/event-row.ts';
import { type EventType, isEventType } from '../../../trail/record/event-types.ts';
import { isForPartners } from '../../../trail/record/withheld.ts';
import { endpointOf, TEST_EVENT } from '../endpoint/endpoint.rules.ts';

/** The id of a record that does not exist. */
const idOf = (prefix: string): string => `${prefix}_${'0'.repeat(26)}`;

/** The ids of subjects, by the noun. A partner and an endpoint are their own example. */
const SUBJECT_IDS: Readonly<Record<string, (event: EventRow) => string>> = {
  partner: ({ partner_id }) => partner_id ?? idOf('par'),
  key: () => idOf('key'),
  customer: () => idOf('cus'),
  // A KYC record is named by its customer.
  kyc: () => idOf('cus'),
  funding: () => idOf('fun'),
  repayment: () => idOf('rep'),
  webhook_endpoint: ({ subject }) => endpointOf(subject),
};

/** The data of examples. An event whose type is not here has none. */
const DATA: Readonly<Partial<Record<EventType, Readonly<Record<string, unknown>>>>> = {
  'partner.updated': { changed: ['offer_valid_days'] },
  'key.created': { role: 'partner', scopes: ['read', 'write'] },
  'key.moved': { partner_id: idOf('par') },
  'key.rotated': { successor_id: idOf('key'), expires_at: '2026-01-31T00:00:00Z' },
  'customer.updated': { changed: ['contact_email'] },
  'kyc.created': { country: 'HK' },
  'kyc.updated': { changed: ['legal_name'] },
  'kyc.documents_uploaded': { type: 'nar1', documents: [idOf('doc')], replaced: [] },
  'kyc.document_requested': { type: 'nar1' },
  'kyc.status_changed': { from: 'missing_supporting_documents', to: 'complete' },
  'funding.approved': { automatic: true },
  'funding.denied': { reason: 'insufficient_history' },
  'funding.accepted': { automatic: true },
  'funding.balance_changed': { kind: 'repayment' },
  'funding.due_soon': { pay_by: '2026-01-31' },
  'funding.overdue': { pay_by: '2026-01-31' },
  'funding.written_off': { code: 'other' },
  'funding.due_on_changed': { due_on: '2026-02-07' },
  'funding.disbursement_corrected': { funded_on: '2026-01-17' },
  'repayment.reversed': { kind: 'returned' },
  'webhook_endpoint.updated': { changed: ['url'] },
  'webhook_endpoint.disabled': { reason: 'failing' },
};

const Example = z.looseObject({ example: z.string().optional() });

/** The data of a test that sends an example of a type. */
export const testOfExample = (type: EventType) => ({ example: type });

/** What a test sends: the event of the test, or the example that its data names. Other events stay as they are. */
export function exampleOf(event: EventRow): EventRow {
  if (event.type !== TEST_EVENT) return event;
  const type = readEventData(Example, event.data)?.example ?? '';
  if (!isEventType(type) || !isForPartners(type)) return event;
  const [noun = ''] = type.split('.');
  const subject = `${noun}/${SUBJECT_IDS[noun]?.(event) ?? ''}`;
  return { ...event, type, subject, sequence: 1, data: JSON.stringify(DATA[type] ?? {}) };
}
