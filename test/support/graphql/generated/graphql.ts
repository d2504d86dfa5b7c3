/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Whether a request for funding needs the chargeback and the refund rate of the account. */
export type AccountRates =
  /** Either rate may be null or absent. */
  | 'OPTIONAL'
  /** A request for funding needs both rates. */
  | 'REQUIRED';

/** An address in any country. */
export type AddressInput = {
  /** The first line, such as a building and a street. */
  addressLine1: string;
  /** The second line; null if there is none. */
  addressLine2?: string | null | undefined;
  /** The third line; null if there is none. */
  addressLine3?: string | null | undefined;
  /** The city or town. */
  city: string;
  /** Free text, such as Hong Kong. */
  country: string;
  /** It may be empty: Hong Kong has no postal codes. */
  postalCode: string;
};

/** How far the clock moves: one of both members. */
export type AdvanceClockInput = {
  /** A period of ISO 8601 by which the clock moves, such as P30D, P1M or PT90S. Years and months are of the calendar. */
  advance?: string | null | undefined;
  /** The moment to which the clock moves, later than it shows; or `next`, as far as something falls due. */
  to?: string | null | undefined;
};

/** How much a customer may owe in a currency before an operator must review further requests. */
export type AutoLimitInput = {
  /** In the minor unit of the currency. */
  amount: number;
  /** ISO 4217, such as HKD. */
  currency: string;
};

/** A company to onboard. */
export type CreateCustomerInput = {
  /** Where the company is incorporated, HK or MY; it cannot be changed. */
  companyCountry: string;
  /** The name by which you know the company. */
  companyName: string;
  /** Its line of business, in your own words. */
  companySector: string;
  /** The country of the contact person; ISO 3166-1 alpha-2. */
  contactCountry: string;
  /** The e-mail address of the contact person at the company. */
  contactEmail: string;
  /** The name of the contact person at the company. */
  contactName: string;
  /** The phone number of the contact person; E.164, such as +85223456789. */
  contactPhone: string;
  /** Your own id of the customer; several customers may have the same one. */
  externalCustomerId: string;
};

/** A request for funding. */
export type CreateInstantSettlementInput = {
  /** The chargeback rate of the account, as a decimal: 3 % is 0.03. Required unless the provider made it optional for the partner. */
  accountChargebackRate?: number | null | undefined;
  /** The refund rate of the account, as a decimal: 3 % is 0.03. Required unless the provider made it optional for the partner. */
  accountRefundRate?: number | null | undefined;
  /** In the minor unit of the currency: 1250000 is HKD 12,500.00. */
  amount: number;
  /** ISO 4217; see `viewer.currencies`. */
  currency: string;
  /** The customer to be funded, whose KYC must be complete. */
  customerId: string;
  /** How many days the transactions take to settle. The money is due so many calendar days after it was sent. */
  settlementPeriod: number;
  /** The transactions of the account until now, in any form. They are kept as you send them. */
  transactions: Record<string, unknown>;
};

/** An address to which events are sent. */
export type CreateWebhookEndpointInput = {
  /** A text by which you recognise it. */
  description?: string | null | undefined;
  /** The types of events that it gets; with `*` every event that you see. */
  eventTypes: Array<WebhookEventType>;
  /** Whether the events of one subject are sent one after another. If so, an event that fails delays the next one. */
  ordering?: WebhookOrdering | null | undefined;
  /** Whether it gets events from now on; enabled when absent. */
  status?: WebhookEndpointStatus | null | undefined;
  /** Where events are sent: an https URL on a public address. */
  url: string;
};

/** Selects the customers of a list. */
export type CustomerFilter = {
  /** Only customers whose name begins with this text, in upper or lower case. */
  companyName?: string | null | undefined;
  /** Only customers with this id, which is your own. */
  externalCustomerId?: string | null | undefined;
  /** Only items of this partner. For operators only. */
  partnerId?: string | null | undefined;
};

/** The reason for which a request was denied. */
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
  /** The information that was sent contradicts itself. */
  | 'INFORMATION_INCONSISTENT'
  /** The transactions cover too short a time, or are too few. */
  | 'INSUFFICIENT_HISTORY'
  /** The provider cannot fund this customer. */
  | 'NOT_ELIGIBLE'
  /** The offer lapsed before it was answered. */
  | 'OFFER_EXPIRED'
  /** The provider withdrew the offer before it was answered. */
  | 'OFFER_WITHDRAWN';

/** A director of the company. */
export type DirectorIdentityInput = {
  /** The number on the document, 1 to 64 characters. */
  number: string;
  /** The kind of document that has the number. */
  type: IdentityType;
};

/** Whether there are files of a document type. */
export type DocumentStatus =
  /** Required, and without a file or requested again. */
  | 'MISSING'
  /** Optional, and without a file or requested again. */
  | 'NOT_UPLOADED'
  /** There are files. */
  | 'UPLOADED';

/** What a supporting document shows; each country asks for some of them. */
export type DocumentType =
  /** The business registration certificate of the Inland Revenue Department of Hong Kong. */
  | 'BUSINESS_REGISTRATION_CERTIFICATE'
  /** A chart of who owns and controls the company. */
  | 'COMPANY_STRUCTURE_CHART'
  /** Proofs of address of the directors. */
  | 'DIRECTORS_ADDRESS_PROOF'
  /** Identity documents of the directors. */
  | 'DIRECTORS_IDENTITY'
  /** Lawsuits in which the company is or was a party. */
  | 'LITIGATION_HISTORY'
  /** Form NAR1, the latest annual return of Hong Kong. */
  | 'NAR1'
  /** Form NNC1, the incorporation form of Hong Kong. */
  | 'NNC1'
  /** The certificate of registration by the Companies Commission of Malaysia (SSM). */
  | 'REGISTRATION_OF_BUSINESS'
  /** Proofs of address of the shareholders with 25 % of the shares or more. */
  | 'SHAREHOLDERS_ADDRESS_PROOF'
  /** Identity documents of the shareholders with 25 % of the shares or more. */
  | 'SHAREHOLDERS_IDENTITY';

/** What an operator should check in a document. */
export type DocumentWarning =
  /** The PDF has other files in it, which are not drawn: it is a portfolio, or has attachments. */
  | 'ATTACHMENTS'
  /** The bytes are not what the media type says. */
  | 'CONTENT_TYPE_MISMATCH'
  /** The PDF has no page. */
  | 'NO_PAGES'
  /** The PDF opens only with a password. */
  | 'PASSWORD_REQUIRED'
  /** The PDF is an XFA form. Most readers show only a page that asks to wait. */
  | 'XFA_FORM';

/** What can happen to records. */
export type EventType =
  /** A second person approved a change. */
  | 'APPROVAL_APPROVED'
  /** A change was not approved in time, or what it is about moved on. */
  | 'APPROVAL_LAPSED'
  /** A change was refused, or taken back by the person who asked. */
  | 'APPROVAL_REFUSED'
  /** An operator asked for a change that needs two people. */
  | 'APPROVAL_REQUESTED'
  /** A settlement got another responsible operator, or none. */
  | 'ASSIGNMENT_CHANGED'
  /** A customer was created. */
  | 'CUSTOMER_CREATED'
  /** Fields of a customer changed. */
  | 'CUSTOMER_UPDATED'
  /** An operator began to save a list as a file. */
  | 'EXPORT_BEGAN'
  /** The file of an export broke off. */
  | 'EXPORT_BROKEN_OFF'
  /** The file of an export was sent whole. */
  | 'EXPORT_FINISHED'
  /** The partner accepted the offer. */
  | 'FUNDING_ACCEPTED'
  /** A settlement was approved, which makes the offer. */
  | 'FUNDING_APPROVED'
  /** A repayment, a reversal or an undo changed what is owed. */
  | 'FUNDING_BALANCE_CHANGED'
  /** A settlement was denied. */
  | 'FUNDING_DENIED'
  /** The money was sent. */
  | 'FUNDING_DISBURSED'
  /** The day of the payout was corrected. */
  | 'FUNDING_DISBURSEMENT_CORRECTED'
  /** The bank sent the money back, so it can be sent again. */
  | 'FUNDING_DISBURSEMENT_RETURNED'
  /** The due day was moved. */
  | 'FUNDING_DUE_ON_CHANGED'
  /** The last day for the payment is near. */
  | 'FUNDING_DUE_SOON'
  /** Money that was paid too much was paid back. */
  | 'FUNDING_EXCESS_REFUNDED'
  /** The offer lapsed. */
  | 'FUNDING_EXPIRED'
  /** A part of the fee was earned. */
  | 'FUNDING_FEE_EARNED'
  /** A part of the fee was waived. */
  | 'FUNDING_FEE_WAIVED'
  /** The balances of a settlement of an earlier version were opened. */
  | 'FUNDING_OPENED'
  /** The last day for the payment has passed. */
  | 'FUNDING_OVERDUE'
  /** It is not overdue any more. */
  | 'FUNDING_OVERDUE_ENDED'
  /** The partner rejected the offer. */
  | 'FUNDING_REJECTED'
  /** Something was outstanding again after it was repaid. */
  | 'FUNDING_REOPENED'
  /** Nothing was outstanding any more. */
  | 'FUNDING_REPAID'
  /** The acceptance was revoked before the money was sent. */
  | 'FUNDING_REVOKED'
  /** A settlement was submitted. */
  | 'FUNDING_SUBMITTED'
  /** Transactions were shown to an operator. */
  | 'FUNDING_TRANSACTIONS_READ'
  /** The offer was taken back. */
  | 'FUNDING_WITHDRAWN'
  /** What was outstanding was written off. */
  | 'FUNDING_WRITTEN_OFF'
  /** A hold was lifted. */
  | 'HOLD_LIFTED'
  /** Approvals, payouts and refunds were held. */
  | 'HOLD_PLACED'
  /** An API key was made. */
  | 'KEY_CREATED'
  /** An API key was given to another partner. */
  | 'KEY_MOVED'
  /** An API key was revoked. */
  | 'KEY_REVOKED'
  /** A key was made to replace an API key. */
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
  /** An operator wrote a note about a settlement or a customer. */
  | 'NOTE_ADDED'
  /** A second person confirmed an operator who signs in by OpenID Connect. */
  | 'OPERATOR_CONFIRMED'
  /** An operator was made. */
  | 'OPERATOR_CREATED'
  /** An operator was disabled, with each key and session. */
  | 'OPERATOR_DISABLED'
  /** The damaged record of an operator was repaired. */
  | 'OPERATOR_MENDED'
  /** An operator ended all own sessions of the console. */
  | 'OPERATOR_SESSIONS_ENDED'
  /** Name, e-mail address or scopes of an operator changed. */
  | 'OPERATOR_UPDATED'
  /** A partner was set up. */
  | 'PARTNER_CREATED'
  /** A partner of a sandbox ended: it was reset, or its day was over. */
  | 'PARTNER_ENDED'
  /** The records of an ended partner were removed. */
  | 'PARTNER_PURGED'
  /** Settings of a partner changed. */
  | 'PARTNER_UPDATED'
  /** A draft of a policy was made. */
  | 'POLICY_CREATED'
  /** A policy began to decide. */
  | 'POLICY_PUBLISHED'
  /** A policy ended. */
  | 'POLICY_RETIRED'
  /** A policy began to evaluate beside the live one. */
  | 'POLICY_SHADOWED'
  /** A trial of a policy on past decisions began. */
  | 'POLICY_TRIAL_STARTED'
  /** The draft of a policy changed. */
  | 'POLICY_UPDATED'
  /** The books were closed until a day. */
  | 'PROVIDER_BOOKS_CLOSED'
  /** Settings of the provider changed. */
  | 'PROVIDER_UPDATED'
  /** The partner took a report back. */
  | 'REPAYMENT_CANCELLED'
  /** The provider declined a report. */
  | 'REPAYMENT_DECLINED'
  /** The provider received a repayment. */
  | 'REPAYMENT_RECEIVED'
  /** A partner reported a repayment. */
  | 'REPAYMENT_REPORTED'
  /** A repayment was reversed. */
  | 'REPAYMENT_REVERSED'
  /** A settlement or a customer was snoozed, or woken by an operator. */
  | 'SNOOZE_CHANGED'
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

