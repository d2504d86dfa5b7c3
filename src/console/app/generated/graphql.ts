/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** How a request came to be denied. */
export type DenialReason =
  /** The provider revoked the accepted offer before the money was sent. */
  | 'ACCEPTANCE_REVOKED'
  /** The provider does not fund this kind of business. */
  | 'BUSINESS_NOT_SUPPORTED'
  /** The request does not meet the provider’s credit policy. */
  | 'CREDIT_POLICY'
  /** The amount is more than the provider funds for this customer. */
  | 'EXPOSURE_LIMIT'
  /** Too many payments are charged back. */
  | 'HIGH_CHARGEBACK_RATE'
  /** Too many payments are refunded. */
  | 'HIGH_REFUND_RATE'
  /** What was sent does not fit together. */
  | 'INFORMATION_INCONSISTENT'
  /** The transactions cover too short a time, or are too few. */
  | 'INSUFFICIENT_HISTORY'
  /** The offer lapsed before it was answered. */
  | 'OFFER_EXPIRED'
  /** The provider withdrew the offer before it was answered. */
  | 'OFFER_WITHDRAWN';

export type DocumentStatus =
  | 'MISSING'
  | 'NOT_UPLOADED'
  | 'UPLOADED';

export type DocumentType =
  | 'BUSINESS_REGISTRATION_CERTIFICATE'
  | 'COMPANY_STRUCTURE_CHART'
  | 'DIRECTORS_ADDRESS_PROOF'
  | 'DIRECTORS_IDENTITY'
  | 'LITIGATION_HISTORY'
  | 'NAR1'
  | 'NNC1'
  | 'REGISTRATION_OF_BUSINESS'
  | 'SHAREHOLDERS_ADDRESS_PROOF'
  | 'SHAREHOLDERS_IDENTITY';

export type DocumentWarning =
  | 'CONTENT_TYPE_MISMATCH';

export type EventType =
  /** A customer was created. */
  | 'CUSTOMER_CREATED'
  /** Fields of a customer changed. */
  | 'CUSTOMER_UPDATED'
  /** The partner accepted the offer. */
  | 'FUNDING_ACCEPTED'
  /** A settlement was approved, which makes the offer. */
  | 'FUNDING_APPROVED'
  /** A settlement was denied. */
  | 'FUNDING_DENIED'
  /** The money was sent. */
  | 'FUNDING_DISBURSED'
  /** The offer lapsed. */
  | 'FUNDING_EXPIRED'
  /** The partner rejected the offer. */
  | 'FUNDING_REJECTED'
  /** The money was paid back. */
  | 'FUNDING_REPAID'
  /** The acceptance was revoked before the money was sent. */
  | 'FUNDING_REVOKED'
  /** A settlement was submitted. */
  | 'FUNDING_SUBMITTED'
  /** Transactions were shown to an operator. */
  | 'FUNDING_TRANSACTIONS_READ'
  /** The offer was taken back. */
  | 'FUNDING_WITHDRAWN'
  /** An API key was made. */
  | 'KEY_CREATED'
  /** An API key was ended. */
  | 'KEY_REVOKED'
  /** A key was made in place of an API key. */
  | 'KEY_ROTATED'
  /** A KYC record was opened with its customer. */
  | 'KYC_CREATED'
  /** The files of a document type were replaced. */
  | 'KYC_DOCUMENTS_UPLOADED'
  /** URLs of documents were given to an operator. */
  | 'KYC_DOCUMENT_READ'
  /** An operator asked for a document type again. */
  | 'KYC_DOCUMENT_REQUESTED'
  /** Identity numbers were shown to an operator. */
  | 'KYC_IDENTITY_READ'
  /** Screening results were shown to an operator. */
  | 'KYC_SCREENING_READ'
  /** The status of a KYC record changed. */
  | 'KYC_STATUS_CHANGED'
  /** Fields of a KYC record changed. */
  | 'KYC_UPDATED'
  /** An operator was made. */
  | 'OPERATOR_CREATED'
  /** An operator was ended, with each key and session. */
  | 'OPERATOR_DISABLED'
  /** Name, e-mail address or scopes of an operator changed. */
  | 'OPERATOR_UPDATED'
  /** A partner was set up. */
  | 'PARTNER_CREATED'
  /** Settings of a partner changed. */
  | 'PARTNER_UPDATED'
  /** A webhook endpoint was tested; only that endpoint gets the event. */
  | 'TEST_PING'
  /** A webhook endpoint was made. */
  | 'WEBHOOK_ENDPOINT_CREATED'
  /** A webhook endpoint was deleted. */
  | 'WEBHOOK_ENDPOINT_DELETED'
  /** A webhook endpoint was disabled, by a person or because it failed. */
  | 'WEBHOOK_ENDPOINT_DISABLED'
  /** Fields of a webhook endpoint changed. */
  | 'WEBHOOK_ENDPOINT_UPDATED';

