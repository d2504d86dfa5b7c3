import { isEnumType } from 'graphql';
import { expect, test } from 'vitest';
import { gatewaySchema } from '../../../src/features.ts';

/** Clients depend on these words; REST has them in lower case. */
const PROMISED = {
  AccountRates: 'REQUIRED OPTIONAL',
  DenialReason:
    'INSUFFICIENT_HISTORY HIGH_CHARGEBACK_RATE HIGH_REFUND_RATE EXPOSURE_LIMIT BUSINESS_NOT_SUPPORTED INFORMATION_INCONSISTENT CREDIT_POLICY OFFER_EXPIRED OFFER_WITHDRAWN ACCEPTANCE_REVOKED',
  DocumentStatus: 'MISSING NOT_UPLOADED UPLOADED',
  DocumentWarning: 'CONTENT_TYPE_MISMATCH PASSWORD_REQUIRED NO_PAGES ATTACHMENTS XFA_FORM',
  IdentityType: 'NATIONAL_ID PASSPORT DRIVER_LICENSE',
  IndustryScheme: 'ISIC MSIC HSIC',
  InstantSettlementActor: 'OPERATOR PARTNER CLOCK',
  InstantSettlementEvent: 'SUBMIT APPROVE DENY ACCEPT REJECT EXPIRE WITHDRAW DISBURSE REVOKE REPAY',
  InstantSettlementStatus: 'SUBMITTED APPROVED DENIED ACCEPTED REJECTED FUNDED REPAID',
  KycStatus: 'INCOMPLETE MISSING_SUPPORTING_DOCUMENTS COMPLETE',
  Review: 'AUTO MANUAL',
  Role: 'PARTNER OPERATOR',
  Scope: 'READ WRITE ADMIN',
  UnderwritingDenialReason:
    'INSUFFICIENT_HISTORY HIGH_CHARGEBACK_RATE HIGH_REFUND_RATE EXPOSURE_LIMIT BUSINESS_NOT_SUPPORTED INFORMATION_INCONSISTENT CREDIT_POLICY',
  UnknownInput: 'REFUSE IGNORE',
  WaitingOrder: 'URGENT NEWEST LARGEST',
  WebhookDeliveryStatus: 'PENDING SUCCEEDED FAILED CANCELED',
  WebhookDisabledReason: 'GONE FAILING PARTNER OPERATOR',
  WebhookEndpointStatus: 'ENABLED DISABLED',
  WebhookOrdering: 'NONE SUBJECT',
  WebhookOutcome: 'OK HTTP_ERROR REDIRECT TIMEOUT CONNECT_FAILED TLS_FAILED DNS_FAILED ADDRESS_REFUSED',
  WebhookReplayKind: 'FAILED ALL',
};

/** Words with tables of their own: of each country, and the types of events. */
const ELSEWHERE = ['DocumentType', 'EventType', 'KycType', 'KycWarningCode', 'WebhookEventType'];

test('the words of the interface are those that were promised', () => {
  const words = Object.values(gatewaySchema().getTypeMap())
    .filter(isEnumType)
    .filter(({ name }) => !name.startsWith('__') && !ELSEWHERE.includes(name))
    .map((type) => [
      type.name,
      type
        .getValues()
        .map(({ name }) => name)
        .join(' '),
    ]);
  expect(Object.fromEntries(words)).toEqual(PROMISED);
});