/** The whole KYC information of a company; it replaces the present one. */
export type HkKycInput = {
  /** The number of the company in the register of its country. */
  businessRegistrationNumber: string;
  /** How many related companies there are; 0 if there is none. */
  corporateEntitiesNumber: number;
  /** The day of its registration as a company; not in the future. */
  dateOfIncorporation: string;
  /** The identity number of each director. */
  directorsIdentityNumber: Array<DirectorIdentityInput>;
  /** Whether the company has a complex structure. */
  hasComplexStructure?: boolean | null | undefined;
  /** Whether a search for the names of its directors found something. */
  hasNamecheckHits?: boolean | null | undefined;
  /** Whether its business is a sensitive one. */
  isSensitiveBusiness?: boolean | null | undefined;
  /** Code of the economic activity, such as G4690: ISIC of up to four digits, MSIC of five or HSIC of six. The letter of the section before the digits may be left out. */
  isic: string;
  /** The registered name of the company. */
  legalName: string;
  /** The address at which the company works, if it is another one. */
  operatingAddress?: AddressInput | null | undefined;
  /** What your own screening of several names at once found, in any form. */
  providerBatchScreeningResult?: Record<string, unknown> | null | undefined;
  /** What your own screening of the company found, in any form. */
  providerCompanyScreeningResult?: Record<string, unknown> | null | undefined;
  /** The address in the register of companies. */
  registeredAddress: AddressInput;
  /** The persons who hold 25 % of the shares or more; empty if no one does. */
  shareholdersIdentityNumber: Array<ShareholderIdentityInput>;
  /** A host name, or an http or https URL. */
  website?: string | null | undefined;
};

/** The kind of document that has an identity number. */
export type IdentityType =
  /** A driving licence of any country. */
  | 'DRIVER_LICENSE'
  /** An identity card, such as HKID or MyKad. */
  | 'NATIONAL_ID'
  /** A passport of any country. */
  | 'PASSPORT';

/** Selects the settlements of a list. */
export type InstantSettlementFilter = {
  /** Only settlements created at this moment or later. A day begins with its first second in UTC. */
  createdFrom?: string | null | undefined;
  /** Only settlements created at this moment or earlier. A day ends with its last second in UTC. */
  createdUntil?: string | null | undefined;
  /** Only settlements in this currency; ISO 4217, such as HKD. */
  currency?: string | null | undefined;
  /** Only settlements of this customer. */
  customerId?: string | null | undefined;
  /** Only settlements that are due on this day or later. */
  dueFrom?: string | null | undefined;
  /** Only settlements that are due on this day or earlier. */
  dueUntil?: string | null | undefined;
  /** Only items of this partner. For operators only. */
  partnerId?: string | null | undefined;
  /** Only settlements whose money was sent, in one of these states of servicing. */
  servicingState?: Array<ServicingState> | null | undefined;
  /** Only settlements in one of these statuses. */
  status?: Array<InstantSettlementStatus> | null | undefined;
  /** Only settlements that changed at this moment or later. A day begins with its first second in UTC. */
  updatedFrom?: string | null | undefined;
};

/** The status of a request for funding. */
export type InstantSettlementStatus =
  /** The partner accepted the offer, and the money was not sent yet. */
  | 'ACCEPTED'
  /** It is an offer, which the partner can accept or reject until it lapses. */
  | 'APPROVED'
  /** The provider denied it, withdrew or revoked the offer, or the offer lapsed: see `denialReason`. */
  | 'DENIED'
  /** The money was sent. */
  | 'FUNDED'
  /** The partner rejected the offer. */
  | 'REJECTED'
  /** Nothing is outstanding any more. */
  | 'REPAID'
  /** It waits for the review of the provider. */
  | 'SUBMITTED';

/** The rate of requests in a currency, up to a settlement period. */
export type InterestRateBandInput = {
  /** ISO 4217, such as HKD. */
  currency: string;
  /** The longest settlement period of the band, in days. */
  periodDaysMax: number;
  /** A decimal, such as 0.002. */
  rate: number;
};

/** Interest rates to set. */
export type InterestRateInput = {
  /** Interest rates by currency and longest period. They replace all present ones. */
  bands?: Array<InterestRateBandInput> | null | undefined;
  /** The interest rate if no band fits; a decimal, such as 0.002. */
  default?: number | null | undefined;
};

/** What happens; every member may be absent. */
export type KycPlayInput = {
  /** request-document: what is wrong; sandbox when absent. */
  reason?: string | null | undefined;
  /** request-document: the document type; the first required one when absent. */
  type?: string | null | undefined;
};

/** Whether a KYC record is complete, or what is missing. */
export type KycStatus =
  /** The information and files of every required document type are there: funding can be requested. */
  | 'COMPLETE'
  /** The information was not sent yet. */
  | 'INCOMPLETE'
  /** The information is there, but a required document type has no file. */
  | 'MISSING_SUPPORTING_DOCUMENTS';

/** A country with KYC. */
export type KycType =
  /** Hong Kong. */
  | 'HK'
  /** Malaysia. */
  | 'MY';

/** What an entry of the journal records. */
export type LedgerEntryKind =
  /** The money was sent. */
  | 'DISBURSEMENT'
  /** The payout was booked on another day. */
  | 'DISBURSEMENT_CORRECTED'
  /** The bank sent the money back. */
  | 'DISBURSEMENT_RETURNED'
  /** Held excess paid an amount that was owed again after a reversal. */
  | 'EXCESS_APPLIED'
  /** The repayment of excess was reversed, so the payments from this excess were taken back. */
  | 'EXCESS_WITHDRAWN'
  /** A part of the fee was earned. */
  | 'FEE_EARNED'
  /** The balances of a settlement when its journal began. */
  | 'OPENING'
  /** A repayment was received after the rest was written off. */
  | 'RECOVERY'
  /** Excess was paid back. */
  | 'REFUND'
  /** A refund was undone. */
  | 'REFUND_UNDONE'
  /** A repayment was received. */
  | 'REPAYMENT'
  /** A repayment was reversed. */
  | 'REVERSAL'
  /** A small rest was given up. */
  | 'SMALL_DIFFERENCE'
  /** A small rest is owed again, because a reversal or an undo reopened the settlement. */
  | 'SMALL_DIFFERENCE_UNDONE'
  /** A part of the fee was waived. */
  | 'WAIVER'
  /** A waiver was undone. */
  | 'WAIVER_UNDONE'
  /** What was outstanding was written off. */
  | 'WRITE_OFF'
  /** A write-off was undone. */
  | 'WRITE_OFF_UNDONE';

/** Selects the repayments of a list. */
export type RepaymentFilter = {
  /** Only repayments of this settlement. */
  fundingId?: string | null | undefined;
  /** Only items of this partner. For operators only. */
  partnerId?: string | null | undefined;
  /** Only repayments that came on this day or later. */
  receivedFrom?: string | null | undefined;
  /** Only repayments that came on this day or earlier. */
  receivedUntil?: string | null | undefined;
  /** Only repayments with this reference. */
  reference?: string | null | undefined;
  /** Only repayments in one of these statuses. */
  status?: Array<RepaymentStatus> | null | undefined;
};

/** What a repayment pays first. */
export type RepaymentOrder =
  /** A repayment pays the fee first, and then the principal. */
  | 'FEE_FIRST'
  /** A repayment pays the principal first, and then the fee. */
  | 'PRINCIPAL_FIRST';

/** What happens; every member may be absent. */
export type RepaymentPlayInput = {
  /** confirm: what came; as reported when absent. */
  amount?: number | null | undefined;
  /** reverse: returned when absent. */
  kind?: string | null | undefined;
  /** decline, reverse: why; sandbox when absent. */
  reason?: string | null | undefined;
  /** confirm: the day on which it came; as reported when absent. */
  receivedOn?: string | null | undefined;
  /** confirm: the reference of the payment; as reported when absent. */
  reference?: string | null | undefined;
  /** reverse: the day on which it went back; today when absent. */
  reversedOn?: string | null | undefined;
};

/** The way in which money comes. */
export type RepaymentSource =
  /** An instalment, which the partner collected. */
  | 'INSTALMENT'
  /** Set off against what the provider owes. */
  | 'OFFSET'
  /** A share of sales, which the partner kept back. */
  | 'SALES_SHARE'
  /** A payment to the provider. */
  | 'TRANSFER';

/** The status of a repayment. */
export type RepaymentStatus =
  /** The partner took its report back. */
  | 'CANCELLED'
  /** The provider did not find the money that was reported; see `declineReason`. */
  | 'DECLINED'
  /** The provider has the money. */
  | 'RECEIVED'
  /** The partner says that it was paid. It has no effect until the provider confirms it. */
  | 'REPORTED'
  /** It was received, and then it went back or proved to be a mistake; see `reversal`. */
  | 'REVERSED';

/** A part of the feed to deliver again, up to 100,000 events. */
export type ReplayWebhookEventsInput = {
  /** The cursor of the feed after which the events begin. */
  after: string;
  /** Only events of these types, out of the types of the endpoint. */
  eventTypes?: Array<WebhookEventType> | null | undefined;
  /** Deliveries that failed or were canceled, or all events. */
  only: WebhookReplayKind;
  /** The cursor of the last event; when absent, all events until now. */
  until?: string | null | undefined;
};

/** A repayment that the partner reports. */
export type ReportRepaymentInput = {
  /** True if this is another repayment, although it has no reference and the settlement has a repayment of the same day and amount; false when absent. */
  allowDuplicate?: boolean | null | undefined;
  /** In the minor unit of the currency: 74500 is HKD 745.00. */
  amount: number;
  /** If it is given, it must be the currency of the settlement. */
  currency?: string | null | undefined;
  /** The day on which the money came, from the day of the payout to today; today when absent. */
  receivedOn?: string | null | undefined;
  /** The reference of the payment, 1 to 140 characters. A settlement takes each reference once a day. Empty is absent. */
  reference?: string | null | undefined;
  /** The way in which the money came. */
  source: RepaymentSource;
};

/** Why a repayment is undone. */
export type ReversalKind =
  /** The money never came. The reversal counts from the day of the repayment on. */
  | 'MISTAKE'
  /** The money went back. The reversal counts from that day on. */
  | 'RETURNED';

/** Who approves requests for funding. */
export type Review =
  /** A request is approved at once. It waits for an operator if the customer would owe more than its limit, owes something that was written off, or is on hold, or if the rate is above the ceiling. */
  | 'AUTO'
  /** Each request waits for an operator, whom the live policy advises. */
  | 'MANUAL'
  /** The live policy approves, denies, or leaves a request to an operator. */
  | 'POLICY';

/** The sales of a day, of which a share pays a settlement back. */
export type SalesInput = {
  /** What was sold on the day, in the minor unit of the currency. A day with more refunds than sales is negative, and pays nothing. */
  amount: number;
  /** The day of the sales; today when absent. */
  date?: string | null | undefined;
  /** The share of it that pays back; 0.1 when absent. */
  share?: number | null | undefined;
};

/** What can happen to a KYC record in a sandbox. */
export type SandboxKycEvent =
  /** The record becomes complete: sample details if there are none, and no file for what is missing. */
  | 'COMPLETE'
  /** The company is found on a list of names. */
  | 'NAME_HIT'
  /** The provider asks for the files of a document type again. */
  | 'REQUEST_DOCUMENT';

/** What can happen to a repayment in a sandbox. */
export type SandboxRepaymentEvent =
  /** The money of your report comes. */
  | 'CONFIRM'
  /** The provider declines your report. */
  | 'DECLINE'
  /** The money goes back. */
  | 'REVERSE';

/** What can happen to a settlement in a sandbox. */
export type SandboxSettlementEvent =
  /** The provider makes an offer of a request. */
  | 'APPROVE'
  /** The provider denies a request. */
  | 'DENY'
  /** The provider sends the money. */
  | 'DISBURSE'
  /** The provider moves the due day, by a week unless you name the day. */
  | 'EXTEND'
  /** The provider pays back what was paid too much. */
  | 'REFUND_EXCESS'
  /** All that is outstanding is paid. */
  | 'REPAY'
  /** The bank sends the money back. */
  | 'RETURN'
  /** The provider revokes an offer that you accepted, before the money is sent. */
  | 'REVOKE'
  /** The provider waives the fee, or a part of it. */
  | 'WAIVE'
  /** The provider withdraws an offer that you did not answer yet. */
  | 'WITHDRAW'
  /** The provider writes off all that is outstanding. */
  | 'WRITE_OFF';

/** What a key or a session may do. */
export type Scope =
  /** Partners, their settings and keys, operators, and webhooks of others; for operators only. */
  | 'ADMIN'
  /** To read records. */
  | 'READ'
  /** To create and change records. */
  | 'WRITE';

/** How a settlement whose money was sent stands. */
export type ServicingState =
  /** It is not due soon. */
  | 'CURRENT'
  /** The last day for the payment is near. */
  | 'DUE_SOON'
  /** The last day for the payment has passed. */
  | 'OVERDUE'
  /** Nothing is outstanding. */
  | 'SETTLED'
  /** What was outstanding was written off. */
  | 'WRITTEN_OFF';