export type IdentityType =
  | 'DRIVER_LICENSE'
  | 'NATIONAL_ID'
  | 'PASSPORT';

export type InstantSettlementActor =
  | 'CLOCK'
  | 'OPERATOR'
  | 'PARTNER';

export type InstantSettlementEvent =
  | 'ACCEPT'
  | 'APPROVE'
  | 'DENY'
  | 'DISBURSE'
  | 'EXPIRE'
  | 'REJECT'
  | 'REPAY'
  | 'REVOKE'
  | 'SUBMIT'
  | 'WITHDRAW';

export type InstantSettlementStatus =
  | 'ACCEPTED'
  | 'APPROVED'
  | 'DENIED'
  | 'FUNDED'
  | 'REJECTED'
  | 'REPAID'
  | 'SUBMITTED';

export type KycStatus =
  | 'COMPLETE'
  | 'INCOMPLETE'
  | 'MISSING_SUPPORTING_DOCUMENTS';

export type KycType =
  | 'HK'
  | 'MY';

export type KycWarningCode =
  /** The number is not that of a Hong Kong identity card, or its check digit does not fit. */
  | 'HKID_CHECK_DIGIT'
  /** ISIC Rev. 4 has no such division, group or class. */
  | 'ISIC_CLASS_UNKNOWN'
  /** The letter of the ISIC code is not the section of its division. */
  | 'ISIC_SECTION_MISMATCH'
  /** The number is not that of a MyKad, or does not begin with a date of birth. */
  | 'MYKAD_DATE'
  /** The number of a MyKad has a place of birth that does not exist. */
  | 'MYKAD_PLACE_OF_BIRTH'
  /** The business registration number does not have a form that the country uses. */
  | 'REGISTRATION_NUMBER_FORMAT'
  /** A shareholder belongs to another company, but the customer states no related corporate entities. */
  | 'SHAREHOLDER_COMPANY_UNEXPECTED';

export type LapsingOfferFilter = {
  currency?: string | null | undefined;
  partnerId?: string | null | undefined;
  /** The last day on which an offer lapses, UTC. */
  until?: string | null | undefined;
};

export type Scope =
  | 'ADMIN'
  | 'READ'
  | 'WRITE';

/** Why a request is denied; the partner sees it. */
export type UnderwritingDenialReason =
  /** The provider does not fund this kind of business. */
  | 'BUSINESS_NOT_SUPPORTED'
  /** The request does not meet the provider’s credit policy. */
  | 'CREDIT_POLICY'
  /** The amount is more than the provider funds for this customer. */
  | 'EXPOSURE_LIMIT'
  /** Too many payments are charged back. */
  | 'HIGH_CHARGEBACK_RATE'
  /** Too many payments are refunded. */
  | 'HIGH_REFUND_RATE'
  /** What was sent does not fit together. */
  | 'INFORMATION_INCONSISTENT'
  /** The transactions cover too short a time, or are too few. */
  | 'INSUFFICIENT_HISTORY';

