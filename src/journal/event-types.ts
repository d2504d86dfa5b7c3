import type { SubjectNoun } from '../kernel/nouns.ts';

/**
 * Every event type. The part before the dot is the noun, or `test`, and the rest is what happened to it. `shows` lists the members of
 * `data` that a partner sees too; the others are for operators only. Null where a partner does not see the event at
 * all, for example that an operator has read its KYC record.
 */
export const EVENT_TYPES = {
  'partner.created': { means: 'A partner was set up', shows: [] },
  'partner.updated': { means: 'Settings of a partner changed', shows: ['changed'] },
  'operator.created': { means: 'An operator was made', shows: [] },
  'operator.updated': { means: 'Name, e-mail address or scopes of an operator changed', shows: ['changed'] },
  'operator.disabled': { means: 'An operator was ended, with each key and session', shows: [] },
  'key.created': { means: 'An API key was made', shows: ['role', 'scopes'] },
  'key.rotated': { means: 'A key was made in place of an API key', shows: ['successor_id', 'expires_at'] },
  'key.revoked': { means: 'An API key was ended', shows: [] },
  'customer.created': { means: 'A customer was created', shows: [] },
  'customer.updated': { means: 'Fields of a customer changed', shows: ['changed'] },
  'kyc.created': { means: 'A KYC record was opened with its customer', shows: ['country'] },
  'kyc.updated': { means: 'Fields of a KYC record changed', shows: ['changed'] },
  'kyc.documents_uploaded': {
    means: 'The files of a document type were replaced',
    shows: ['type', 'documents', 'replaced'],
  },
  'kyc.document_requested': { means: 'An operator asked for a document type again', shows: ['type'] },
  'kyc.status_changed': { means: 'The status of a KYC record changed', shows: ['from', 'to'] },
  'kyc.identity_read': { means: 'Identity numbers were shown to an operator', shows: null },
  'kyc.screening_read': { means: 'Screening results were shown to an operator', shows: null },
  'kyc.document_read': { means: 'URLs of documents were given to an operator', shows: null },
  'funding.submitted': { means: 'A settlement was submitted', shows: [] },
  'funding.approved': { means: 'A settlement was approved, which makes the offer', shows: ['automatic'] },
  'funding.denied': { means: 'A settlement was denied', shows: ['reason'] },
  'funding.accepted': { means: 'The partner accepted the offer', shows: ['automatic'] },
  'funding.rejected': { means: 'The partner rejected the offer', shows: [] },
  'funding.expired': { means: 'The offer lapsed', shows: [] },
  'funding.withdrawn': { means: 'The offer was taken back', shows: [] },
  'funding.disbursed': { means: 'The money was sent', shows: [] },
  'funding.revoked': { means: 'The acceptance was revoked before the money was sent', shows: [] },
  'funding.repaid': { means: 'The money was paid back', shows: [] },
  'funding.transactions_read': { means: 'Transactions were shown to an operator', shows: null },
  'webhook_endpoint.created': { means: 'A webhook endpoint was made', shows: [] },
  'webhook_endpoint.updated': { means: 'Fields of a webhook endpoint changed', shows: ['changed'] },
  'webhook_endpoint.deleted': { means: 'A webhook endpoint was deleted', shows: [] },
  'webhook_endpoint.disabled': {
    means: 'A webhook endpoint was disabled, by a person or because it failed',
    shows: ['reason'],
  },
  'test.ping': { means: 'A webhook endpoint was tested; only that endpoint gets the event', shows: [] },
} as const satisfies Readonly<Record<`${SubjectNoun | 'test'}.${string}`, EventKind>>;

interface EventKind {
  readonly means: string;
  readonly shows: readonly string[] | null;
}

export type EventType = keyof typeof EVENT_TYPES;

export const isEventType = (type: string): type is EventType => Object.hasOwn(EVENT_TYPES, type);

/** All of them, in the order of the table. */
export const eventTypes: readonly EventType[] = Object.keys(EVENT_TYPES).filter(isEventType);