/** What happens; every member may be absent. */
export type SettlementPlayInput = {
  /** waive, refund-excess: in the minor unit of the currency; all when absent. */
  amount?: number | null | undefined;
  /** write-off: why; other when absent. */
  code?: string | null | undefined;
  /** approve, disburse: the present revision of the KYC, if it changed since the approval. */
  confirmKycRevision?: number | null | undefined;
  /** extend: the new due day; a week later when absent. */
  dueOn?: string | null | undefined;
  /** approve: the rate; if absent, the rate of your pricing. */
  interestRate?: number | null | undefined;
  /** deny: a note for operators. */
  note?: string | null | undefined;
  /** disburse: the day of the payment; today when absent. */
  paidOn?: string | null | undefined;
  /** Why. deny: one of the reasons for denials, insufficient_history when absent. */
  reason?: string | null | undefined;
  /** repay: the day on which the money came; today when absent. */
  receivedOn?: string | null | undefined;
  /** disburse, repay: the reference of the payment; SANDBOX when absent. */
  reference?: string | null | undefined;
  /** return: the day on which the money came back; today when absent. */
  returnedOn?: string | null | undefined;
};

/** A person who holds shares of the company, or of one that holds shares. */
export type ShareholderIdentityInput = {
  /** The legal name of the company in which the person holds shares: `legal_name`, or the name of a company that holds shares of it. */
  companyLegalName: string;
  /** The number on the document, 1 to 64 characters. */
  number: string;
  /** The kind of document that has the number. */
  type: IdentityType;
};

/** What happens to unknown members and query parameters on `/v1`. */
export type UnknownInput =
  /** They are left out, and named in the header `Fundgate-Ignored`. */
  | 'IGNORE'
  /** The request is refused, which shows typing errors. */
  | 'REFUSE';

/** All properties of a customer that can change; they replace the present ones. */
export type UpdateCustomerInput = {
  /** It may be sent, but must not differ from the country of the customer. */
  companyCountry?: string | null | undefined;
  /** The name by which you know the company. */
  companyName: string;
  /** Its line of business, in your own words. */
  companySector: string;
  /** The country of the contact person; ISO 3166-1 alpha-2. */
  contactCountry: string;
  /** The e-mail address of the contact person at the company. */
  contactEmail: string;
  /** The name of the contact person at the company. */
  contactName: string;
  /** The phone number of the contact person; E.164, such as +85223456789. */
  contactPhone: string;
  /** Your own id of the customer; several customers may have the same one. */
  externalCustomerId: string;
};

/** The settings to change. A setting that is absent or null does not change. */
export type UpdatePartnerInput = {
  /** Whether the two account rates may be null. */
  accountRates?: AccountRates | null | undefined;
  /** Whether an offer is accepted as soon as it is approved. */
  autoAccept?: boolean | null | undefined;
  /** How much a customer may owe in a currency under automatic review, in its minor unit: offers, outstanding money and the request itself, each with its fee. Above that a request waits for an operator. They replace the present limits. */
  autoLimit?: Array<AutoLimitInput> | null | undefined;
  /** The currencies in which funding can be requested; ISO 4217. */
  currencies?: Array<string> | null | undefined;
  /** From so many days before `pay_by` on, a settlement is `due_soon`, and `funding.due_soon` tells so. */
  dueNoticeDays?: number | null | undefined;
  /** The interest rates of its offers, by currency and period. */
  interestRate?: InterestRateInput | null | undefined;
  /** The name of the business. */
  name?: string | null | undefined;
  /** How many days after its approval an offer can be accepted. */
  offerValidDays?: number | null | undefined;
  /** What a repayment pays first. The approval of a settlement fixes it, so a change counts for later approvals. */
  repaymentOrder?: RepaymentOrder | null | undefined;
  /** Whether the partner may report repayments. If not, a report is `permission_denied`. */
  reportsRepayments?: boolean | null | undefined;
  /** Who approves requests for funding. */
  review?: Review | null | undefined;
  /** Whether unknown members and query parameters are refused or ignored on `/v1`. */
  unknownInput?: UnknownInput | null | undefined;
  /** Which members the bodies of `/v1` have: all, or on the rows of the first interface only the members that it names. There a settlement that was repaid and reopened stays `repaid` then, and `*` of a webhook endpoint means the event types of the first interface. */
  v1Members?: V1Members | null | undefined;
};

/** The properties of a webhook endpoint; they replace the present ones. */
export type UpdateWebhookEndpointInput = {
  /** A text by which you recognise it. */
  description?: string | null | undefined;
  /** The types of events that it gets; with `*` every event that you see. */
  eventTypes: Array<WebhookEventType>;
  /** Unchanged when absent. */
  ordering?: WebhookOrdering | null | undefined;
  /** If this enables a disabled endpoint: the cursor of the feed after which it gets the events that it missed, or `disabled` for all of them. */
  replayFrom?: string | null | undefined;
  /** Unchanged when absent. */
  status?: WebhookEndpointStatus | null | undefined;
  /** Where events are sent: an https URL on a public address. */
  url: string;
};

/** The files of a document type; they replace the present ones. */
export type UploadDocumentsInput = {
  /** 1 to 10 files. */
  files: Array<UploadFileInput>;
  /** A document type of the country of the customer. */
  type: DocumentType;
};

/** A file and its description. */
export type UploadFileInput = {
  /** A part of the multipart request, which has at most 100 MiB in all. */
  file: File;
  /** Without extension. */
  filename: string;
  /** SHA-256 of the content as 64 hex digits. */
  hash: string;
  /** image/jpeg, image/png or application/pdf. */
  mimeType: string;
};

/** Which members the bodies of `/v1` have. */
export type V1Members =
  /** Bodies have every member, also members that were added later. */
  | 'ALL'
  /** Bodies have only the members that the first interface named. */
  | 'INTERFACE';

/** Selects the deliveries of a list. */
export type WebhookDeliveryFilter = {
  /** Only deliveries of events of this type. */
  eventType?: EventType | null | undefined;
  /** Only deliveries in this status. */
  status?: WebhookDeliveryStatus | null | undefined;
};

/** The status of a delivery. */
export type WebhookDeliveryStatus =
  /** The endpoint was disabled before it got the event. */
  | 'CANCELED'
  /** Its last attempt failed; it is sent again only by a retry or a replay. */
  | 'FAILED'
  /** It waits for its next attempt, or for an earlier delivery of its subject. */
  | 'PENDING'
  /** The endpoint responded with a 2xx status. */
  | 'SUCCEEDED';

/** Why an endpoint is disabled. */
export type WebhookDisabledReason =
  /** It failed for 120 hours, and at least 20 times. */
  | 'FAILING'
  /** It responded to a delivery with 410 Gone. */
  | 'GONE'
  /** The provider disabled it; only the provider can enable it again. */
  | 'OPERATOR'
  /** The partner disabled it. */
  | 'PARTNER';

/** Selects the webhook endpoints of a list. */
export type WebhookEndpointFilter = {
  /** Only items of this partner. For operators only. */
  partnerId?: string | null | undefined;
};

/** Whether an endpoint gets events. */
export type WebhookEndpointStatus =
  /** It gets no events; deliveries that wait for it are canceled. */
  | 'DISABLED'
  /** It gets the events of its types. */
  | 'ENABLED';

/** The events that an endpoint can get: every event that partners see, or the events of one type. */
export type WebhookEventType =
  /** Every event that partners see, also of future types. */
  | 'ALL'
  /** A customer was created. */
  | 'CUSTOMER_CREATED'
  /** Fields of a customer changed. */
  | 'CUSTOMER_UPDATED'
  /** The partner accepted the offer. */
  | 'FUNDING_ACCEPTED'
  /** A settlement was approved, which makes the offer. */
  | 'FUNDING_APPROVED'
  /** A repayment, a reversal or an undo changed what is owed. */
  | 'FUNDING_BALANCE_CHANGED'
  /** A settlement was denied. */
  | 'FUNDING_DENIED'
  /** The money was sent. */
  | 'FUNDING_DISBURSED'
  /** The day of the payout was corrected. */
  | 'FUNDING_DISBURSEMENT_CORRECTED'
  /** The bank sent the money back, so it can be sent again. */
  | 'FUNDING_DISBURSEMENT_RETURNED'
  /** The due day was moved. */
  | 'FUNDING_DUE_ON_CHANGED'
  /** The last day for the payment is near. */
  | 'FUNDING_DUE_SOON'
  /** Money that was paid too much was paid back. */
  | 'FUNDING_EXCESS_REFUNDED'
  /** The offer lapsed. */
  | 'FUNDING_EXPIRED'
  /** A part of the fee was waived. */
  | 'FUNDING_FEE_WAIVED'
  /** The last day for the payment has passed. */
  | 'FUNDING_OVERDUE'
  /** It is not overdue any more. */
  | 'FUNDING_OVERDUE_ENDED'
  /** The partner rejected the offer. */
  | 'FUNDING_REJECTED'
  /** Something was outstanding again after it was repaid. */
  | 'FUNDING_REOPENED'
  /** Nothing was outstanding any more. */
  | 'FUNDING_REPAID'
  /** The acceptance was revoked before the money was sent. */
  | 'FUNDING_REVOKED'
  /** A settlement was submitted. */
  | 'FUNDING_SUBMITTED'
  /** The offer was taken back. */
  | 'FUNDING_WITHDRAWN'
  /** What was outstanding was written off. */
  | 'FUNDING_WRITTEN_OFF'
  /** An API key was made. */
  | 'KEY_CREATED'
  /** An API key was given to another partner. */
  | 'KEY_MOVED'
  /** An API key was revoked. */
  | 'KEY_REVOKED'
  /** A key was made to replace an API key. */
  | 'KEY_ROTATED'
  /** A KYC record was opened with its customer. */
  | 'KYC_CREATED'
  /** The files of a document type were replaced. */
  | 'KYC_DOCUMENTS_UPLOADED'
  /** An operator asked for a document type again. */
  | 'KYC_DOCUMENT_REQUESTED'
  /** The status of a KYC record changed. */
  | 'KYC_STATUS_CHANGED'
  /** Fields of a KYC record changed. */
  | 'KYC_UPDATED'
  /** A partner was set up. */
  | 'PARTNER_CREATED'
  /** Settings of a partner changed. */
  | 'PARTNER_UPDATED'
  /** The partner took a report back. */
  | 'REPAYMENT_CANCELLED'
  /** The provider declined a report. */
  | 'REPAYMENT_DECLINED'
  /** The provider received a repayment. */
  | 'REPAYMENT_RECEIVED'
  /** A partner reported a repayment. */
  | 'REPAYMENT_REPORTED'
  /** A repayment was reversed. */
  | 'REPAYMENT_REVERSED'
  /** A webhook endpoint was made. */
  | 'WEBHOOK_ENDPOINT_CREATED'
  /** A webhook endpoint was deleted. */
  | 'WEBHOOK_ENDPOINT_DELETED'
  /** A webhook endpoint was disabled, by a person or because it failed. */
  | 'WEBHOOK_ENDPOINT_DISABLED'
  /** Fields of a webhook endpoint changed. */
  | 'WEBHOOK_ENDPOINT_UPDATED';

/** In which order an endpoint gets events. */
export type WebhookOrdering =
  /** Each event is sent as soon as it can be; events may overtake each other. */
  | 'NONE'
  /** The events of one subject are sent one after another; one that fails delays the next. */
  | 'SUBJECT';

/** The result of a request to an endpoint. */
export type WebhookOutcome =
  /** The address is not public, so no request was made. Your own machine is reached by `webhook listen`, or by a gateway of your own with WEBHOOK_ALLOW. */
  | 'ADDRESS_REFUSED'
  /** No connection could be made, or it broke off. */
  | 'CONNECT_FAILED'
  /** The host name could not be resolved. */
  | 'DNS_FAILED'
  /** It responded with a status that is neither 2xx nor 3xx, or not in HTTP. */
  | 'HTTP_ERROR'
  /** It responded with a 2xx status. */
  | 'OK'
  /** It responded with a 3xx status, which is not followed. */
  | 'REDIRECT'
  /** It took more than 5 seconds to connect, or more than 15 in all. */
  | 'TIMEOUT'
  /** TLS failed, for example because of a certificate that is not valid. */
  | 'TLS_FAILED';

/** Which events a replay delivers, of a part of the feed. */
export type WebhookReplayKind =
  /** All events, also events that it received. */
  | 'ALL'
  /** Events whose delivery failed or was canceled. */
  | 'FAILED';

/** Why what is outstanding is written off. */
export type WriteOffCode =
  /** The customer disputes the debt, and the provider gives it up. */
  | 'DISPUTE'
  /** The funding was obtained by fraud. */
  | 'FRAUD'
  /** The customer is insolvent. */
  | 'INSOLVENCY'
  /** Another reason. */
  | 'OTHER'
  /** Collecting the rest costs more than it brings. */
  | 'UNECONOMIC';

export type RepaymentFieldsFragment = { id: string, fundingId: string, customerId: string, currency: string, amount: number, receivedOn: string, source: RepaymentSource, reference: string | null, status: RepaymentStatus, declineReason: string | null, createdAt: string, updatedAt: string, allocated: { principal: number, fee: number, excess: number, recovery: number }, reported: { amount: number, receivedOn: string, reference: string | null } | null, reversal: { reversedOn: string, kind: ReversalKind, reason: string } | null };