export type WaitingSettlementFilter = {
  currency?: string | null | undefined;
  partnerId?: string | null | undefined;
};

export type WarnedCustomerFilter = {
  partnerId?: string | null | undefined;
};

export type CaseQueryVariables = Exact<{
  id: string;
}>;


export type CaseQuery = { instantSettlement: { id: string, status: InstantSettlementStatus, amount: number, currency: string, settlementPeriod: number, interestRate: number, accountChargebackRate: number | null, accountRefundRate: number | null, createdAt: string, updatedAt: string, offerExpiresAt: string | null, denialReason: DenialReason | null, decisionReason: string | null, denialNote: string | null, disbursementReference: string | null, approvedKycRevision: number | null, kycChanged: boolean, partner: { id: string, name: string } | null, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null, nextEvents: Array<{ event: InstantSettlementEvent, by: InstantSettlementActor }>, history: Array<{ event: InstantSettlementEvent, at: string, actor: string, actorName: string | null, automatic: boolean, denialReason: DenialReason | null, denialNote: string | null }>, customer: { id: string, externalCustomerId: string, companyName: string, companyCountry: string, companySector: string, contactName: string, contactEmail: string, contactPhone: string, contactCountry: string, createdAt: string, kyc:
        | { customerId: string, type: KycType, status: KycStatus, revision: number, updatedAt: string, legalName: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, isic: string | null, website: string | null, corporateEntitiesNumber: number | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, warnings: Array<{ code: KycWarningCode, param: string }>, supportingDocuments: Array<{ type: DocumentType, required: boolean, status: DocumentStatus, requestReason: string | null, requestedAt: string | null, files: Array<{ id: string, filename: string, mimeType: string, size: number, warnings: Array<DocumentWarning>, createdAt: string }> }> }
        | { customerId: string, type: KycType, status: KycStatus, revision: number, updatedAt: string, legalName: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, isic: string | null, website: string | null, corporateEntitiesNumber: number | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, warnings: Array<{ code: KycWarningCode, param: string }>, supportingDocuments: Array<{ type: DocumentType, required: boolean, status: DocumentStatus, requestReason: string | null, requestedAt: string | null, files: Array<{ id: string, filename: string, mimeType: string, size: number, warnings: Array<DocumentWarning>, createdAt: string }> }> }
       | null } } | null };

export type CaseCustomerFragment = { id: string, externalCustomerId: string, companyName: string, companyCountry: string, companySector: string, contactName: string, contactEmail: string, contactPhone: string, contactCountry: string, createdAt: string, kyc:
    | { customerId: string, type: KycType, status: KycStatus, revision: number, updatedAt: string, legalName: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, isic: string | null, website: string | null, corporateEntitiesNumber: number | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, warnings: Array<{ code: KycWarningCode, param: string }>, supportingDocuments: Array<{ type: DocumentType, required: boolean, status: DocumentStatus, requestReason: string | null, requestedAt: string | null, files: Array<{ id: string, filename: string, mimeType: string, size: number, warnings: Array<DocumentWarning>, createdAt: string }> }> }
    | { customerId: string, type: KycType, status: KycStatus, revision: number, updatedAt: string, legalName: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, isic: string | null, website: string | null, corporateEntitiesNumber: number | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, warnings: Array<{ code: KycWarningCode, param: string }>, supportingDocuments: Array<{ type: DocumentType, required: boolean, status: DocumentStatus, requestReason: string | null, requestedAt: string | null, files: Array<{ id: string, filename: string, mimeType: string, size: number, warnings: Array<DocumentWarning>, createdAt: string }> }> }
   | null };

type KycFacts_HkKycRecord_Fragment = { customerId: string, type: KycType, status: KycStatus, revision: number, updatedAt: string, legalName: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, isic: string | null, website: string | null, corporateEntitiesNumber: number | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, warnings: Array<{ code: KycWarningCode, param: string }>, supportingDocuments: Array<{ type: DocumentType, required: boolean, status: DocumentStatus, requestReason: string | null, requestedAt: string | null, files: Array<{ id: string, filename: string, mimeType: string, size: number, warnings: Array<DocumentWarning>, createdAt: string }> }> };

