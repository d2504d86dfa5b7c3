import { expect, test } from 'vitest';
import { eventTypes, kindOf } from '../../../src/trail/record/event-types.ts';

/**
 * The members of `data` that a partner sees, for each type; null if a partner does not see the event at all. Each
 * member in this table is information for partners.
 */
const SHOWN_TO_PARTNERS = {
  'partner.created': [],
  'partner.updated': ['changed'],
  'operator.created': [],
  'operator.updated': ['changed'],
  'operator.disabled': [],
  'operator.mended': [],
  'operator.sessions_ended': [],
  'key.created': ['role', 'scopes'],
  'key.rotated': ['successor_id', 'expires_at'],
  'key.revoked': [],
  'customer.created': [],
  'customer.updated': ['changed'],
  'kyc.created': ['country'],
  'kyc.updated': ['changed'],
  'kyc.documents_uploaded': ['type', 'documents', 'replaced'],
  'kyc.document_requested': ['type'],
  'kyc.status_changed': ['from', 'to'],
  'kyc.identity_read': null,
  'kyc.screening_read': null,
  'kyc.document_read': null,
  'funding.submitted': [],
  'funding.approved': ['automatic'],
  'funding.denied': ['reason'],
  'funding.accepted': ['automatic'],
  'funding.rejected': [],
  'funding.expired': [],
  'funding.withdrawn': [],
  'funding.disbursed': [],
  'funding.revoked': [],
  'funding.repaid': [],
  'funding.reopened': [],
  'funding.disbursement_returned': [],
  'funding.balance_changed': ['kind'],
  'funding.due_soon': ['pay_by'],
  'funding.overdue': ['pay_by'],
  'funding.overdue_ended': [],
  'funding.fee_waived': [],
  'funding.written_off': ['code'],
  'funding.excess_refunded': [],
  'funding.due_on_changed': ['due_on'],
  'funding.disbursement_corrected': ['funded_on'],
  'funding.fee_earned': null,
  'funding.opened': null,
  'funding.transactions_read': null,
  'repayment.reported': [],
  'repayment.received': [],
  'repayment.declined': [],
  'repayment.cancelled': [],
  'repayment.reversed': ['kind'],
  'note.added': ['about'],
  'provider.updated': ['changed'],
  'provider.books_closed': ['until'],
  'webhook_endpoint.created': [],
  'webhook_endpoint.updated': ['changed'],
  'webhook_endpoint.deleted': [],
  'webhook_endpoint.disabled': ['reason'],
  'export.began': [],
  'export.finished': [],
  'export.broken_off': [],
  'test.ping': [],
};

test('partners see these types of event, and of each of them these members', () => {
  const shown = eventTypes.map((type) => [type, kindOf(type).shows]);
  expect(Object.fromEntries(shown)).toEqual(SHOWN_TO_PARTNERS);
});