export type ReportRepaymentMutationVariables = Exact<{
  id: string;
  input: ReportRepaymentInput;
}>;


export type ReportRepaymentMutation = { reportRepayment: { id: string, fundingId: string, customerId: string, currency: string, amount: number, receivedOn: string, source: RepaymentSource, reference: string | null, status: RepaymentStatus, declineReason: string | null, createdAt: string, updatedAt: string, allocated: { principal: number, fee: number, excess: number, recovery: number }, reported: { amount: number, receivedOn: string, reference: string | null } | null, reversal: { reversedOn: string, kind: ReversalKind, reason: string } | null } | null };

export type CancelRepaymentMutationVariables = Exact<{
  id: string;
}>;


export type CancelRepaymentMutation = { cancelRepayment: { id: string, fundingId: string, customerId: string, currency: string, amount: number, receivedOn: string, source: RepaymentSource, reference: string | null, status: RepaymentStatus, declineReason: string | null, createdAt: string, updatedAt: string, allocated: { principal: number, fee: number, excess: number, recovery: number }, reported: { amount: number, receivedOn: string, reference: string | null } | null, reversal: { reversedOn: string, kind: ReversalKind, reason: string } | null } | null };

export type GetRepaymentQueryVariables = Exact<{
  id: string;
}>;


export type GetRepaymentQuery = { repayment: { id: string, fundingId: string, customerId: string, currency: string, amount: number, receivedOn: string, source: RepaymentSource, reference: string | null, status: RepaymentStatus, declineReason: string | null, createdAt: string, updatedAt: string, allocated: { principal: number, fee: number, excess: number, recovery: number }, reported: { amount: number, receivedOn: string, reference: string | null } | null, reversal: { reversedOn: string, kind: ReversalKind, reason: string } | null } | null };

export type ListRepaymentsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: RepaymentFilter | null | undefined;
}>;


export type ListRepaymentsQuery = { repayments: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, fundingId: string, customerId: string, currency: string, amount: number, receivedOn: string, source: RepaymentSource, reference: string | null, status: RepaymentStatus, declineReason: string | null, createdAt: string, updatedAt: string, allocated: { principal: number, fee: number, excess: number, recovery: number }, reported: { amount: number, receivedOn: string, reference: string | null } | null, reversal: { reversedOn: string, kind: ReversalKind, reason: string } | null }> } };

export type GetSandboxClockQueryVariables = Exact<{ [key: string]: never; }>;


export type GetSandboxClockQuery = { sandboxClock: { now: string, aheadSeconds: number } };

export type AdvanceSandboxClockMutationVariables = Exact<{
  input: AdvanceClockInput;
}>;


export type AdvanceSandboxClockMutation = { sandboxAdvanceClock: { now: string, aheadSeconds: number, from: string, counts: Array<{ type: EventType, count: number }>, events: Array<{ id: string, type: EventType, subject: string, sequence: number, partnerId: string | null, actor: string, requestId: string | null, createdAt: string, data: Record<string, unknown> }> } | null };

export type PlaySettlementMutationVariables = Exact<{
  id: string;
  event: SandboxSettlementEvent;
  input?: SettlementPlayInput | null | undefined;
}>;


export type PlaySettlementMutation = { sandboxSettlementEvent: { transactions: Record<string, unknown> | null, id: string, customerId: string, currency: string, amount: number, accountChargebackRate: number | null, accountRefundRate: number | null, settlementPeriod: number, interestRate: number, fee: number | null, annualRate: number | null, repaymentOrder: RepaymentOrder | null, status: InstantSettlementStatus, denialReason: DenialReason | null, offerExpiresAt: string | null, createdAt: string, updatedAt: string, servicing: { fundedOn: string, dueOn: string, originalDueOn: string, payBy: string, principalOutstanding: number, feeOutstanding: number, refundReceivable: number, outstanding: number, paid: number, excess: number, reported: number, daysPastDue: number, state: ServicingState, claim: number, closedOn: string | null, writtenOff: { principal: number, fee: number, on: string, code: WriteOffCode } | null } | null } | null };

export type PlaySalesMutationVariables = Exact<{
  id: string;
  input: SalesInput;
}>;


export type PlaySalesMutation = { sandboxSales: { fundingId: string, amount: number, share: number, date: string, repayment: { id: string, fundingId: string, customerId: string, currency: string, amount: number, receivedOn: string, source: RepaymentSource, reference: string | null, status: RepaymentStatus, declineReason: string | null, createdAt: string, updatedAt: string, allocated: { principal: number, fee: number, excess: number, recovery: number }, reported: { amount: number, receivedOn: string, reference: string | null } | null, reversal: { reversedOn: string, kind: ReversalKind, reason: string } | null } | null } | null };

export type PlayRepaymentMutationVariables = Exact<{
  id: string;
  event: SandboxRepaymentEvent;
  input?: RepaymentPlayInput | null | undefined;
}>;


export type PlayRepaymentMutation = { sandboxRepaymentEvent: { id: string, fundingId: string, customerId: string, currency: string, amount: number, receivedOn: string, source: RepaymentSource, reference: string | null, status: RepaymentStatus, declineReason: string | null, createdAt: string, updatedAt: string, allocated: { principal: number, fee: number, excess: number, recovery: number }, reported: { amount: number, receivedOn: string, reference: string | null } | null, reversal: { reversedOn: string, kind: ReversalKind, reason: string } | null } | null };

export type PlayKycMutationVariables = Exact<{
  customerId: string;
  event: SandboxKycEvent;
  input?: KycPlayInput | null | undefined;
}>;


export type PlayKycMutation = { sandboxKyc: { customerId: string, status: KycStatus } | null };

export type UpdateSandboxSettingsMutationVariables = Exact<{
  input: UpdatePartnerInput;
}>;


export type UpdateSandboxSettingsMutation = { sandboxUpdateSettings: { id: string, name: string, review: Review, autoAccept: boolean, accountRates: AccountRates, currencies: Array<string>, offerValidDays: number, unknownInput: UnknownInput, repaymentOrder: RepaymentOrder, reportsRepayments: boolean, dueNoticeDays: number, v1Members: V1Members, createdAt: string, updatedAt: string, interestRate: { default: number, bands: Array<{ currency: string, periodDaysMax: number, rate: number }> }, autoLimit: Array<{ currency: string, amount: number }> } | null };

export type SandboxPartnerFieldsFragment = { id: string, name: string, review: Review, autoAccept: boolean, accountRates: AccountRates, currencies: Array<string>, offerValidDays: number, unknownInput: UnknownInput, repaymentOrder: RepaymentOrder, reportsRepayments: boolean, dueNoticeDays: number, v1Members: V1Members, createdAt: string, updatedAt: string, interestRate: { default: number, bands: Array<{ currency: string, periodDaysMax: number, rate: number }> }, autoLimit: Array<{ currency: string, amount: number }> };

export type CreateSandboxPartnerMutationVariables = Exact<{
  input?: UpdatePartnerInput | null | undefined;
}>;


export type CreateSandboxPartnerMutation = { sandboxCreatePartner: { partner: { id: string, name: string, review: Review, autoAccept: boolean, accountRates: AccountRates, currencies: Array<string>, offerValidDays: number, unknownInput: UnknownInput, repaymentOrder: RepaymentOrder, reportsRepayments: boolean, dueNoticeDays: number, v1Members: V1Members, createdAt: string, updatedAt: string, interestRate: { default: number, bands: Array<{ currency: string, periodDaysMax: number, rate: number }> }, autoLimit: Array<{ currency: string, amount: number }> }, key: { apiKey: string | null, key: { id: string, scopes: Array<Scope>, expiresAt: string | null } } } | null };

export type ResetSandboxMutationVariables = Exact<{ [key: string]: never; }>;


export type ResetSandboxMutation = { sandboxReset: { formerPartnerId: string, partner: { id: string, name: string, review: Review, autoAccept: boolean, accountRates: AccountRates, currencies: Array<string>, offerValidDays: number, unknownInput: UnknownInput, repaymentOrder: RepaymentOrder, reportsRepayments: boolean, dueNoticeDays: number, v1Members: V1Members, createdAt: string, updatedAt: string, interestRate: { default: number, bands: Array<{ currency: string, periodDaysMax: number, rate: number }> }, autoLimit: Array<{ currency: string, amount: number }> } } | null };

export type SendExampleMutationVariables = Exact<{
  id: string;
  type: WebhookEventType;
}>;


export type SendExampleMutation = { sandboxSend: { webhookDeliveryId: string, eventId: string, outcome: WebhookOutcome | null, httpStatus: number | null, excerpt: string | null } | null };

export type WebhookEndpointFieldsFragment = { id: string, url: string, description: string | null, eventTypes: Array<WebhookEventType>, ordering: WebhookOrdering, status: WebhookEndpointStatus, disabledReason: WebhookDisabledReason | null, lastError: WebhookOutcome | null, lastErrorStatus: number | null, lastErrorAt: string | null, createdAt: string, updatedAt: string };

export type WebhookDeliveryFieldsFragment = { id: string, webhookEndpointId: string, eventId: string, eventType: EventType, status: WebhookDeliveryStatus, attemptCount: number, cursorBefore: string, cursor: string, nextAttemptAt: string | null, createdAt: string, completedAt: string | null };

export type CreateWebhookEndpointMutationVariables = Exact<{
  input: CreateWebhookEndpointInput;
}>;


export type CreateWebhookEndpointMutation = { createWebhookEndpoint: { secret: string | null, webhookEndpoint: { id: string, url: string, description: string | null, eventTypes: Array<WebhookEventType>, ordering: WebhookOrdering, status: WebhookEndpointStatus, disabledReason: WebhookDisabledReason | null, lastError: WebhookOutcome | null, lastErrorStatus: number | null, lastErrorAt: string | null, createdAt: string, updatedAt: string } } | null };

export type GetWebhookEndpointQueryVariables = Exact<{
  id: string;
}>;


export type GetWebhookEndpointQuery = { webhookEndpoint: { id: string, url: string, description: string | null, eventTypes: Array<WebhookEventType>, ordering: WebhookOrdering, status: WebhookEndpointStatus, disabledReason: WebhookDisabledReason | null, lastError: WebhookOutcome | null, lastErrorStatus: number | null, lastErrorAt: string | null, createdAt: string, updatedAt: string } | null };

export type ListWebhookEndpointsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: WebhookEndpointFilter | null | undefined;
}>;


export type ListWebhookEndpointsQuery = { webhookEndpoints: { totalCount: number, pageInfo: { endCursor: string | null }, nodes: Array<{ id: string, url: string, description: string | null, eventTypes: Array<WebhookEventType>, ordering: WebhookOrdering, status: WebhookEndpointStatus, disabledReason: WebhookDisabledReason | null, lastError: WebhookOutcome | null, lastErrorStatus: number | null, lastErrorAt: string | null, createdAt: string, updatedAt: string }> } };

export type UpdateWebhookEndpointMutationVariables = Exact<{
  id: string;
  input: UpdateWebhookEndpointInput;
}>;


export type UpdateWebhookEndpointMutation = { updateWebhookEndpoint: { id: string, url: string, description: string | null, eventTypes: Array<WebhookEventType>, ordering: WebhookOrdering, status: WebhookEndpointStatus, disabledReason: WebhookDisabledReason | null, lastError: WebhookOutcome | null, lastErrorStatus: number | null, lastErrorAt: string | null, createdAt: string, updatedAt: string } | null };

export type DeleteWebhookEndpointMutationVariables = Exact<{
  id: string;
}>;


export type DeleteWebhookEndpointMutation = { deleteWebhookEndpoint: { deletedId: string } | null };

export type RotateWebhookSecretMutationVariables = Exact<{
  id: string;
  overlapHours?: number | null | undefined;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { secret: string | null, webhookEndpoint: { id: string, url: string, description: string | null, eventTypes: Array<WebhookEventType>, ordering: WebhookOrdering, status: WebhookEndpointStatus, disabledReason: WebhookDisabledReason | null, lastError: WebhookOutcome | null, lastErrorStatus: number | null, lastErrorAt: string | null, createdAt: string, updatedAt: string } } | null };

export type TestWebhookEndpointMutationVariables = Exact<{
  id: string;
}>;


export type TestWebhookEndpointMutation = { testWebhookEndpoint: { webhookDeliveryId: string, eventId: string, outcome: WebhookOutcome | null, httpStatus: number | null, excerpt: string | null } | null };

export type ReplayWebhookEventsMutationVariables = Exact<{
  id: string;
  input: ReplayWebhookEventsInput;
}>;


export type ReplayWebhookEventsMutation = { replayWebhookEvents: { id: string, webhookEndpointId: string, eventCountMax: number, createdAt: string } | null };

export type ListWebhookDeliveriesQueryVariables = Exact<{
  id: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: WebhookDeliveryFilter | null | undefined;
}>;