type KycFacts_MyKycRecord_Fragment = { customerId: string, type: KycType, status: KycStatus, revision: number, updatedAt: string, legalName: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, isic: string | null, website: string | null, corporateEntitiesNumber: number | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, warnings: Array<{ code: KycWarningCode, param: string }>, supportingDocuments: Array<{ type: DocumentType, required: boolean, status: DocumentStatus, requestReason: string | null, requestedAt: string | null, files: Array<{ id: string, filename: string, mimeType: string, size: number, warnings: Array<DocumentWarning>, createdAt: string }> }> };

export type KycFactsFragment =
  | KycFacts_HkKycRecord_Fragment
  | KycFacts_MyKycRecord_Fragment
;

export type AddressLinesFragment = { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string };

export type IdentityNumbersQueryVariables = Exact<{
  customerId: string;
}>;


export type IdentityNumbersQuery = { kyc:
    | { directorsIdentityNumber: Array<{ type: IdentityType, id: string }>, shareholdersIdentityNumber: Array<{ companyLegalName: string, type: IdentityType, id: string }> }
    | { directorsIdentityNumber: Array<{ type: IdentityType, id: string }>, shareholdersIdentityNumber: Array<{ companyLegalName: string, type: IdentityType, id: string }> }
   | null };

export type ScreeningResultsQueryVariables = Exact<{
  customerId: string;
}>;


export type ScreeningResultsQuery = { kyc:
    | { providerCompanyScreeningResult: Record<string, unknown> | null, providerBatchScreeningResult: Record<string, unknown> | null }
    | { providerCompanyScreeningResult: Record<string, unknown> | null, providerBatchScreeningResult: Record<string, unknown> | null }
   | null };

export type TransactionsQueryVariables = Exact<{
  id: string;
}>;


export type TransactionsQuery = { instantSettlement: { transactions: Record<string, unknown> | null } | null };

export type ChangesSinceQueryVariables = Exact<{
  subject: string;
  from: string;
}>;


export type ChangesSinceQuery = { events: { nodes: Array<{ id: string, type: EventType, createdAt: string, data: Record<string, unknown> }> } };

export type MovesQueryVariables = Exact<{ [key: string]: never; }>;


export type MovesQuery = { instantSettlementMoves: Array<{ from: InstantSettlementStatus, event: InstantSettlementEvent, by: InstantSettlementActor, to: InstantSettlementStatus }> };

export type ClaimMutationVariables = Exact<{
  id: string;
  takeOver?: boolean | null | undefined;
}>;


export type ClaimMutation = { claimInstantSettlement: { actorName: string | null, mine: boolean, expiresAt: string } | null };

export type ReleaseMutationVariables = Exact<{
  id: string;
}>;


export type ReleaseMutation = { releaseInstantSettlement: boolean | null };

export type ApproveMutationVariables = Exact<{
  id: string;
  interestRate?: number | null | undefined;
}>;


export type ApproveMutation = { approveInstantSettlement: { status: InstantSettlementStatus } | null };

export type DenyMutationVariables = Exact<{
  id: string;
  reason: UnderwritingDenialReason;
  note?: string | null | undefined;
}>;


export type DenyMutation = { denyInstantSettlement: { status: InstantSettlementStatus } | null };

export type WithdrawMutationVariables = Exact<{
  id: string;
  reason: string;
}>;


export type WithdrawMutation = { withdrawInstantSettlement: { status: InstantSettlementStatus } | null };

export type DisburseMutationVariables = Exact<{
  id: string;
  reference: string;
  confirmKycRevision?: number | null | undefined;
}>;


export type DisburseMutation = { disburseInstantSettlement: { status: InstantSettlementStatus } | null };

export type RevokeMutationVariables = Exact<{
  id: string;
  reason: string;
}>;