export type ListWebhookDeliveriesQuery = { webhookEndpoint: { deliveries: { totalCount: number, pageInfo: { endCursor: string | null }, nodes: Array<{ id: string, webhookEndpointId: string, eventId: string, eventType: EventType, status: WebhookDeliveryStatus, attemptCount: number, cursorBefore: string, cursor: string, nextAttemptAt: string | null, createdAt: string, completedAt: string | null }> } } | null };

export type GetWebhookDeliveryQueryVariables = Exact<{
  id: string;
}>;


export type GetWebhookDeliveryQuery = { webhookDelivery: { id: string, webhookEndpointId: string, eventId: string, eventType: EventType, status: WebhookDeliveryStatus, attemptCount: number, cursorBefore: string, cursor: string, nextAttemptAt: string | null, createdAt: string, completedAt: string | null, attempts: Array<{ id: string, createdAt: string, durationMs: number, outcome: WebhookOutcome, httpStatus: number | null, excerpt: string | null }> } | null };

export type RetryWebhookDeliveryMutationVariables = Exact<{
  id: string;
}>;


export type RetryWebhookDeliveryMutation = { retryWebhookDelivery: { id: string, webhookEndpointId: string, eventId: string, eventType: EventType, status: WebhookDeliveryStatus, attemptCount: number, cursorBefore: string, cursor: string, nextAttemptAt: string | null, createdAt: string, completedAt: string | null } | null };

export type CustomerFieldsFragment = { id: string, externalCustomerId: string, contactEmail: string, contactName: string, contactPhone: string, contactCountry: string, companyName: string, companyCountry: string, companySector: string, createdAt: string, updatedAt: string };

type KycFields_HkKycRecord_Fragment = { customerId: string, type: KycType, status: KycStatus, legalName: string | null, website: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, corporateEntitiesNumber: number | null, isic: string | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, namecheckResult: Record<string, unknown> | null, providerCompanyScreeningResult: Record<string, unknown> | null, providerBatchScreeningResult: Record<string, unknown> | null, createdAt: string, updatedAt: string, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, directorsIdentityNumber: Array<{ type: IdentityType, number: string }>, shareholdersIdentityNumber: Array<{ companyLegalName: string, type: IdentityType, number: string }>, supportingDocuments: Array<{ type: DocumentType, status: DocumentStatus }> };

type KycFields_MyKycRecord_Fragment = { customerId: string, type: KycType, status: KycStatus, legalName: string | null, website: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, corporateEntitiesNumber: number | null, isic: string | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, namecheckResult: Record<string, unknown> | null, providerCompanyScreeningResult: Record<string, unknown> | null, providerBatchScreeningResult: Record<string, unknown> | null, createdAt: string, updatedAt: string, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, directorsIdentityNumber: Array<{ type: IdentityType, number: string }>, shareholdersIdentityNumber: Array<{ companyLegalName: string, type: IdentityType, number: string }>, supportingDocuments: Array<{ type: DocumentType, status: DocumentStatus }> };

export type KycFieldsFragment =
  | KycFields_HkKycRecord_Fragment
  | KycFields_MyKycRecord_Fragment
;

export type AddressFieldsFragment = { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string };

export type SettlementSummaryFieldsFragment = { id: string, customerId: string, currency: string, amount: number, accountChargebackRate: number | null, accountRefundRate: number | null, settlementPeriod: number, interestRate: number, fee: number | null, annualRate: number | null, repaymentOrder: RepaymentOrder | null, status: InstantSettlementStatus, denialReason: DenialReason | null, offerExpiresAt: string | null, createdAt: string, updatedAt: string, servicing: { fundedOn: string, dueOn: string, originalDueOn: string, payBy: string, principalOutstanding: number, feeOutstanding: number, refundReceivable: number, outstanding: number, paid: number, excess: number, reported: number, daysPastDue: number, state: ServicingState, claim: number, closedOn: string | null, writtenOff: { principal: number, fee: number, on: string, code: WriteOffCode } | null } | null };

export type SettlementFieldsFragment = { transactions: Record<string, unknown> | null, id: string, customerId: string, currency: string, amount: number, accountChargebackRate: number | null, accountRefundRate: number | null, settlementPeriod: number, interestRate: number, fee: number | null, annualRate: number | null, repaymentOrder: RepaymentOrder | null, status: InstantSettlementStatus, denialReason: DenialReason | null, offerExpiresAt: string | null, createdAt: string, updatedAt: string, servicing: { fundedOn: string, dueOn: string, originalDueOn: string, payBy: string, principalOutstanding: number, feeOutstanding: number, refundReceivable: number, outstanding: number, paid: number, excess: number, reported: number, daysPastDue: number, state: ServicingState, claim: number, closedOn: string | null, writtenOff: { principal: number, fee: number, on: string, code: WriteOffCode } | null } | null };

export type CreateCustomerMutationVariables = Exact<{
  input: CreateCustomerInput;
}>;


export type CreateCustomerMutation = { createCustomer: { id: string, externalCustomerId: string, contactEmail: string, contactName: string, contactPhone: string, contactCountry: string, companyName: string, companyCountry: string, companySector: string, createdAt: string, updatedAt: string } | null };

export type UpdateCustomerMutationVariables = Exact<{
  id: string;
  input: UpdateCustomerInput;
}>;


export type UpdateCustomerMutation = { updateCustomer: { id: string, externalCustomerId: string, contactEmail: string, contactName: string, contactPhone: string, contactCountry: string, companyName: string, companyCountry: string, companySector: string, createdAt: string, updatedAt: string } | null };

export type GetCustomerQueryVariables = Exact<{
  id: string;
}>;


export type GetCustomerQuery = { customer: { id: string, externalCustomerId: string, contactEmail: string, contactName: string, contactPhone: string, contactCountry: string, companyName: string, companyCountry: string, companySector: string, createdAt: string, updatedAt: string } | null };

export type ListCustomersQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: CustomerFilter | null | undefined;
}>;


export type ListCustomersQuery = { customers: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, externalCustomerId: string, contactEmail: string, contactName: string, contactPhone: string, contactCountry: string, companyName: string, companyCountry: string, companySector: string, createdAt: string, updatedAt: string }> } };

export type GetKycQueryVariables = Exact<{
  customerId: string;
}>;


export type GetKycQuery = { kyc:
    | { customerId: string, type: KycType, status: KycStatus, legalName: string | null, website: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, corporateEntitiesNumber: number | null, isic: string | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, namecheckResult: Record<string, unknown> | null, providerCompanyScreeningResult: Record<string, unknown> | null, providerBatchScreeningResult: Record<string, unknown> | null, createdAt: string, updatedAt: string, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, directorsIdentityNumber: Array<{ type: IdentityType, number: string }>, shareholdersIdentityNumber: Array<{ companyLegalName: string, type: IdentityType, number: string }>, supportingDocuments: Array<{ type: DocumentType, status: DocumentStatus }> }
    | { customerId: string, type: KycType, status: KycStatus, legalName: string | null, website: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, corporateEntitiesNumber: number | null, isic: string | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, namecheckResult: Record<string, unknown> | null, providerCompanyScreeningResult: Record<string, unknown> | null, providerBatchScreeningResult: Record<string, unknown> | null, createdAt: string, updatedAt: string, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, directorsIdentityNumber: Array<{ type: IdentityType, number: string }>, shareholdersIdentityNumber: Array<{ companyLegalName: string, type: IdentityType, number: string }>, supportingDocuments: Array<{ type: DocumentType, status: DocumentStatus }> }
   | null };

export type UpdateHkKycMutationVariables = Exact<{
  customerId: string;
  input: HkKycInput;
}>;


export type UpdateHkKycMutation = { updateHkKyc: { customerId: string, type: KycType, status: KycStatus, legalName: string | null, website: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, corporateEntitiesNumber: number | null, isic: string | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, namecheckResult: Record<string, unknown> | null, providerCompanyScreeningResult: Record<string, unknown> | null, providerBatchScreeningResult: Record<string, unknown> | null, createdAt: string, updatedAt: string, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, directorsIdentityNumber: Array<{ type: IdentityType, number: string }>, shareholdersIdentityNumber: Array<{ companyLegalName: string, type: IdentityType, number: string }>, supportingDocuments: Array<{ type: DocumentType, status: DocumentStatus }> } | null };

export type UploadDocumentsMutationVariables = Exact<{
  customerId: string;
  input: UploadDocumentsInput;
}>;


export type UploadDocumentsMutation = { uploadDocuments: { type: DocumentType, status: DocumentStatus, files: Array<{ id: string, filename: string, mimeType: string, warnings: Array<DocumentWarning> }> } | null };

export type GetDocumentQueryVariables = Exact<{
  id: string;
}>;


export type GetDocumentQuery = { document: { id: string, type: DocumentType, filename: string, mimeType: string, url: string } | null };

export type ListDocumentsQueryVariables = Exact<{
  customerId: string;
}>;


export type ListDocumentsQuery = { kyc:
    | { supportingDocuments: Array<{ type: DocumentType, files: Array<{ id: string, filename: string, mimeType: string }> }> }
    | { supportingDocuments: Array<{ type: DocumentType, files: Array<{ id: string, filename: string, mimeType: string }> }> }
   | null };

export type CreateInstantSettlementMutationVariables = Exact<{
  input: CreateInstantSettlementInput;
}>;


export type CreateInstantSettlementMutation = { createInstantSettlement: { transactions: Record<string, unknown> | null, id: string, customerId: string, currency: string, amount: number, accountChargebackRate: number | null, accountRefundRate: number | null, settlementPeriod: number, interestRate: number, fee: number | null, annualRate: number | null, repaymentOrder: RepaymentOrder | null, status: InstantSettlementStatus, denialReason: DenialReason | null, offerExpiresAt: string | null, createdAt: string, updatedAt: string, servicing: { fundedOn: string, dueOn: string, originalDueOn: string, payBy: string, principalOutstanding: number, feeOutstanding: number, refundReceivable: number, outstanding: number, paid: number, excess: number, reported: number, daysPastDue: number, state: ServicingState, claim: number, closedOn: string | null, writtenOff: { principal: number, fee: number, on: string, code: WriteOffCode } | null } | null } | null };

export type GetInstantSettlementQueryVariables = Exact<{
  id: string;
}>;


export type GetInstantSettlementQuery = { instantSettlement: { transactions: Record<string, unknown> | null, id: string, customerId: string, currency: string, amount: number, accountChargebackRate: number | null, accountRefundRate: number | null, settlementPeriod: number, interestRate: number, fee: number | null, annualRate: number | null, repaymentOrder: RepaymentOrder | null, status: InstantSettlementStatus, denialReason: DenialReason | null, offerExpiresAt: string | null, createdAt: string, updatedAt: string, servicing: { fundedOn: string, dueOn: string, originalDueOn: string, payBy: string, principalOutstanding: number, feeOutstanding: number, refundReceivable: number, outstanding: number, paid: number, excess: number, reported: number, daysPastDue: number, state: ServicingState, claim: number, closedOn: string | null, writtenOff: { principal: number, fee: number, on: string, code: WriteOffCode } | null } | null } | null };

export type ListInstantSettlementsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: InstantSettlementFilter | null | undefined;
}>;


export type ListInstantSettlementsQuery = { instantSettlements: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, customerId: string, currency: string, amount: number, accountChargebackRate: number | null, accountRefundRate: number | null, settlementPeriod: number, interestRate: number, fee: number | null, annualRate: number | null, repaymentOrder: RepaymentOrder | null, status: InstantSettlementStatus, denialReason: DenialReason | null, offerExpiresAt: string | null, createdAt: string, updatedAt: string, servicing: { fundedOn: string, dueOn: string, originalDueOn: string, payBy: string, principalOutstanding: number, feeOutstanding: number, refundReceivable: number, outstanding: number, paid: number, excess: number, reported: number, daysPastDue: number, state: ServicingState, claim: number, closedOn: string | null, writtenOff: { principal: number, fee: number, on: string, code: WriteOffCode } | null } | null }> } };

export type ListCustomerSettlementsQueryVariables = Exact<{
  customerId: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: InstantSettlementFilter | null | undefined;
}>;


export type ListCustomerSettlementsQuery = { customer: { instantSettlements: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, customerId: string, currency: string, amount: number, accountChargebackRate: number | null, accountRefundRate: number | null, settlementPeriod: number, interestRate: number, fee: number | null, annualRate: number | null, repaymentOrder: RepaymentOrder | null, status: InstantSettlementStatus, denialReason: DenialReason | null, offerExpiresAt: string | null, createdAt: string, updatedAt: string, servicing: { fundedOn: string, dueOn: string, originalDueOn: string, payBy: string, principalOutstanding: number, feeOutstanding: number, refundReceivable: number, outstanding: number, paid: number, excess: number, reported: number, daysPastDue: number, state: ServicingState, claim: number, closedOn: string | null, writtenOff: { principal: number, fee: number, on: string, code: WriteOffCode } | null } | null }> } } | null };

export type AcceptInstantSettlementMutationVariables = Exact<{
  id: string;
}>;


export type AcceptInstantSettlementMutation = { acceptInstantSettlement: { transactions: Record<string, unknown> | null, id: string, customerId: string, currency: string, amount: number, accountChargebackRate: number | null, accountRefundRate: number | null, settlementPeriod: number, interestRate: number, fee: number | null, annualRate: number | null, repaymentOrder: RepaymentOrder | null, status: InstantSettlementStatus, denialReason: DenialReason | null, offerExpiresAt: string | null, createdAt: string, updatedAt: string, servicing: { fundedOn: string, dueOn: string, originalDueOn: string, payBy: string, principalOutstanding: number, feeOutstanding: number, refundReceivable: number, outstanding: number, paid: number, excess: number, reported: number, daysPastDue: number, state: ServicingState, claim: number, closedOn: string | null, writtenOff: { principal: number, fee: number, on: string, code: WriteOffCode } | null } | null } | null };

export type RejectInstantSettlementMutationVariables = Exact<{
  id: string;
  reason: string;
}>;


export type RejectInstantSettlementMutation = { rejectInstantSettlement: { transactions: Record<string, unknown> | null, id: string, customerId: string, currency: string, amount: number, accountChargebackRate: number | null, accountRefundRate: number | null, settlementPeriod: number, interestRate: number, fee: number | null, annualRate: number | null, repaymentOrder: RepaymentOrder | null, status: InstantSettlementStatus, denialReason: DenialReason | null, offerExpiresAt: string | null, createdAt: string, updatedAt: string, servicing: { fundedOn: string, dueOn: string, originalDueOn: string, payBy: string, principalOutstanding: number, feeOutstanding: number, refundReceivable: number, outstanding: number, paid: number, excess: number, reported: number, daysPastDue: number, state: ServicingState, claim: number, closedOn: string | null, writtenOff: { principal: number, fee: number, on: string, code: WriteOffCode } | null } | null } | null };

export type EventFeedQueryVariables = Exact<{
  after?: string | null | undefined;
  first?: number | null | undefined;
  types?: Array<EventType> | EventType | null | undefined;
  subject?: string | null | undefined;
}>;


export type EventFeedQuery = { eventFeed: { nextCursor: string, hasMore: boolean, events: Array<{ id: string, type: EventType, subject: string, sequence: number, partnerId: string | null, actor: string, requestId: string | null, createdAt: string, data: Record<string, unknown> }> } };

export type StatementFieldsFragment = { currency: string, from: string | null, until: string | null, knownAt: string, final: boolean, openingBalance: string, closingBalance: string, nextCursor: string | null, hasMore: boolean, items: Array<{ entryId: string, effectiveOn: string, postedOn: string, recordedAt: string, kind: LedgerEntryKind, fundingId: string, repaymentId: string | null, amount: number, balance: number }> };