export type RevokeMutation = { revokeInstantSettlement: { status: InstantSettlementStatus } | null };

export type RepayMutationVariables = Exact<{
  id: string;
}>;


export type RepayMutation = { repayInstantSettlement: { status: InstantSettlementStatus } | null };

export type DocumentUrlQueryVariables = Exact<{
  id: string;
}>;


export type DocumentUrlQuery = { document: { url: string } | null };

export type RequestDocumentMutationVariables = Exact<{
  customerId: string;
  type: DocumentType;
  reason: string;
}>;


export type RequestDocumentMutation = { requestDocument: { status: DocumentStatus } | null };

export type QueueSettlementFragment = { id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, kycChanged: boolean, settlementPeriod: number, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null };

export type QueuePageFragment = { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null };

export type ToReviewQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: WaitingSettlementFilter | null | undefined;
}>;


export type ToReviewQuery = { workList: { page: { nodes: Array<{ id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, kycChanged: boolean, settlementPeriod: number, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type ToDisburseQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: WaitingSettlementFilter | null | undefined;
}>;


export type ToDisburseQuery = { workList: { page: { nodes: Array<{ id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, kycChanged: boolean, settlementPeriod: number, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type LapsingQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: LapsingOfferFilter | null | undefined;
}>;


export type LapsingQuery = { workList: { page: { nodes: Array<{ id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, kycChanged: boolean, settlementPeriod: number, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type WarnedQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: WarnedCustomerFilter | null | undefined;
}>;


export type WarnedQuery = { workList: { page: { nodes: Array<{ id: string, companyName: string, companyCountry: string, createdAt: string, partner: { id: string, name: string } | null, kyc:
          | { status: KycStatus, updatedAt: string, warnings: Array<{ code: KycWarningCode }> }
          | { status: KycStatus, updatedAt: string, warnings: Array<{ code: KycWarningCode }> }
         | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type QueueTotalsQueryVariables = Exact<{ [key: string]: never; }>;


export type QueueTotalsQuery = { workList: { review: { totalCount: number }, disburse: { totalCount: number }, lapsing: { totalCount: number }, warnings: { totalCount: number } } };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { viewer: { scopes: Array<Scope>, key: { name: string } | null, operator: { id: string, name: string } | null } };

export type PartnerNamesQueryVariables = Exact<{
  name?: string | null | undefined;
}>;


export type PartnerNamesQuery = { partners: { nodes: Array<{ id: string, name: string }> } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const AddressLinesFragmentDoc = new TypedDocumentString(`
    fragment AddressLines on Address {
  addressLine1
  addressLine2
  addressLine3
  postalCode
  city
  country
}
    `, {"fragmentName":"AddressLines"}) as unknown as TypedDocumentString<AddressLinesFragment, unknown>;
export const KycFactsFragmentDoc = new TypedDocumentString(`
    fragment KycFacts on Kyc {
  customerId
  type
  status
  revision
  updatedAt
  legalName
  businessRegistrationNumber
  dateOfIncorporation
  isic
  website
  corporateEntitiesNumber
  isSensitiveBusiness
  hasComplexStructure
  hasNamecheckHits
  registeredAddress {
    ...AddressLines
  }
  operatingAddress {
    ...AddressLines
  }
  warnings {
    code
    param
  }
  supportingDocuments {
    type
    required
    status
    requestReason
    requestedAt
    files {
      id
      filename
      mimeType
      size
      warnings
      createdAt
    }
  }
}
    fragment AddressLines on Address {
  addressLine1
  addressLine2
  addressLine3
  postalCode
  city
  country
}`, {"fragmentName":"KycFacts"}) as unknown as TypedDocumentString<KycFactsFragment, unknown>;
export const CaseCustomerFragmentDoc = new TypedDocumentString(`
    fragment CaseCustomer on Customer {
  id
  externalCustomerId
  companyName
  companyCountry
  companySector
  contactName
  contactEmail
  contactPhone
  contactCountry
  createdAt
  kyc {
    ...KycFacts
  }
}
    fragment KycFacts on Kyc {
  customerId
  type
  status
  revision
  updatedAt
  legalName
  businessRegistrationNumber
  dateOfIncorporation
  isic
  website
  corporateEntitiesNumber
  isSensitiveBusiness
  hasComplexStructure
  hasNamecheckHits
  registeredAddress {
    ...AddressLines
  }
  operatingAddress {
    ...AddressLines
  }
  warnings {
    code
    param
  }
  supportingDocuments {
    type
    required
    status
    requestReason
    requestedAt
    files {
      id
      filename
      mimeType
      size
      warnings
      createdAt
    }
  }
}
fragment AddressLines on Address {
  addressLine1
  addressLine2
  addressLine3
  postalCode
  city
  country
}`, {"fragmentName":"CaseCustomer"}) as unknown as TypedDocumentString<CaseCustomerFragment, unknown>;
export const QueueSettlementFragmentDoc = new TypedDocumentString(`
    fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  kycChanged
  settlementPeriod
  partner {
    id
    name
  }
  customer {
    id
    companyName
    companyCountry
  }
  claim {
    actorName
    mine
    expiresAt
  }
}
    `, {"fragmentName":"QueueSettlement"}) as unknown as TypedDocumentString<QueueSettlementFragment, unknown>;
export const QueuePageFragmentDoc = new TypedDocumentString(`
    fragment QueuePage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
    `, {"fragmentName":"QueuePage"}) as unknown as TypedDocumentString<QueuePageFragment, unknown>;
export const CaseDocument = new TypedDocumentString(`
    query Case($id: ID!) {
  instantSettlement(id: $id) {
    id
    status
    amount
    currency
    settlementPeriod
    interestRate
    accountChargebackRate
    accountRefundRate
    createdAt
    updatedAt
    offerExpiresAt
    denialReason
    decisionReason
    denialNote
    disbursementReference
    approvedKycRevision
    kycChanged
    partner {
      id
      name
    }
    claim {
      actorName
      mine
      expiresAt
    }
    nextEvents {
      event
      by
    }
    history {
      event
      at
      actor
      actorName
      automatic
      denialReason
      denialNote
    }
    customer {
      ...CaseCustomer
    }
  }
}
    fragment CaseCustomer on Customer {
  id
  externalCustomerId
  companyName
  companyCountry
  companySector
  contactName
  contactEmail
  contactPhone
  contactCountry
  createdAt
  kyc {
    ...KycFacts
  }
}
fragment KycFacts on Kyc {
  customerId
  type
  status
  revision
  updatedAt
  legalName
  businessRegistrationNumber
  dateOfIncorporation
  isic
  website
  corporateEntitiesNumber
  isSensitiveBusiness
  hasComplexStructure
  hasNamecheckHits
  registeredAddress {
    ...AddressLines
  }
  operatingAddress {
    ...AddressLines
  }
  warnings {
    code
    param
  }
  supportingDocuments {
    type
    required
    status
    requestReason
    requestedAt
    files {
      id
      filename
      mimeType
      size
      warnings
      createdAt
    }
  }
}
fragment AddressLines on Address {
  addressLine1
  addressLine2
  addressLine3
  postalCode
  city
  country
}`) as unknown as TypedDocumentString<CaseQuery, CaseQueryVariables>;
export const IdentityNumbersDocument = new TypedDocumentString(`
    query IdentityNumbers($customerId: ID!) {
  kyc(customerId: $customerId) {
    ... on Kyc {
      directorsIdentityNumber {
        type
        id
      }
      shareholdersIdentityNumber {
        companyLegalName
        type
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<IdentityNumbersQuery, IdentityNumbersQueryVariables>;
export const ScreeningResultsDocument = new TypedDocumentString(`
    query ScreeningResults($customerId: ID!) {
  kyc(customerId: $customerId) {
    ... on Kyc {
      providerCompanyScreeningResult
      providerBatchScreeningResult
    }
  }
}
    `) as unknown as TypedDocumentString<ScreeningResultsQuery, ScreeningResultsQueryVariables>;
export const TransactionsDocument = new TypedDocumentString(`
    query Transactions($id: ID!) {
  instantSettlement(id: $id) {
    transactions
  }
}
    `) as unknown as TypedDocumentString<TransactionsQuery, TransactionsQueryVariables>;
export const ChangesSinceDocument = new TypedDocumentString(`
    query ChangesSince($subject: String!, $from: DateTime!) {
  events(
    first: 50
    filter: {
      subject: $subject
      createdFrom: $from
      types: [KYC_UPDATED, KYC_DOCUMENTS_UPLOADED]
    }
  ) {
    nodes {
      id
      type
      createdAt
      data
    }
  }
}
    `) as unknown as TypedDocumentString<ChangesSinceQuery, ChangesSinceQueryVariables>;
export const MovesDocument = new TypedDocumentString(`
    query Moves {
  instantSettlementMoves {
    from
    event
    by
    to
  }
}
    `) as unknown as TypedDocumentString<MovesQuery, MovesQueryVariables>;
export const ClaimDocument = new TypedDocumentString(`
    mutation Claim($id: ID!, $takeOver: Boolean) {
  claimInstantSettlement(id: $id, takeOver: $takeOver) {
    actorName
    mine
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<ClaimMutation, ClaimMutationVariables>;
export const ReleaseDocument = new TypedDocumentString(`
    mutation Release($id: ID!) {
  releaseInstantSettlement(id: $id)
}
    `) as unknown as TypedDocumentString<ReleaseMutation, ReleaseMutationVariables>;
export const ApproveDocument = new TypedDocumentString(`
    mutation Approve($id: ID!, $interestRate: Float) {
  approveInstantSettlement(id: $id, interestRate: $interestRate) {
    status
  }
}
    `) as unknown as TypedDocumentString<ApproveMutation, ApproveMutationVariables>;
export const DenyDocument = new TypedDocumentString(`
    mutation Deny($id: ID!, $reason: UnderwritingDenialReason!, $note: String) {
  denyInstantSettlement(id: $id, reason: $reason, note: $note) {
    status
  }
}
    `) as unknown as TypedDocumentString<DenyMutation, DenyMutationVariables>;
export const WithdrawDocument = new TypedDocumentString(`
    mutation Withdraw($id: ID!, $reason: String!) {
  withdrawInstantSettlement(id: $id, reason: $reason) {
    status
  }
}
    `) as unknown as TypedDocumentString<WithdrawMutation, WithdrawMutationVariables>;
export const DisburseDocument = new TypedDocumentString(`
    mutation Disburse($id: ID!, $reference: String!, $confirmKycRevision: Int) {
  disburseInstantSettlement(
    id: $id
    reference: $reference
    confirmKycRevision: $confirmKycRevision
  ) {
    status
  }
}
    `) as unknown as TypedDocumentString<DisburseMutation, DisburseMutationVariables>;
export const RevokeDocument = new TypedDocumentString(`
    mutation Revoke($id: ID!, $reason: String!) {
  revokeInstantSettlement(id: $id, reason: $reason) {
    status
  }
}
    `) as unknown as TypedDocumentString<RevokeMutation, RevokeMutationVariables>;
export const RepayDocument = new TypedDocumentString(`
    mutation Repay($id: ID!) {
  repayInstantSettlement(id: $id) {
    status
  }
}
    `) as unknown as TypedDocumentString<RepayMutation, RepayMutationVariables>;
export const DocumentUrlDocument = new TypedDocumentString(`
    query DocumentUrl($id: ID!) {
  document(id: $id) {
    url
  }
}
    `) as unknown as TypedDocumentString<DocumentUrlQuery, DocumentUrlQueryVariables>;
export const RequestDocumentDocument = new TypedDocumentString(`
    mutation RequestDocument($customerId: ID!, $type: DocumentType!, $reason: String!) {
  requestDocument(customerId: $customerId, type: $type, reason: $reason) {
    status
  }
}
    `) as unknown as TypedDocumentString<RequestDocumentMutation, RequestDocumentMutationVariables>;
export const ToReviewDocument = new TypedDocumentString(`
    query ToReview($first: Int, $last: Int, $after: String, $before: String, $filter: WaitingSettlementFilter) {
  workList {
    page: settlementsToReview(
      first: $first
      last: $last
      after: $after
      before: $before
      filter: $filter
    ) {
      nodes {
        ...QueueSettlement
      }
      pageInfo {
        ...QueuePage
      }
    }
  }
}
    fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  kycChanged
  settlementPeriod
  partner {
    id
    name
  }
  customer {
    id
    companyName
    companyCountry
  }
  claim {
    actorName
    mine
    expiresAt
  }
}
fragment QueuePage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<ToReviewQuery, ToReviewQueryVariables>;
export const ToDisburseDocument = new TypedDocumentString(`
    query ToDisburse($first: Int, $last: Int, $after: String, $before: String, $filter: WaitingSettlementFilter) {
  workList {
    page: settlementsToDisburse(
      first: $first
      last: $last
      after: $after
      before: $before
      filter: $filter
    ) {
      nodes {
        ...QueueSettlement
      }
      pageInfo {
        ...QueuePage
      }
    }
  }
}
    fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  kycChanged
  settlementPeriod
  partner {
    id
    name
  }
  customer {
    id
    companyName
    companyCountry
  }
  claim {
    actorName
    mine
    expiresAt
  }
}
fragment QueuePage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<ToDisburseQuery, ToDisburseQueryVariables>;
export const LapsingDocument = new TypedDocumentString(`
    query Lapsing($first: Int, $last: Int, $after: String, $before: String, $filter: LapsingOfferFilter) {
  workList {
    page: lapsingOffers(
      first: $first
      last: $last
      after: $after
      before: $before
      filter: $filter
    ) {
      nodes {
        ...QueueSettlement
      }
      pageInfo {
        ...QueuePage
      }
    }
  }
}
    fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  kycChanged
  settlementPeriod
  partner {
    id
    name
  }
  customer {
    id
    companyName
    companyCountry
  }
  claim {
    actorName
    mine
    expiresAt
  }
}
fragment QueuePage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<LapsingQuery, LapsingQueryVariables>;
export const WarnedDocument = new TypedDocumentString(`
    query Warned($first: Int, $last: Int, $after: String, $before: String, $filter: WarnedCustomerFilter) {
  workList {
    page: customersWithKycWarnings(
      first: $first
      last: $last
      after: $after
      before: $before
      filter: $filter
    ) {
      nodes {
        id
        companyName
        companyCountry
        createdAt
        partner {
          id
          name
        }
        kyc {
          ... on Kyc {
            status
            updatedAt
            warnings {
              code
            }
          }
        }
      }
      pageInfo {
        ...QueuePage
      }
    }
  }
}
    fragment QueuePage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<WarnedQuery, WarnedQueryVariables>;
export const QueueTotalsDocument = new TypedDocumentString(`
    query QueueTotals {
  workList {
    review: settlementsToReview {
      totalCount
    }
    disburse: settlementsToDisburse {
      totalCount
    }
    lapsing: lapsingOffers {
      totalCount
    }
    warnings: customersWithKycWarnings {
      totalCount
    }
  }
}
    `) as unknown as TypedDocumentString<QueueTotalsQuery, QueueTotalsQueryVariables>;
export const MeDocument = new TypedDocumentString(`
    query Me {
  viewer {
    scopes
    key {
      name
    }
    operator {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<MeQuery, MeQueryVariables>;
export const PartnerNamesDocument = new TypedDocumentString(`
    query PartnerNames($name: String) {
  partners(first: 20, filter: { name: $name }) {
    nodes {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<PartnerNamesQuery, PartnerNamesQueryVariables>;