export type ReadStatementQueryVariables = Exact<{
  currency: string;
  from?: string | null | undefined;
  until?: string | null | undefined;
  knownAt?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ReadStatementQuery = { statement: { currency: string, from: string | null, until: string | null, knownAt: string, final: boolean, openingBalance: string, closingBalance: string, nextCursor: string | null, hasMore: boolean, items: Array<{ entryId: string, effectiveOn: string, postedOn: string, recordedAt: string, kind: LedgerEntryKind, fundingId: string, repaymentId: string | null, amount: number, balance: number }> } };

export type ReadSettlementStatementQueryVariables = Exact<{
  id: string;
  from?: string | null | undefined;
  until?: string | null | undefined;
  knownAt?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ReadSettlementStatementQuery = { instantSettlement: { statement: { currency: string, from: string | null, until: string | null, knownAt: string, final: boolean, openingBalance: string, closingBalance: string, nextCursor: string | null, hasMore: boolean, items: Array<{ entryId: string, effectiveOn: string, postedOn: string, recordedAt: string, kind: LedgerEntryKind, fundingId: string, repaymentId: string | null, amount: number, balance: number }> } } | null };

export type EventFieldsFragment = { id: string, type: EventType, subject: string, sequence: number, partnerId: string | null, actor: string, requestId: string | null, createdAt: string, data: Record<string, unknown> };

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
export const RepaymentFieldsFragmentDoc = new TypedDocumentString(`
    fragment RepaymentFields on Repayment {
  id
  fundingId
  customerId
  currency
  amount
  receivedOn
  source
  reference
  status
  allocated {
    principal
    fee
    excess
    recovery
  }
  reported {
    amount
    receivedOn
    reference
  }
  reversal {
    reversedOn
    kind
    reason
  }
  declineReason
  createdAt
  updatedAt
}
    `, {"fragmentName":"RepaymentFields"}) as unknown as TypedDocumentString<RepaymentFieldsFragment, unknown>;
export const SandboxPartnerFieldsFragmentDoc = new TypedDocumentString(`
    fragment SandboxPartnerFields on Partner {
  id
  name
  review
  autoAccept
  accountRates
  interestRate {
    default
    bands {
      currency
      periodDaysMax
      rate
    }
  }
  currencies
  offerValidDays
  autoLimit {
    currency
    amount
  }
  unknownInput
  repaymentOrder
  reportsRepayments
  dueNoticeDays
  v1Members
  createdAt
  updatedAt
}
    `, {"fragmentName":"SandboxPartnerFields"}) as unknown as TypedDocumentString<SandboxPartnerFieldsFragment, unknown>;
export const WebhookEndpointFieldsFragmentDoc = new TypedDocumentString(`
    fragment WebhookEndpointFields on WebhookEndpoint {
  id
  url
  description
  eventTypes
  ordering
  status
  disabledReason
  lastError
  lastErrorStatus
  lastErrorAt
  createdAt
  updatedAt
}
    `, {"fragmentName":"WebhookEndpointFields"}) as unknown as TypedDocumentString<WebhookEndpointFieldsFragment, unknown>;
export const WebhookDeliveryFieldsFragmentDoc = new TypedDocumentString(`
    fragment WebhookDeliveryFields on WebhookDelivery {
  id
  webhookEndpointId
  eventId
  eventType
  status
  attemptCount
  cursorBefore
  cursor
  nextAttemptAt
  createdAt
  completedAt
}
    `, {"fragmentName":"WebhookDeliveryFields"}) as unknown as TypedDocumentString<WebhookDeliveryFieldsFragment, unknown>;
export const CustomerFieldsFragmentDoc = new TypedDocumentString(`
    fragment CustomerFields on Customer {
  id
  externalCustomerId
  contactEmail
  contactName
  contactPhone
  contactCountry
  companyName
  companyCountry
  companySector
  createdAt
  updatedAt
}
    `, {"fragmentName":"CustomerFields"}) as unknown as TypedDocumentString<CustomerFieldsFragment, unknown>;
export const AddressFieldsFragmentDoc = new TypedDocumentString(`
    fragment AddressFields on Address {
  addressLine1
  addressLine2
  addressLine3
  postalCode
  city
  country
}
    `, {"fragmentName":"AddressFields"}) as unknown as TypedDocumentString<AddressFieldsFragment, unknown>;
export const KycFieldsFragmentDoc = new TypedDocumentString(`
    fragment KycFields on Kyc {
  customerId
  type
  status
  legalName
  registeredAddress {
    ...AddressFields
  }
  operatingAddress {
    ...AddressFields
  }
  website
  businessRegistrationNumber
  dateOfIncorporation
  directorsIdentityNumber {
    type
    number
  }
  shareholdersIdentityNumber {
    companyLegalName
    type
    number
  }
  corporateEntitiesNumber
  isic
  isSensitiveBusiness
  hasComplexStructure
  hasNamecheckHits
  namecheckResult
  providerCompanyScreeningResult
  providerBatchScreeningResult
  supportingDocuments {
    type
    status
  }
  createdAt
  updatedAt
}
    fragment AddressFields on Address {
  addressLine1
  addressLine2
  addressLine3
  postalCode
  city
  country
}`, {"fragmentName":"KycFields"}) as unknown as TypedDocumentString<KycFieldsFragment, unknown>;
export const SettlementSummaryFieldsFragmentDoc = new TypedDocumentString(`
    fragment SettlementSummaryFields on InstantSettlement {
  id
  customerId
  currency
  amount
  accountChargebackRate
  accountRefundRate
  settlementPeriod
  interestRate
  fee
  annualRate
  repaymentOrder
  status
  servicing {
    fundedOn
    dueOn
    originalDueOn
    payBy
    principalOutstanding
    feeOutstanding
    refundReceivable
    outstanding
    paid
    excess
    reported
    daysPastDue
    state
    writtenOff {
      principal
      fee
      on
      code
    }
    claim
    closedOn
  }
  denialReason
  offerExpiresAt
  createdAt
  updatedAt
}
    `, {"fragmentName":"SettlementSummaryFields"}) as unknown as TypedDocumentString<SettlementSummaryFieldsFragment, unknown>;
export const SettlementFieldsFragmentDoc = new TypedDocumentString(`
    fragment SettlementFields on InstantSettlement {
  ...SettlementSummaryFields
  transactions
}
    fragment SettlementSummaryFields on InstantSettlement {
  id
  customerId
  currency
  amount
  accountChargebackRate
  accountRefundRate
  settlementPeriod
  interestRate
  fee
  annualRate
  repaymentOrder
  status
  servicing {
    fundedOn
    dueOn
    originalDueOn
    payBy
    principalOutstanding
    feeOutstanding
    refundReceivable
    outstanding
    paid
    excess
    reported
    daysPastDue
    state
    writtenOff {
      principal
      fee
      on
      code
    }
    claim
    closedOn
  }
  denialReason
  offerExpiresAt
  createdAt
  updatedAt
}`, {"fragmentName":"SettlementFields"}) as unknown as TypedDocumentString<SettlementFieldsFragment, unknown>;
export const StatementFieldsFragmentDoc = new TypedDocumentString(`
    fragment StatementFields on Statement {
  currency
  from
  until
  knownAt
  final
  openingBalance
  closingBalance
  items {
    entryId
    effectiveOn
    postedOn
    recordedAt
    kind
    fundingId
    repaymentId
    amount
    balance
  }
  nextCursor
  hasMore
}
    `, {"fragmentName":"StatementFields"}) as unknown as TypedDocumentString<StatementFieldsFragment, unknown>;
export const EventFieldsFragmentDoc = new TypedDocumentString(`
    fragment EventFields on Event {
  id
  type
  subject
  sequence
  partnerId
  actor
  requestId
  createdAt
  data
}
    `, {"fragmentName":"EventFields"}) as unknown as TypedDocumentString<EventFieldsFragment, unknown>;
export const ReportRepaymentDocument = new TypedDocumentString(`
    mutation ReportRepayment($id: ID!, $input: ReportRepaymentInput!) {
  reportRepayment(id: $id, input: $input) {
    ...RepaymentFields
  }
}
    fragment RepaymentFields on Repayment {
  id
  fundingId
  customerId
  currency
  amount
  receivedOn
  source
  reference
  status
  allocated {
    principal
    fee
    excess
    recovery
  }
  reported {
    amount
    receivedOn
    reference
  }
  reversal {
    reversedOn
    kind
    reason
  }
  declineReason
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ReportRepaymentMutation, ReportRepaymentMutationVariables>;
export const CancelRepaymentDocument = new TypedDocumentString(`
    mutation CancelRepayment($id: ID!) {
  cancelRepayment(id: $id) {
    ...RepaymentFields
  }
}
    fragment RepaymentFields on Repayment {
  id
  fundingId
  customerId
  currency
  amount
  receivedOn
  source
  reference
  status
  allocated {
    principal
    fee
    excess
    recovery
  }
  reported {
    amount
    receivedOn
    reference
  }
  reversal {
    reversedOn
    kind
    reason
  }
  declineReason
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CancelRepaymentMutation, CancelRepaymentMutationVariables>;
export const GetRepaymentDocument = new TypedDocumentString(`
    query GetRepayment($id: ID!) {
  repayment(id: $id) {
    ...RepaymentFields
  }
}
    fragment RepaymentFields on Repayment {
  id
  fundingId
  customerId
  currency
  amount
  receivedOn
  source
  reference
  status
  allocated {
    principal
    fee
    excess
    recovery
  }
  reported {
    amount
    receivedOn
    reference
  }
  reversal {
    reversedOn
    kind
    reason
  }
  declineReason
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetRepaymentQuery, GetRepaymentQueryVariables>;
export const ListRepaymentsDocument = new TypedDocumentString(`
    query ListRepayments($first: Int, $after: String, $filter: RepaymentFilter) {
  repayments(first: $first, after: $after, filter: $filter) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...RepaymentFields
    }
  }
}
    fragment RepaymentFields on Repayment {
  id
  fundingId
  customerId
  currency
  amount
  receivedOn
  source
  reference
  status
  allocated {
    principal
    fee
    excess
    recovery
  }
  reported {
    amount
    receivedOn
    reference
  }
  reversal {
    reversedOn
    kind
    reason
  }
  declineReason
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListRepaymentsQuery, ListRepaymentsQueryVariables>;
export const GetSandboxClockDocument = new TypedDocumentString(`
    query GetSandboxClock {
  sandboxClock {
    now
    aheadSeconds
  }
}
    `) as unknown as TypedDocumentString<GetSandboxClockQuery, GetSandboxClockQueryVariables>;
export const AdvanceSandboxClockDocument = new TypedDocumentString(`
    mutation AdvanceSandboxClock($input: AdvanceClockInput!) {
  sandboxAdvanceClock(input: $input) {
    now
    aheadSeconds
    from
    counts {
      type
      count
    }
    events {
      ...EventFields
    }
  }
}
    fragment EventFields on Event {
  id
  type
  subject
  sequence
  partnerId
  actor
  requestId
  createdAt
  data
}`) as unknown as TypedDocumentString<AdvanceSandboxClockMutation, AdvanceSandboxClockMutationVariables>;
export const PlaySettlementDocument = new TypedDocumentString(`
    mutation PlaySettlement($id: ID!, $event: SandboxSettlementEvent!, $input: SettlementPlayInput) {
  sandboxSettlementEvent(id: $id, event: $event, input: $input) {
    ...SettlementFields
  }
}
    fragment SettlementSummaryFields on InstantSettlement {
  id
  customerId
  currency
  amount
  accountChargebackRate
  accountRefundRate
  settlementPeriod
  interestRate
  fee
  annualRate
  repaymentOrder
  status
  servicing {
    fundedOn
    dueOn
    originalDueOn
    payBy
    principalOutstanding
    feeOutstanding
    refundReceivable
    outstanding
    paid
    excess
    reported
    daysPastDue
    state
    writtenOff {
      principal
      fee
      on
      code
    }
    claim
    closedOn
  }
  denialReason
  offerExpiresAt
  createdAt
  updatedAt
}
fragment SettlementFields on InstantSettlement {
  ...SettlementSummaryFields
  transactions
}`) as unknown as TypedDocumentString<PlaySettlementMutation, PlaySettlementMutationVariables>;
export const PlaySalesDocument = new TypedDocumentString(`
    mutation PlaySales($id: ID!, $input: SalesInput!) {
  sandboxSales(id: $id, input: $input) {
    fundingId
    amount
    share
    date
    repayment {
      ...RepaymentFields
    }
  }
}
    fragment RepaymentFields on Repayment {
  id
  fundingId
  customerId
  currency
  amount
  receivedOn
  source
  reference
  status
  allocated {
    principal
    fee
    excess
    recovery
  }
  reported {
    amount
    receivedOn
    reference
  }
  reversal {
    reversedOn
    kind
    reason
  }
  declineReason
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<PlaySalesMutation, PlaySalesMutationVariables>;
export const PlayRepaymentDocument = new TypedDocumentString(`
    mutation PlayRepayment($id: ID!, $event: SandboxRepaymentEvent!, $input: RepaymentPlayInput) {
  sandboxRepaymentEvent(id: $id, event: $event, input: $input) {
    ...RepaymentFields
  }
}
    fragment RepaymentFields on Repayment {
  id
  fundingId
  customerId
  currency
  amount
  receivedOn
  source
  reference
  status
  allocated {
    principal
    fee
    excess
    recovery
  }
  reported {
    amount
    receivedOn
    reference
  }
  reversal {
    reversedOn
    kind
    reason
  }
  declineReason
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<PlayRepaymentMutation, PlayRepaymentMutationVariables>;
export const PlayKycDocument = new TypedDocumentString(`
    mutation PlayKyc($customerId: ID!, $event: SandboxKycEvent!, $input: KycPlayInput) {
  sandboxKyc(customerId: $customerId, event: $event, input: $input) {
    customerId
    status
  }
}
    `) as unknown as TypedDocumentString<PlayKycMutation, PlayKycMutationVariables>;
export const UpdateSandboxSettingsDocument = new TypedDocumentString(`
    mutation UpdateSandboxSettings($input: UpdatePartnerInput!) {
  sandboxUpdateSettings(input: $input) {
    ...SandboxPartnerFields
  }
}
    fragment SandboxPartnerFields on Partner {
  id
  name
  review
  autoAccept
  accountRates
  interestRate {
    default
    bands {
      currency
      periodDaysMax
      rate
    }
  }
  currencies
  offerValidDays
  autoLimit {
    currency
    amount
  }
  unknownInput
  repaymentOrder
  reportsRepayments
  dueNoticeDays
  v1Members
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateSandboxSettingsMutation, UpdateSandboxSettingsMutationVariables>;
export const CreateSandboxPartnerDocument = new TypedDocumentString(`
    mutation CreateSandboxPartner($input: UpdatePartnerInput) {
  sandboxCreatePartner(input: $input) {
    partner {
      ...SandboxPartnerFields
    }
    key {
      apiKey
      key {
        id
        scopes
        expiresAt
      }
    }
  }
}
    fragment SandboxPartnerFields on Partner {
  id
  name
  review
  autoAccept
  accountRates
  interestRate {
    default
    bands {
      currency
      periodDaysMax
      rate
    }
  }
  currencies
  offerValidDays
  autoLimit {
    currency
    amount
  }
  unknownInput
  repaymentOrder
  reportsRepayments
  dueNoticeDays
  v1Members
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CreateSandboxPartnerMutation, CreateSandboxPartnerMutationVariables>;
export const ResetSandboxDocument = new TypedDocumentString(`
    mutation ResetSandbox {
  sandboxReset {
    partner {
      ...SandboxPartnerFields
    }
    formerPartnerId
  }
}
    fragment SandboxPartnerFields on Partner {
  id
  name
  review
  autoAccept
  accountRates
  interestRate {
    default
    bands {
      currency
      periodDaysMax
      rate
    }
  }
  currencies
  offerValidDays
  autoLimit {
    currency
    amount
  }
  unknownInput
  repaymentOrder
  reportsRepayments
  dueNoticeDays
  v1Members
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ResetSandboxMutation, ResetSandboxMutationVariables>;
export const SendExampleDocument = new TypedDocumentString(`
    mutation SendExample($id: ID!, $type: WebhookEventType!) {
  sandboxSend(id: $id, type: $type) {
    webhookDeliveryId
    eventId
    outcome
    httpStatus
    excerpt
  }
}
    `) as unknown as TypedDocumentString<SendExampleMutation, SendExampleMutationVariables>;
export const CreateWebhookEndpointDocument = new TypedDocumentString(`
    mutation CreateWebhookEndpoint($input: CreateWebhookEndpointInput!) {
  createWebhookEndpoint(input: $input) {
    secret
    webhookEndpoint {
      ...WebhookEndpointFields
    }
  }
}
    fragment WebhookEndpointFields on WebhookEndpoint {
  id
  url
  description
  eventTypes
  ordering
  status
  disabledReason
  lastError
  lastErrorStatus
  lastErrorAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CreateWebhookEndpointMutation, CreateWebhookEndpointMutationVariables>;
export const GetWebhookEndpointDocument = new TypedDocumentString(`
    query GetWebhookEndpoint($id: ID!) {
  webhookEndpoint(id: $id) {
    ...WebhookEndpointFields
  }
}
    fragment WebhookEndpointFields on WebhookEndpoint {
  id
  url
  description
  eventTypes
  ordering
  status
  disabledReason
  lastError
  lastErrorStatus
  lastErrorAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetWebhookEndpointQuery, GetWebhookEndpointQueryVariables>;
export const ListWebhookEndpointsDocument = new TypedDocumentString(`
    query ListWebhookEndpoints($first: Int, $after: String, $before: String, $filter: WebhookEndpointFilter) {
  webhookEndpoints(first: $first, after: $after, before: $before, filter: $filter) {
    totalCount
    pageInfo {
      endCursor
    }
    nodes {
      ...WebhookEndpointFields
    }
  }
}
    fragment WebhookEndpointFields on WebhookEndpoint {
  id
  url
  description
  eventTypes
  ordering
  status
  disabledReason
  lastError
  lastErrorStatus
  lastErrorAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListWebhookEndpointsQuery, ListWebhookEndpointsQueryVariables>;
export const UpdateWebhookEndpointDocument = new TypedDocumentString(`
    mutation UpdateWebhookEndpoint($id: ID!, $input: UpdateWebhookEndpointInput!) {
  updateWebhookEndpoint(id: $id, input: $input) {
    ...WebhookEndpointFields
  }
}
    fragment WebhookEndpointFields on WebhookEndpoint {
  id
  url
  description
  eventTypes
  ordering
  status
  disabledReason
  lastError
  lastErrorStatus
  lastErrorAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateWebhookEndpointMutation, UpdateWebhookEndpointMutationVariables>;
export const DeleteWebhookEndpointDocument = new TypedDocumentString(`
    mutation DeleteWebhookEndpoint($id: ID!) {
  deleteWebhookEndpoint(id: $id) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<DeleteWebhookEndpointMutation, DeleteWebhookEndpointMutationVariables>;
export const RotateWebhookSecretDocument = new TypedDocumentString(`
    mutation RotateWebhookSecret($id: ID!, $overlapHours: Int) {
  rotateWebhookSecret(id: $id, overlapHours: $overlapHours) {
    secret
    webhookEndpoint {
      ...WebhookEndpointFields
    }
  }
}
    fragment WebhookEndpointFields on WebhookEndpoint {
  id
  url
  description
  eventTypes
  ordering
  status
  disabledReason
  lastError
  lastErrorStatus
  lastErrorAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const TestWebhookEndpointDocument = new TypedDocumentString(`
    mutation TestWebhookEndpoint($id: ID!) {
  testWebhookEndpoint(id: $id) {
    webhookDeliveryId
    eventId
    outcome
    httpStatus
    excerpt
  }
}
    `) as unknown as TypedDocumentString<TestWebhookEndpointMutation, TestWebhookEndpointMutationVariables>;
export const ReplayWebhookEventsDocument = new TypedDocumentString(`
    mutation ReplayWebhookEvents($id: ID!, $input: ReplayWebhookEventsInput!) {
  replayWebhookEvents(id: $id, input: $input) {
    id
    webhookEndpointId
    eventCountMax
    createdAt
  }
}
    `) as unknown as TypedDocumentString<ReplayWebhookEventsMutation, ReplayWebhookEventsMutationVariables>;
export const ListWebhookDeliveriesDocument = new TypedDocumentString(`
    query ListWebhookDeliveries($id: ID!, $first: Int, $after: String, $before: String, $filter: WebhookDeliveryFilter) {
  webhookEndpoint(id: $id) {
    deliveries(first: $first, after: $after, before: $before, filter: $filter) {
      totalCount
      pageInfo {
        endCursor
      }
      nodes {
        ...WebhookDeliveryFields
      }
    }
  }
}
    fragment WebhookDeliveryFields on WebhookDelivery {
  id
  webhookEndpointId
  eventId
  eventType
  status
  attemptCount
  cursorBefore
  cursor
  nextAttemptAt
  createdAt
  completedAt
}`) as unknown as TypedDocumentString<ListWebhookDeliveriesQuery, ListWebhookDeliveriesQueryVariables>;
export const GetWebhookDeliveryDocument = new TypedDocumentString(`
    query GetWebhookDelivery($id: ID!) {
  webhookDelivery(id: $id) {
    ...WebhookDeliveryFields
    attempts {
      id
      createdAt
      durationMs
      outcome
      httpStatus
      excerpt
    }
  }
}
    fragment WebhookDeliveryFields on WebhookDelivery {
  id
  webhookEndpointId
  eventId
  eventType
  status
  attemptCount
  cursorBefore
  cursor
  nextAttemptAt
  createdAt
  completedAt
}`) as unknown as TypedDocumentString<GetWebhookDeliveryQuery, GetWebhookDeliveryQueryVariables>;
export const RetryWebhookDeliveryDocument = new TypedDocumentString(`
    mutation RetryWebhookDelivery($id: ID!) {
  retryWebhookDelivery(id: $id) {
    ...WebhookDeliveryFields
  }
}
    fragment WebhookDeliveryFields on WebhookDelivery {
  id
  webhookEndpointId
  eventId
  eventType
  status
  attemptCount
  cursorBefore
  cursor
  nextAttemptAt
  createdAt
  completedAt
}`) as unknown as TypedDocumentString<RetryWebhookDeliveryMutation, RetryWebhookDeliveryMutationVariables>;
export const CreateCustomerDocument = new TypedDocumentString(`
    mutation CreateCustomer($input: CreateCustomerInput!) {
  createCustomer(input: $input) {
    ...CustomerFields
  }
}
    fragment CustomerFields on Customer {
  id
  externalCustomerId
  contactEmail
  contactName
  contactPhone
  contactCountry
  companyName
  companyCountry
  companySector
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CreateCustomerMutation, CreateCustomerMutationVariables>;
export const UpdateCustomerDocument = new TypedDocumentString(`
    mutation UpdateCustomer($id: ID!, $input: UpdateCustomerInput!) {
  updateCustomer(id: $id, input: $input) {
    ...CustomerFields
  }
}
    fragment CustomerFields on Customer {
  id
  externalCustomerId
  contactEmail
  contactName
  contactPhone
  contactCountry
  companyName
  companyCountry
  companySector
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateCustomerMutation, UpdateCustomerMutationVariables>;
export const GetCustomerDocument = new TypedDocumentString(`
    query GetCustomer($id: ID!) {
  customer(id: $id) {
    ...CustomerFields
  }
}
    fragment CustomerFields on Customer {
  id
  externalCustomerId
  contactEmail
  contactName
  contactPhone
  contactCountry
  companyName
  companyCountry
  companySector
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetCustomerQuery, GetCustomerQueryVariables>;
export const ListCustomersDocument = new TypedDocumentString(`
    query ListCustomers($first: Int, $after: String, $last: Int, $before: String, $filter: CustomerFilter) {
  customers(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
  ) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...CustomerFields
    }
  }
}
    fragment CustomerFields on Customer {
  id
  externalCustomerId
  contactEmail
  contactName
  contactPhone
  contactCountry
  companyName
  companyCountry
  companySector
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListCustomersQuery, ListCustomersQueryVariables>;
export const GetKycDocument = new TypedDocumentString(`
    query GetKyc($customerId: ID!) {
  kyc(customerId: $customerId) {
    ...KycFields
  }
}
    fragment KycFields on Kyc {
  customerId
  type
  status
  legalName
  registeredAddress {
    ...AddressFields
  }
  operatingAddress {
    ...AddressFields
  }
  website
  businessRegistrationNumber
  dateOfIncorporation
  directorsIdentityNumber {
    type
    number
  }
  shareholdersIdentityNumber {
    companyLegalName
    type
    number
  }
  corporateEntitiesNumber
  isic
  isSensitiveBusiness
  hasComplexStructure
  hasNamecheckHits
  namecheckResult
  providerCompanyScreeningResult
  providerBatchScreeningResult
  supportingDocuments {
    type
    status
  }
  createdAt
  updatedAt
}
fragment AddressFields on Address {
  addressLine1
  addressLine2
  addressLine3
  postalCode
  city
  country
}`) as unknown as TypedDocumentString<GetKycQuery, GetKycQueryVariables>;
export const UpdateHkKycDocument = new TypedDocumentString(`
    mutation UpdateHkKyc($customerId: ID!, $input: HkKycInput!) {
  updateHkKyc(customerId: $customerId, input: $input) {
    ...KycFields
  }
}
    fragment KycFields on Kyc {
  customerId
  type
  status
  legalName
  registeredAddress {
    ...AddressFields
  }
  operatingAddress {
    ...AddressFields
  }
  website
  businessRegistrationNumber
  dateOfIncorporation
  directorsIdentityNumber {
    type
    number
  }
  shareholdersIdentityNumber {
    companyLegalName
    type
    number
  }
  corporateEntitiesNumber
  isic
  isSensitiveBusiness
  hasComplexStructure
  hasNamecheckHits
  namecheckResult
  providerCompanyScreeningResult
  providerBatchScreeningResult
  supportingDocuments {
    type
    status
  }
  createdAt
  updatedAt
}
fragment AddressFields on Address {
  addressLine1
  addressLine2
  addressLine3
  postalCode
  city
  country
}`) as unknown as TypedDocumentString<UpdateHkKycMutation, UpdateHkKycMutationVariables>;
export const UploadDocumentsDocument = new TypedDocumentString(`
    mutation UploadDocuments($customerId: ID!, $input: UploadDocumentsInput!) {
  uploadDocuments(customerId: $customerId, input: $input) {
    type
    status
    files {
      id
      filename
      mimeType
      warnings
    }
  }
}
    `) as unknown as TypedDocumentString<UploadDocumentsMutation, UploadDocumentsMutationVariables>;
export const GetDocumentDocument = new TypedDocumentString(`
    query GetDocument($id: ID!) {
  document(id: $id) {
    id
    type
    filename
    mimeType
    url
  }
}
    `) as unknown as TypedDocumentString<GetDocumentQuery, GetDocumentQueryVariables>;
export const ListDocumentsDocument = new TypedDocumentString(`
    query ListDocuments($customerId: ID!) {
  kyc(customerId: $customerId) {
    ... on Kyc {
      supportingDocuments {
        type
        files {
          id
          filename
          mimeType
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListDocumentsQuery, ListDocumentsQueryVariables>;
export const CreateInstantSettlementDocument = new TypedDocumentString(`
    mutation CreateInstantSettlement($input: CreateInstantSettlementInput!) {
  createInstantSettlement(input: $input) {
    ...SettlementFields
  }
}
    fragment SettlementSummaryFields on InstantSettlement {
  id
  customerId
  currency
  amount
  accountChargebackRate
  accountRefundRate
  settlementPeriod
  interestRate
  fee
  annualRate
  repaymentOrder
  status
  servicing {
    fundedOn
    dueOn
    originalDueOn
    payBy
    principalOutstanding
    feeOutstanding
    refundReceivable
    outstanding
    paid
    excess
    reported
    daysPastDue
    state
    writtenOff {
      principal
      fee
      on
      code
    }
    claim
    closedOn
  }
  denialReason
  offerExpiresAt
  createdAt
  updatedAt
}
fragment SettlementFields on InstantSettlement {
  ...SettlementSummaryFields
  transactions
}`) as unknown as TypedDocumentString<CreateInstantSettlementMutation, CreateInstantSettlementMutationVariables>;
export const GetInstantSettlementDocument = new TypedDocumentString(`
    query GetInstantSettlement($id: ID!) {
  instantSettlement(id: $id) {
    ...SettlementFields
  }
}
    fragment SettlementSummaryFields on InstantSettlement {
  id
  customerId
  currency
  amount
  accountChargebackRate
  accountRefundRate
  settlementPeriod
  interestRate
  fee
  annualRate
  repaymentOrder
  status
  servicing {
    fundedOn
    dueOn
    originalDueOn
    payBy
    principalOutstanding
    feeOutstanding
    refundReceivable
    outstanding
    paid
    excess
    reported
    daysPastDue
    state
    writtenOff {
      principal
      fee
      on
      code
    }
    claim
    closedOn
  }
  denialReason
  offerExpiresAt
  createdAt
  updatedAt
}
fragment SettlementFields on InstantSettlement {
  ...SettlementSummaryFields
  transactions
}`) as unknown as TypedDocumentString<GetInstantSettlementQuery, GetInstantSettlementQueryVariables>;
export const ListInstantSettlementsDocument = new TypedDocumentString(`
    query ListInstantSettlements($first: Int, $after: String, $last: Int, $before: String, $filter: InstantSettlementFilter) {
  instantSettlements(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
  ) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...SettlementSummaryFields
    }
  }
}
    fragment SettlementSummaryFields on InstantSettlement {
  id
  customerId
  currency
  amount
  accountChargebackRate
  accountRefundRate
  settlementPeriod
  interestRate
  fee
  annualRate
  repaymentOrder
  status
  servicing {
    fundedOn
    dueOn
    originalDueOn
    payBy
    principalOutstanding
    feeOutstanding
    refundReceivable
    outstanding
    paid
    excess
    reported
    daysPastDue
    state
    writtenOff {
      principal
      fee
      on
      code
    }
    claim
    closedOn
  }
  denialReason
  offerExpiresAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListInstantSettlementsQuery, ListInstantSettlementsQueryVariables>;
export const ListCustomerSettlementsDocument = new TypedDocumentString(`
    query ListCustomerSettlements($customerId: ID!, $first: Int, $after: String, $filter: InstantSettlementFilter) {
  customer(id: $customerId) {
    instantSettlements(first: $first, after: $after, filter: $filter) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        ...SettlementSummaryFields
      }
    }
  }
}
    fragment SettlementSummaryFields on InstantSettlement {
  id
  customerId
  currency
  amount
  accountChargebackRate
  accountRefundRate
  settlementPeriod
  interestRate
  fee
  annualRate
  repaymentOrder
  status
  servicing {
    fundedOn
    dueOn
    originalDueOn
    payBy
    principalOutstanding
    feeOutstanding
    refundReceivable
    outstanding
    paid
    excess
    reported
    daysPastDue
    state
    writtenOff {
      principal
      fee
      on
      code
    }
    claim
    closedOn
  }
  denialReason
  offerExpiresAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListCustomerSettlementsQuery, ListCustomerSettlementsQueryVariables>;
export const AcceptInstantSettlementDocument = new TypedDocumentString(`
    mutation AcceptInstantSettlement($id: ID!) {
  acceptInstantSettlement(id: $id) {
    ...SettlementFields
  }
}
    fragment SettlementSummaryFields on InstantSettlement {
  id
  customerId
  currency
  amount
  accountChargebackRate
  accountRefundRate
  settlementPeriod
  interestRate
  fee
  annualRate
  repaymentOrder
  status
  servicing {
    fundedOn
    dueOn
    originalDueOn
    payBy
    principalOutstanding
    feeOutstanding
    refundReceivable
    outstanding
    paid
    excess
    reported
    daysPastDue
    state
    writtenOff {
      principal
      fee
      on
      code
    }
    claim
    closedOn
  }
  denialReason
  offerExpiresAt
  createdAt
  updatedAt
}
fragment SettlementFields on InstantSettlement {
  ...SettlementSummaryFields
  transactions
}`) as unknown as TypedDocumentString<AcceptInstantSettlementMutation, AcceptInstantSettlementMutationVariables>;
export const RejectInstantSettlementDocument = new TypedDocumentString(`
    mutation RejectInstantSettlement($id: ID!, $reason: String!) {
  rejectInstantSettlement(id: $id, reason: $reason) {
    ...SettlementFields
  }
}
    fragment SettlementSummaryFields on InstantSettlement {
  id
  customerId
  currency
  amount
  accountChargebackRate
  accountRefundRate
  settlementPeriod
  interestRate
  fee
  annualRate
  repaymentOrder
  status
  servicing {
    fundedOn
    dueOn
    originalDueOn
    payBy
    principalOutstanding
    feeOutstanding
    refundReceivable
    outstanding
    paid
    excess
    reported
    daysPastDue
    state
    writtenOff {
      principal
      fee
      on
      code
    }
    claim
    closedOn
  }
  denialReason
  offerExpiresAt
  createdAt
  updatedAt
}
fragment SettlementFields on InstantSettlement {
  ...SettlementSummaryFields
  transactions
}`) as unknown as TypedDocumentString<RejectInstantSettlementMutation, RejectInstantSettlementMutationVariables>;
export const EventFeedDocument = new TypedDocumentString(`
    query EventFeed($after: String, $first: Int, $types: [EventType!], $subject: String) {
  eventFeed(after: $after, first: $first, types: $types, subject: $subject) {
    events {
      ...EventFields
    }
    nextCursor
    hasMore
  }
}
    fragment EventFields on Event {
  id
  type
  subject
  sequence
  partnerId
  actor
  requestId
  createdAt
  data
}`) as unknown as TypedDocumentString<EventFeedQuery, EventFeedQueryVariables>;
export const ReadStatementDocument = new TypedDocumentString(`
    query ReadStatement($currency: String!, $from: LocalDate, $until: LocalDate, $knownAt: DateTime, $first: Int, $after: String) {
  statement(
    currency: $currency
    from: $from
    until: $until
    knownAt: $knownAt
    first: $first
    after: $after
  ) {
    ...StatementFields
  }
}
    fragment StatementFields on Statement {
  currency
  from
  until
  knownAt
  final
  openingBalance
  closingBalance
  items {
    entryId
    effectiveOn
    postedOn
    recordedAt
    kind
    fundingId
    repaymentId
    amount
    balance
  }
  nextCursor
  hasMore
}`) as unknown as TypedDocumentString<ReadStatementQuery, ReadStatementQueryVariables>;
export const ReadSettlementStatementDocument = new TypedDocumentString(`
    query ReadSettlementStatement($id: ID!, $from: LocalDate, $until: LocalDate, $knownAt: DateTime, $first: Int, $after: String) {
  instantSettlement(id: $id) {
    statement(
      from: $from
      until: $until
      knownAt: $knownAt
      first: $first
      after: $after
    ) {
      ...StatementFields
    }
  }
}
    fragment StatementFields on Statement {
  currency
  from
  until
  knownAt
  final
  openingBalance
  closingBalance
  items {
    entryId
    effectiveOn
    postedOn
    recordedAt
    kind
    fundingId
    repaymentId
    amount
    balance
  }
  nextCursor
  hasMore
}`) as unknown as TypedDocumentString<ReadSettlementStatementQuery, ReadSettlementStatementQueryVariables>;