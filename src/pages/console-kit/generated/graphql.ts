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

/** How far the clock moves: one of both members. */
export type AdvanceClockInput = {
  /** A period of ISO 8601 by which the clock moves, such as P30D, P1M or PT90S. Years and months are of the calendar. */
  advance?: string | null | undefined;
  /** The moment to which the clock moves, later than it shows; or `next`, as far as something falls due. */
  to?: string | null | undefined;
};

/** What became of a change that needs two people. */
export type ApprovalStatus =
  /** A second person approved it, and it was done in the same moment. */
  | 'APPROVED'
  /** It was not approved in time, or what it is about moved on. */
  | 'LAPSED'
  /** It waits for a second person. */
  | 'PENDING'
  /** A second person refused it, or the person who asked took it back. */
  | 'REFUSED';

/** How much a customer may owe in a currency before an operator must review further requests. */
export type AutoLimitInput = {
  /** In the minor unit of the currency. */
  amount: number;
  /** ISO 4217, such as HKD. */
  currency: string;
};

/** What came of a repayment that was reported. */
export type ConfirmRepaymentInput = {
  /** True if this is another repayment, although it has no reference and the settlement has a repayment of the same day and amount; false when absent. */
  allowDuplicate?: boolean | null | undefined;
  /** What came; as reported when absent. In the minor unit of the currency: 74500 is HKD 745.00. */
  amount?: number | null | undefined;
  /** The day on which it came; as reported when absent. */
  receivedOn?: string | null | undefined;
  /** The reference of the payment; as reported when absent. */
  reference?: string | null | undefined;
};

/** What a new key may do, and for how long. */
export type CreateApiKeyInput = {
  /** How many seconds it works; for ever if absent. */
  expiresIn?: number | null | undefined;
  /** A name by which you recognise the key; `default` if absent. */
  name?: string | null | undefined;
  /** The person who gets an operator’s key, which needs one. The key can do no more than that person. */
  operatorId?: string | null | undefined;
  /** Whose key it is: an operator’s key reads the records of all partners. PARTNER if absent. */
  role?: Role | null | undefined;
  /** What the key may do. If absent: every scope that its role can have and that your own key has. */
  scopes?: Array<Scope> | null | undefined;
};

/** A person of the provider. */
export type CreateOperatorInput = {
  /** The e-mail address of the person; it is stored encrypted. */
  email?: string | null | undefined;
  /** The name of the person; other operators see it beside what the person did. */
  name: string;
  /** The most that keys and sessions of the person may do; if absent, all that your own key may do. */
  scopes?: Array<Scope> | null | undefined;
};

/** A business and its settings. A setting that is absent has its default. */
export type CreatePartnerInput = {
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
  name: string;
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

/** A new version of a policy. */
export type CreatePolicyInput = {
  /** What colleagues should know about this version. */
  note?: string | null | undefined;
  /** What follows if no rule holds. */
  otherwise: PolicyVerdict;
  /** The partner whose requests it evaluates, in place of the general policy; absent for the general one. */
  partnerId?: string | null | undefined;
  /** What it is for, in a line. */
  purpose?: string | null | undefined;
  /** 1 to 50 rules. Their order counts among the rules of one verdict. */
  rules: Array<PolicyRuleInput>;
};

/** The order of day, month and year. */
export type CsvDateOrder =
  /** As in 31/01/2026. */
  | 'DAY_FIRST'
  /** As in 01/31/2026. */
  | 'MONTH_FIRST'
  /** As in 2026-01-31. */
  | 'YEAR_FIRST';

/** What stands between dollars and cents. */
export type CsvDecimalSign =
  /** A comma, as in 745,00. */
  | 'COMMA'
  /** A point, as in 745.00. */
  | 'POINT';

/** What stands between two cells. */
export type CsvSeparator =
  /** A comma. */
  | 'COMMA'
  /** A semicolon. */
  | 'SEMICOLON'
  /** A tab. */
  | 'TAB';

/** Selects the customers of a list. */
export type CustomerFilter = {
  /** Only customers whose name begins with this text, in upper or lower case. */
  companyName?: string | null | undefined;
  /** Only customers with this id, which is your own. */
  externalCustomerId?: string | null | undefined;
  /** Only items of this partner. For operators only. */
  partnerId?: string | null | undefined;
};

/** Who decided. */
export type DecisionOrigin =
  /** A setting of the partner, in the request itself. */
  | 'AUTOMATIC'
  /** An operator. */
  | 'PERSON'
  /** A policy of the provider. */
  | 'POLICY';

/** What underwriting decided. */
export type DecisionOutcome =
  /** It made an offer. */
  | 'APPROVE'
  /** It denied the request. */
  | 'DENY';

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

/** How soon the work of a queue should be done. */
export type DueTimeInput = {
  /** From the beginning of the wait, 1 to 720. */
  hours: number;
  /** The queue. */
  queue: WorkQueue;
};

/** Selects the events of a list. */
export type EventFilter = {
  /** Only what this actor did; write the actor as `Event.actor` shows it. */
  actor?: string | null | undefined;
  /** From this moment on. */
  createdFrom?: string | null | undefined;
  /** Before this moment. */
  createdTo?: string | null | undefined;
  /** Only items of this partner. For operators only. */
  partnerId?: string | null | undefined;
  /** Only events of this record, such as `customer/cus_...`. */
  subject?: string | null | undefined;
  /** Only events of one of these types. */
  types?: Array<EventType> | null | undefined;
};

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

/** What a fact is. */
export type FactType =
  /** An amount in the minor unit for each currency. */
  | 'AMOUNTS'
  /** True or false. */
  | 'BOOL'
  /** A number; rates are decimals, so 5 % is 0.05. */
  | 'DOUBLE'
  /** A whole number. */
  | 'INT'
  /** A list of names. */
  | 'NAMES'
  /** A text; days are `YYYY-MM-DD`. */
  | 'STRING';

/** When fees become income in the books. */
export type FeeRecognition =
  /** A fee is earned whole when the money is sent. */
  | 'AT_DISBURSEMENT'
  /** A fee is earned day by day over the period of its settlement. */
  | 'OVER_PERIOD';

/** What a hold stops. */
export type HoldKind =
  /** All settlements. */
  | 'ALL'
  /** All settlements of a customer. */
  | 'CUSTOMER'
  /** All settlements of a partner. */
  | 'PARTNER'
  /** One settlement. */
  | 'SETTLEMENT';

/** A day on which the banks of a country are closed. */
export type HolidayInput = {
  /** The country of the customer, such as HK. */
  country: string;
  /** As YYYY-MM-DD. */
  day: string;
};

/** The kind of document that has an identity number. */
export type IdentityType =
  /** A driving licence of any country. */
  | 'DRIVER_LICENSE'
  /** An identity card, such as HKID or MyKad. */
  | 'NATIONAL_ID'
  /** A passport of any country. */
  | 'PASSPORT';

/** A CSV file of repayments that are recorded together. */
export type ImportRepaymentsInput = {
  /** The text of the file, whose first row names the columns funding_id, amount, currency, received_on, reference and source. */
  csv: string;
  /** The order of day, month and year; the year first when absent. */
  dateOrder?: CsvDateOrder | null | undefined;
  /** What stands between dollars and cents; a point when absent. */
  decimalSign?: CsvDecimalSign | null | undefined;
  /** True shows what would happen, and changes nothing; false when absent. */
  dryRun?: boolean | null | undefined;
  /** True records the valid items even if others are invalid. False when absent: one invalid item then stops the whole request. */
  onlyValid?: boolean | null | undefined;
  /** What stands between two cells; a comma when absent. */
  separator?: CsvSeparator | null | undefined;
};

/** A classification of industries. One code means different things in two of them. */
export type IndustryScheme =
  /** HSIC 2.0: codes of 6 digits. */
  | 'HSIC'
  /** ISIC: codes of 2, 3, or 4 digits. */
  | 'ISIC'
  /** MSIC 2008: codes of 5 digits. */
  | 'MSIC';

/** Who can cause an event. */
export type InstantSettlementActor =
  /** The gateway, when the time has come. */
  | 'CLOCK'
  /** The provider. */
  | 'OPERATOR'
  /** The partner. */
  | 'PARTNER';

/** What can happen to a settlement. */
export type InstantSettlementEvent =
  /** The partner accepted the offer. */
  | 'ACCEPT'
  /** A settlement was approved, which makes the offer. */
  | 'APPROVE'
  /** A settlement was denied. */
  | 'DENY'
  /** The money was sent. */
  | 'DISBURSE'
  /** The offer lapsed. */
  | 'EXPIRE'
  /** The partner rejected the offer. */
  | 'REJECT'
  /** Something was outstanding again after it was repaid. */
  | 'REOPEN'
  /** Nothing was outstanding any more. */
  | 'REPAY'
  /** The bank sent the money back, so it can be sent again. */
  | 'RETURN'
  /** The acceptance was revoked before the money was sent. */
  | 'REVOKE'
  /** A settlement was submitted. */
  | 'SUBMIT'
  /** The offer was taken back. */
  | 'WITHDRAW';

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

/** Selects the entries of a list. */
export type JournalFilter = {
  /** Only entries with this account. */
  account?: LedgerAccount | null | undefined;
  /** Only entries in this currency; ISO 4217, such as HKD. */
  currency?: string | null | undefined;
  /** Only entries of this settlement. */
  fundingId?: string | null | undefined;
  /** Only entries of this kind. */
  kind?: LedgerEntryKind | null | undefined;
  /** Only items of this partner. For operators only. */
  partnerId?: string | null | undefined;
  /** Only entries posted on this day or later. */
  postedFrom?: string | null | undefined;
  /** Only entries posted on this day or earlier. */
  postedUntil?: string | null | undefined;
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

/** What an operator should check in the file. */
export type KycWarningCode =
  /** The number is no number of a Hong Kong identity card, or its check digit does not fit. Source: Immigration Department of Hong Kong: identity card numbers, with a check digit modulo 11 (smart cards since 2003). */
  | 'HKID_CHECK_DIGIT'
  /** An identity number is a placeholder, such as 00000000. Source: No register gives such a number. */
  | 'IDENTITY_NUMBER_PLACEHOLDER'
  /** A person before, in the same list, has the same identity number. Source: The number of a document belongs to one person. */
  | 'IDENTITY_NUMBER_REPEATED'
  /** The scheme of the industry code has no such division, group or class. The number of digits tells the scheme: ISIC 2, 3, 4; MSIC 2008 5; HSIC 2.0 6. Source: United Nations Statistics Division: ISIC Rev. 4 (2008) and Rev. 5 (2024), of two to four digits. Department of Statistics Malaysia: divisions of MSIC 2008, of five. Census and Statistics Department of Hong Kong: divisions of HSIC 2.0 (2008), of six. */
  | 'ISIC_CLASS_UNKNOWN'
  /** The letter of the industry code is not the section of its division. Source: United Nations Statistics Division: ISIC Rev. 4 (2008) and Rev. 5 (2024), of two to four digits. Department of Statistics Malaysia: divisions of MSIC 2008, of five. Census and Statistics Department of Hong Kong: divisions of HSIC 2.0 (2008), of six. */
  | 'ISIC_SECTION_MISMATCH'
  /** The number is no number of a MyKad, or does not begin with a date of birth. Source: National Registration Department of Malaysia (JPN): number and place codes of MyKad (2001). */
  | 'MYKAD_DATE'
  /** The number of a MyKad has a place of birth that does not exist. Source: National Registration Department of Malaysia (JPN): number and place codes of MyKad (2001). */
  | 'MYKAD_PLACE_OF_BIRTH'
  /** The business registration number does not have a form that the country uses. Source: Inland Revenue Department of Hong Kong: business registration numbers. Companies Registry of Hong Kong: company numbers, and the Unique Business Identifier (December 2023). Companies Commission of Malaysia (SSM): the registration number of twelve digits (October 2019), and the forms before it. */
  | 'REGISTRATION_NUMBER_FORMAT'
  /** The business registration number is of a year that has not begun. Source: Companies Commission of Malaysia (SSM): the registration number of twelve digits (October 2019). */
  | 'REGISTRATION_NUMBER_FUTURE'
  /** The business registration number names another kind of entity than the older number beside it, or than the ending of the legal name. Source: Companies Commission of Malaysia (SSM): the registration number of twelve digits (October 2019); Companies Act 2016 and Limited Liability Partnerships Act 2012 of Malaysia: endings of names. */
  | 'REGISTRATION_NUMBER_KIND'
  /** The business registration number is a placeholder, such as 00000000. Source: Inland Revenue Department of Hong Kong: business registration numbers. Companies Registry of Hong Kong: company numbers, and the Unique Business Identifier (December 2023). Companies Commission of Malaysia (SSM): the registration number of twelve digits (October 2019), and the forms before it. */
  | 'REGISTRATION_NUMBER_PLACEHOLDER'
  /** The year in the business registration number contradicts the date of incorporation. Source: Companies Commission of Malaysia (SSM): the registration number of twelve digits (October 2019). */
  | 'REGISTRATION_NUMBER_YEAR'
  /** A shareholder belongs to another company, but the customer states no related corporate entities. Source: The details contradict each other. */
  | 'SHAREHOLDER_COMPANY_UNEXPECTED';

/** Selects the offers of a list. */
export type LapsingOfferFilter = {
  /** Only settlements in this currency; ISO 4217, such as HKD. */
  currency?: string | null | undefined;
  /** True: only items whose due time has passed; false: only the other ones. In a list without a due time nothing is late. */
  late?: boolean | null | undefined;
  /** Only items of this partner. For operators only. */
  partnerId?: string | null | undefined;
  /** True: only items that are snoozed; false: only the other ones. Both if it is absent. */
  snoozed?: boolean | null | undefined;
  /** The last day on which an offer lapses, UTC. */
  until?: string | null | undefined;
};

/** An account of the journal. */
export type LedgerAccount =
  /** Money of the provider. */
  | 'CASH'
  /** Money that was paid too much, and is held. */
  | 'EXCESS_PAYABLE'
  /** The part of fees that is earned. */
  | 'FEE_INCOME'
  /** Earned fees that were written off. */
  | 'FEE_LOSS'
  /** The fee of settlements that is outstanding. */
  | 'FEE_RECEIVABLE'
  /** The part of fees that is not earned yet. */
  | 'FEE_UNEARNED'
  /** Fees that the provider waived. */
  | 'FEE_WAIVED'
  /** Money that was set off against what the provider owes. */
  | 'OFFSET_CLEARING'
  /** Balances of settlements from before the journal. */
  | 'OPENING_BALANCE'
  /** Money that partners hold for the provider. */
  | 'PARTNER_CLEARING'
  /** The amount of settlements that was written off. */
  | 'PRINCIPAL_LOSS'
  /** The amount of settlements that is outstanding. */
  | 'PRINCIPAL_RECEIVABLE'
  /** What was paid after it was written off. */
  | 'RECOVERY'
  /** Excess that was paid back to the payer before its repayment was reversed. */
  | 'REFUND_RECEIVABLE'
  /** Small rests that the provider gave up. */
  | 'SMALL_DIFFERENCE';

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

/** Selects the overdue settlements of a list. */
export type OverdueSettlementFilter = {
  /** Only settlements in this currency; ISO 4217, such as HKD. */
  currency?: string | null | undefined;
  /** Only settlements that are overdue for at least this number of days. */
  daysMin?: number | null | undefined;
  /** True: only items whose due time has passed; false: only the other ones. In a list without a due time nothing is late. */
  late?: boolean | null | undefined;
  /** Only items of this partner. For operators only. */
  partnerId?: string | null | undefined;
  /** True: only items that are snoozed; false: only the other ones. Both if it is absent. */
  snoozed?: boolean | null | undefined;
};

/** Selects the partners of a list. */
export type PartnerFilter = {
  /** Only partners whose name begins with this text, in the same case. */
  name?: string | null | undefined;
};

/** Which changes a list has. */
export type PendingApprovalFilter = {
  /** Only changes that are about this settlement. */
  fundingId?: string | null | undefined;
  /** Only changes of this record itself. */
  objectId?: string | null | undefined;
  /** Only changes of this kind. */
  operation?: TwoPeopleOperation | null | undefined;
};

/** Which policies a list has. */
export type PolicyFilter = {
  /** Only items of this partner. For operators only. */
  partnerId?: string | null | undefined;
  /** Only versions in this state. */
  state?: PolicyState | null | undefined;
};

/** Why a policy leaves a request to an operator although no rule says so. */
export type PolicyReviewCause =
  /** Amount and fee together would be too large to be exact. */
  | 'AMOUNT_TOO_LARGE'
  /** Something that the customer owed was written off and has not come back. */
  | 'CUSTOMER_HAS_CLAIM'
  /** The annual rate would be above the ceiling of the customer’s country. */
  | 'RATE_ABOVE_CEILING'
  /** The rate of the rule is lower or higher than every rate of the partner’s pricing. */
  | 'RATE_OUTSIDE_PRICING'
  /** A rule could not be evaluated, for example because a fact that it reads was absent. */
  | 'RULE_FAILED';

/** A rule of a policy. */
export type PolicyRuleInput = {
  /** A short name of the rule, which decisions keep, such as `high_chargebacks`. */
  key: string;
  /** Why there is such a rule. */
  note?: string | null | undefined;
  /** The rate of the offer as a decimal; only for `APPROVE`. The rate of the pricing when absent. */
  rate?: number | null | undefined;
  /** Why it denies; only for `DENY`. `CREDIT_POLICY` when absent. */
  reason?: UnderwritingDenialReason | null | undefined;
  /** What follows if the condition holds. */
  then: PolicyVerdict;
  /** A condition in CEL over the facts, such as `chargeback_rate > 0.05`. At most 2,000 characters. */
  when: string;
};

/** What a version of a policy does. */
export type PolicyState =
  /** It can be changed, and evaluates nothing. */
  | 'DRAFT'
  /** It decides on requests of partners under the review `POLICY`, and advises under `MANUAL`. */
  | 'LIVE'
  /** It evaluates nothing any more. It is kept, because decisions name it. */
  | 'RETIRED'
  /** It is evaluated beside the live one, and its result is only noted. */
  | 'SHADOW';

/** How far a trial is. */
export type PolicyTrialState =
  /** An operator ended it before it had read everything. */
  | 'CANCELLED'
  /** It could not go on, because its record is damaged. Start another one. */
  | 'FAILED'
  /** It read all decisions of its time. The policy can be published if its content did not change. */
  | 'FINISHED'
  /** It reads decisions. Only one trial runs at a time. */
  | 'RUNNING';

/** What a rule or a policy says about a request. */
export type PolicyVerdict =
  /** The request is approved. */
  | 'APPROVE'
  /** The request is denied. */
  | 'DENY'
  /** The request waits for an operator. */
  | 'REVIEW';

/** The highest annual rate of an offer to customers of a country. */
export type RateCeilingInput = {
  /** The country of the customer, such as HK. */
  country: string;
  /** Of a year, as a decimal: 0.6 is 60 %. */
  rate: number;
};

/** A repayment that the provider has received. */
export type RecordRepaymentInput = {
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

/** What became of an item. */
export type RepaymentOutcome =
  /** It was recorded. */
  | 'RECORDED'
  /** It cannot be recorded; see `errors`. */
  | 'REFUSED'
  /** It could be recorded, and was not. */
  | 'VALID';

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

/** Selects the reported repayments of a list. */
export type ReportedRepaymentFilter = {
  /** Only items in this currency; ISO 4217, such as HKD. */
  currency?: string | null | undefined;
  /** True: only items whose due time has passed; false: only the other ones. In a list without a due time nothing is late. */
  late?: boolean | null | undefined;
  /** Only items of this partner. For operators only. */
  partnerId?: string | null | undefined;
  /** True: only items that are snoozed; false: only the other ones. Both if it is absent. */
  snoozed?: boolean | null | undefined;
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

/** The side that a key acts for. */
export type Role =
  /** It acts for the provider, for the records of all partners. */
  | 'OPERATOR'
  /** It owns records, and sees no others. */
  | 'PARTNER';

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

/** Selects the settlements with excess of a list. */
export type ServicedSettlementFilter = {
  /** Only settlements in this currency; ISO 4217, such as HKD. */
  currency?: string | null | undefined;
  /** True: only items whose due time has passed; false: only the other ones. In a list without a due time nothing is late. */
  late?: boolean | null | undefined;
  /** Only items of this partner. For operators only. */
  partnerId?: string | null | undefined;
  /** True: only items that are snoozed; false: only the other ones. Both if it is absent. */
  snoozed?: boolean | null | undefined;
};

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

/** What may stay unpaid in a currency when a settlement is closed. */
export type SmallDifferenceInput = {
  /** In the minor unit of the currency. */
  amount: number;
  /** ISO 4217, such as HKD. */
  currency: string;
};

/** The amount from which a change needs two people, under the rule FROM. */
export type TwoPeopleAmountInput = {
  /** In the minor unit of the currency; this amount itself needs two people. */
  amount: number;
  /** ISO 4217, such as HKD. */
  currency: string;
  /** The change. */
  operation: TwoPeopleOperation;
};

/** A change that may need two people. */
export type TwoPeopleOperation =
  /** Makes an offer of a request. */
  | 'APPROVE'
  /** Records many repayments together; the amount is their total. */
  | 'BULK'
  /** Closes the books until a day. */
  | 'CLOSE_BOOKS'
  /** Confirms a repayment that a partner reported. */
  | 'CONFIRM'
  /** Corrects the day of a payout. */
  | 'CORRECT'
  /** Records that the money was sent. */
  | 'DISBURSE'
  /** Moves the due day of a settlement. */
  | 'EXTEND'
  /** Lifts a hold. */
  | 'LIFT_HOLD'
  /** Makes, changes, confirms or disables an operator. */
  | 'OPERATOR'
  /** Makes or replaces a key of an operator. */
  | 'OPERATOR_KEY'
  /** Makes a partner, or changes settings of it that price or approve. */
  | 'PARTNER_SETTINGS'
  /** Publishes or retires a policy. */
  | 'POLICY'
  /** Changes settings of the provider. */
  | 'PROVIDER_SETTINGS'
  /** Records a repayment without a report. */
  | 'RECORD'
  /** Pays excess back. */
  | 'REFUND'
  /** Records one repayment of all that is outstanding. */
  | 'REPAY'
  /** Records that the bank sent a payout back. */
  | 'RETURN'
  /** Reverses a repayment. */
  | 'REVERSE'
  /** Undoes a waiver, a write-off or a refund. */
  | 'UNDO'
  /** Waives a part of a fee. */
  | 'WAIVE'
  /** Writes off what is outstanding. */
  | 'WRITE_OFF';

/** When a change needs two people. */
export type TwoPeopleRule =
  /** It always needs two people. */
  | 'ALWAYS'
  /** It needs two people from an amount on; in a currency without an amount it always does. */
  | 'FROM'
  /** One person is enough. */
  | 'OFF';

/** When a change needs two people. */
export type TwoPeopleRuleInput = {
  /** The change. */
  operation: TwoPeopleOperation;
  /** When it needs two people. */
  rule: TwoPeopleRule;
};

/** Why underwriting denies a request. Partners read `NOT_ELIGIBLE` for some of them. */
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
  /** The information that was sent contradicts itself. */
  | 'INFORMATION_INCONSISTENT'
  /** The transactions cover too short a time, or are too few. */
  | 'INSUFFICIENT_HISTORY'
  /** A name is on a list. Partners read `not_eligible`. */
  | 'NAME_HIT'
  /** The provider cannot fund this customer. */
  | 'NOT_ELIGIBLE'
  /** The provider holds this business. Partners read `not_eligible`. */
  | 'ON_HOLD'
  /** A screening found something. Partners read `not_eligible`. */
  | 'SCREENING_HIT'
  /** Fraud is suspected. Partners read `not_eligible`. */
  | 'SUSPECTED_FRAUD';

/** What happens to unknown members and query parameters on `/v1`. */
export type UnknownInput =
  /** They are left out, and named in the header `Fundgate-Ignored`. */
  | 'IGNORE'
  /** The request is refused, which shows typing errors. */
  | 'REFUSE';

/** A change of an operator. */
export type UpdateOperatorInput = {
  /** From now on, the most that keys and sessions of the person may do. */
  scopes: Array<Scope>;
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

/** The whole content of a draft; it replaces the present one. */
export type UpdatePolicyInput = {
  /** What colleagues should know about this version. */
  note?: string | null | undefined;
  /** What follows if no rule holds. */
  otherwise: PolicyVerdict;
  /** What it is for, in a line. */
  purpose?: string | null | undefined;
  /** 1 to 50 rules. Their order counts among the rules of one verdict. */
  rules: Array<PolicyRuleInput>;
};

/** The settings to change. A setting that is absent or null does not change. */
export type UpdateProviderSettingsInput = {
  /** How soon the work of each queue should be done. They replace the present due times. */
  dueTimes?: Array<DueTimeInput> | null | undefined;
  /** When fees become income in the books. */
  feeRecognition?: FeeRecognition | null | undefined;
  /** The days by country, besides Saturdays and Sundays, on which nothing is to be paid. A change moves no last day for a payment that is past. They replace the present ones. */
  holidays?: Array<HolidayInput> | null | undefined;
  /** The highest annual rate by country; above it no approval is possible, and a request that would be approved automatically waits. Without one there is no ceiling. They replace the present ceilings. */
  rateCeiling?: Array<RateCeilingInput> | null | undefined;
  /** Whether a person who approved an offer may neither make nor approve its payout. */
  separateRoles?: boolean | null | undefined;
  /** A repayment that leaves no more than this of principal and fee closes the settlement, by currency; 0 if a currency is not named. They replace the present ones. */
  smallDifference?: Array<SmallDifferenceInput> | null | undefined;
  /** The changes that need two people. They replace the present ones; a change that is not listed needs one person. */
  twoPeople?: Array<TwoPeopleRuleInput> | null | undefined;
  /** The amounts from which changes under the rule FROM need two people. They replace the present ones. */
  twoPeopleFrom?: Array<TwoPeopleAmountInput> | null | undefined;
};

/** Which members the bodies of `/v1` have. */
export type V1Members =
  /** Bodies have every member, also members that were added later. */
  | 'ALL'
  /** Bodies have only the members that the first interface named. */
  | 'INTERFACE';

/** The order of settlements that wait. */
export type WaitingOrder =
  /** The largest amount first; it needs a currency. */
  | 'LARGEST'
  /** The shortest wait first. */
  | 'NEWEST'
  /** The most urgent first, then the longest wait. */
  | 'URGENT';

/** Selects the waiting settlements of a list. */
export type WaitingSettlementFilter = {
  /** The largest amount, in minor units. It needs a currency. */
  amountMax?: number | null | undefined;
  /** The smallest amount, in minor units. It needs a currency. */
  amountMin?: number | null | undefined;
  /** Only settlements in this currency; ISO 4217, such as HKD. */
  currency?: string | null | undefined;
  /** True: only items whose due time has passed; false: only the other ones. In a list without a due time nothing is late. */
  late?: boolean | null | undefined;
  /** Only items of this partner. For operators only. */
  partnerId?: string | null | undefined;
  /** True: only items that are snoozed; false: only the other ones. Both if it is absent. */
  snoozed?: boolean | null | undefined;
  /** Only items that have waited since this moment or longer. */
  waitingSince?: string | null | undefined;
};

/** Selects the customers with warnings of a list. */
export type WarnedCustomerFilter = {
  /** True: only items whose due time has passed; false: only the other ones. In a list without a due time nothing is late. */
  late?: boolean | null | undefined;
  /** Only items of this partner. For operators only. */
  partnerId?: string | null | undefined;
  /** True: only items that are snoozed; false: only the other ones. Both if it is absent. */
  snoozed?: boolean | null | undefined;
};

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

/** A queue of work that can have a due time. */
export type WorkQueue =
  /** Accepted offers whose money waits to be sent, from the acceptance on. */
  | 'DISBURSE'
  /** Money that was paid too much, from the day on which its list shows it. */
  | 'EXCESS'
  /** Offers that the partner has not answered, from the approval on. */
  | 'LAPSING'
  /** Settlements that are overdue, from the end of their last day for the payment on. */
  | 'OVERDUE'
  /** Reported repayments that wait for an answer, from the report on. */
  | 'REPORTED'
  /** Requests that wait for a decision, from the request on. */
  | 'REVIEW'
  /** Customers whose KYC has warnings, from the first warning on. */
  | 'WARNINGS';

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

export type ApprovalFactsFragment = { id: string, operation: TwoPeopleOperation, mutation: string, status: ApprovalStatus, objectId: string | null, makerName: string | null, own: boolean, checkerName: string | null, reason: string | null, createdAt: string, expiresAt: string, decidedAt: string | null, damaged: boolean, amounts: Array<{ currency: string, amount: number }>, settlement: { id: string, customer: { companyName: string, companyCountry: string } } | null };

export type TwoPeopleSettingsFragment = { separateRoles: boolean, twoPeople: Array<{ operation: TwoPeopleOperation, rule: TwoPeopleRule }>, twoPeopleFrom: Array<{ operation: TwoPeopleOperation, currency: string, amount: number }> };

export type UpdateTwoPeopleMutationVariables = Exact<{
  input: UpdateProviderSettingsInput;
}>;


export type UpdateTwoPeopleMutation = { updateProviderSettings: { updatedAt: string } | null };

export type AblePeopleQueryVariables = Exact<{ [key: string]: never; }>;


export type AblePeopleQuery = { operators: { nodes: Array<{ id: string, name: string, email: string | null, scopes: Array<Scope>, unconfirmed: boolean, disabledAt: string | null }> } };

export type KeysToSeeQueryVariables = Exact<{ [key: string]: never; }>;


export type KeysToSeeQuery = { approvals: { nodes: Array<{ id: string, own: boolean, mutation: string, objectId: string | null, input: Record<string, unknown> | null, checkerName: string | null, decidedAt: string | null }> } };

export type PendingApprovalsQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: PendingApprovalFilter | null | undefined;
  counted?: boolean | null | undefined;
}>;


export type PendingApprovalsQuery = { page: { totalCount?: number, nodes: Array<{ id: string, operation: TwoPeopleOperation, mutation: string, status: ApprovalStatus, objectId: string | null, makerName: string | null, own: boolean, checkerName: string | null, reason: string | null, createdAt: string, expiresAt: string, decidedAt: string | null, damaged: boolean, amounts: Array<{ currency: string, amount: number }>, settlement: { id: string, customer: { companyName: string, companyCountry: string } } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type AskedOfQueryVariables = Exact<{
  filter?: PendingApprovalFilter | null | undefined;
}>;


export type AskedOfQuery = { pendingApprovals: { nodes: Array<{ input: Record<string, unknown> | null, id: string, operation: TwoPeopleOperation, mutation: string, status: ApprovalStatus, objectId: string | null, makerName: string | null, own: boolean, checkerName: string | null, reason: string | null, createdAt: string, expiresAt: string, decidedAt: string | null, damaged: boolean, amounts: Array<{ currency: string, amount: number }>, settlement: { id: string, customer: { companyName: string, companyCountry: string } } | null }> } };

export type ApprovalQueryVariables = Exact<{
  id: string;
}>;


export type ApprovalQuery = { node:
    | { input: Record<string, unknown> | null, id: string, operation: TwoPeopleOperation, mutation: string, status: ApprovalStatus, objectId: string | null, makerName: string | null, own: boolean, checkerName: string | null, reason: string | null, createdAt: string, expiresAt: string, decidedAt: string | null, damaged: boolean, amounts: Array<{ currency: string, amount: number }>, settlement: { id: string, customer: { companyName: string, companyCountry: string } } | null }
    | Record<PropertyKey, never>
   | null };

export type ApprovePendingMutationVariables = Exact<{
  id: string;
}>;


export type ApprovePendingMutation = { approvePending: { id: string } | null };

export type RefusePendingMutationVariables = Exact<{
  id: string;
  reason: string;
}>;


export type RefusePendingMutation = { refusePending: { id: string } | null };

export type HoldsOnAllQueryVariables = Exact<{ [key: string]: never; }>;


export type HoldsOnAllQuery = { holds: { nodes: Array<{ id: string, kind: HoldKind, objectId: string | null, reason: string, placedByName: string | null, placedAt: string, damaged: boolean }> } };

export type HoldRowFragment = { id: string, kind: HoldKind, objectId: string | null, reason: string, placedByName: string | null, placedAt: string, damaged: boolean };

export type PlaceHoldMutationVariables = Exact<{
  kind: HoldKind;
  id?: string | null | undefined;
  reason: string;
}>;


export type PlaceHoldMutation = { hold: { id: string } | null };

export type LiftHoldMutationVariables = Exact<{
  id: string;
  reason: string;
}>;


export type LiftHoldMutation = { liftHold: { id: string } | null };

export type ListPageFragment = { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null };

export type PartnerNamesQueryVariables = Exact<{
  name?: string | null | undefined;
}>;


export type PartnerNamesQuery = { partners: { nodes: Array<{ id: string, name: string }> } };

export type PartnerNameQueryVariables = Exact<{
  id: string;
}>;


export type PartnerNameQuery = { partner: { name: string } | null };

export type EventRowFragment = { id: string, type: EventType, subject: string, actor: string, actorName: string | null, createdAt: string, partnerId: string | null, requestId: string | null, data: Record<string, unknown> };

export type LiveEventsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type LiveEventsSubscription = { events: { cursor: string, event: { id: string, type: EventType, subject: string, actor: string, actorName: string | null, createdAt: string, partnerId: string | null, requestId: string | null, data: Record<string, unknown> } } };

export type PolicyAdviceQueryVariables = Exact<{
  id: string;
}>;


export type PolicyAdviceQuery = { policyAdvice: { verdict: PolicyVerdict, decisiveRule: string | null, cause: PolicyReviewCause | null, policy: { id: string, purpose: string | null } | null, rules: Array<{ hit: boolean, failed: boolean, sentences: Array<string>, rule: { key: string, when: string, then: PolicyVerdict, note: string | null } }> | null } | null };

export type EvaluatedFragment = { verdict: PolicyVerdict, decisiveRule: string | null, cause: PolicyReviewCause | null, policy: { id: string, purpose: string | null } | null, rules: Array<{ hit: boolean, failed: boolean, sentences: Array<string>, rule: { key: string, when: string, then: PolicyVerdict, note: string | null } }> | null };

export type PolicyRowFragment = { id: string, partnerId: string | null, state: PolicyState, purpose: string | null, hash: string, ownerName: string | null, updatedAt: string, damaged: boolean, rules: Array<{ key: string }> };

export type PoliciesQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: PolicyFilter | null | undefined;
}>;


export type PoliciesQuery = { policies: { totalCount: number, nodes: Array<{ id: string, partnerId: string | null, state: PolicyState, purpose: string | null, hash: string, ownerName: string | null, updatedAt: string, damaged: boolean, rules: Array<{ key: string }> }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type WholePolicyFragment = { id: string, partnerId: string | null, state: PolicyState, otherwise: PolicyVerdict, purpose: string | null, note: string | null, hash: string, ownerName: string | null, createdAt: string, updatedAt: string, isTried: boolean, isTrialDamaged: boolean, trial: { hash: string, state: PolicyTrialState, ownerName: string | null, from: string, until: string, total: number | null, done: number, changed: number, failed: number, unreadable: number, createdAt: string, endedAt: string | null, id: string, groups: Array<{ outcome: DecisionOutcome, verdict: PolicyVerdict, changed: boolean, count: number, amounts: Array<{ currency: string, amount: string }> }> } | null, rules: Array<{ key: string, when: string, then: PolicyVerdict, reason: UnderwritingDenialReason | null, rate: number | null, note: string | null }> };

export type PolicyQueryVariables = Exact<{
  id: string;
}>;


export type PolicyQuery = { policy: { id: string, partnerId: string | null, state: PolicyState, otherwise: PolicyVerdict, purpose: string | null, note: string | null, hash: string, ownerName: string | null, createdAt: string, updatedAt: string, isTried: boolean, isTrialDamaged: boolean, trial: { hash: string, state: PolicyTrialState, ownerName: string | null, from: string, until: string, total: number | null, done: number, changed: number, failed: number, unreadable: number, createdAt: string, endedAt: string | null, id: string, groups: Array<{ outcome: DecisionOutcome, verdict: PolicyVerdict, changed: boolean, count: number, amounts: Array<{ currency: string, amount: string }> }> } | null, rules: Array<{ key: string, when: string, then: PolicyVerdict, reason: UnderwritingDenialReason | null, rate: number | null, note: string | null }> } | null };

export type PolicyHistoryQueryVariables = Exact<{
  subject: string;
}>;


export type PolicyHistoryQuery = { events: { nodes: Array<{ id: string, type: EventType, actor: string, actorName: string | null, createdAt: string }> } };

export type CreatePolicyMutationVariables = Exact<{
  input: CreatePolicyInput;
}>;


export type CreatePolicyMutation = { createPolicy: { id: string } | null };

export type UpdatePolicyMutationVariables = Exact<{
  id: string;
  input: UpdatePolicyInput;
}>;


export type UpdatePolicyMutation = { updatePolicy: { id: string } | null };

export type ShadowPolicyMutationVariables = Exact<{
  id: string;
}>;


export type ShadowPolicyMutation = { shadowPolicy: { id: string } | null };

export type PublishPolicyMutationVariables = Exact<{
  id: string;
}>;


export type PublishPolicyMutation = { publishPolicy: { id: string } | null };

export type RetirePolicyMutationVariables = Exact<{
  id: string;
}>;


export type RetirePolicyMutation = { retirePolicy: { id: string } | null };

export type TrialFragment = { hash: string, state: PolicyTrialState, ownerName: string | null, from: string, until: string, total: number | null, done: number, changed: number, failed: number, unreadable: number, createdAt: string, endedAt: string | null, id: string, groups: Array<{ outcome: DecisionOutcome, verdict: PolicyVerdict, changed: boolean, count: number, amounts: Array<{ currency: string, amount: string }> }> };

export type TrialCaseFragment = { fundingId: string, partnerId: string, outcome: DecisionOutcome, decidedAt: string, amount: number | null, currency: string | null, id: string, evaluation: { verdict: PolicyVerdict, decisiveRule: string | null, cause: PolicyReviewCause | null, because: Array<{ hit: boolean, failed: boolean, sentences: Array<string>, rule: { key: string, when: string, then: PolicyVerdict, note: string | null } }> | null } | null };

export type TrialCasesQueryVariables = Exact<{
  id: string;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type TrialCasesQuery = { policyTrialCases: { totalCount: number, nodes: Array<{ fundingId: string, partnerId: string, outcome: DecisionOutcome, decidedAt: string, amount: number | null, currency: string | null, id: string, evaluation: { verdict: PolicyVerdict, decisiveRule: string | null, cause: PolicyReviewCause | null, because: Array<{ hit: boolean, failed: boolean, sentences: Array<string>, rule: { key: string, when: string, then: PolicyVerdict, note: string | null } }> | null } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null };

export type StartTrialMutationVariables = Exact<{
  id: string;
  from: string;
  until: string;
}>;


export type StartTrialMutation = { startPolicyTrial: { trialId: string } | null };

export type StopTrialMutationVariables = Exact<{
  id: string;
}>;


export type StopTrialMutation = { cancelPolicyTrial: { trialId: string } | null };

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

export type ClockOfQueryVariables = Exact<{
  partnerId: string;
}>;


export type ClockOfQuery = { sandboxClock: { now: string, aheadSeconds: number } };

export type AdvanceClockMutationVariables = Exact<{
  partnerId: string;
  input: AdvanceClockInput;
}>;


export type AdvanceClockMutation = { sandboxAdvanceClock: { now: string, counts: Array<{ type: EventType, count: number }> } | null };

export type NewestRepaymentQueryVariables = Exact<{
  id: string;
}>;


export type NewestRepaymentQuery = { instantSettlement: { repayments: { nodes: Array<{ id: string, amount: number, currency: string, status: RepaymentStatus }> } } | null };

export type PlaySettlementMutationVariables = Exact<{
  id: string;
  event: SandboxSettlementEvent;
}>;


export type PlaySettlementMutation = { sandboxSettlementEvent: { status: InstantSettlementStatus } | null };

export type PlaySalesMutationVariables = Exact<{
  id: string;
  input: SalesInput;
}>;


export type PlaySalesMutation = { sandboxSales: { repayment: { id: string } | null } | null };

export type PlayRepaymentMutationVariables = Exact<{
  id: string;
  event: SandboxRepaymentEvent;
}>;


export type PlayRepaymentMutation = { sandboxRepaymentEvent: { status: RepaymentStatus } | null };

export type PlayKycMutationVariables = Exact<{
  customerId: string;
  event: SandboxKycEvent;
}>;


export type PlayKycMutation = { sandboxKyc: { status: KycStatus } | null };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { viewer: { scopes: Array<Scope>, key: { id: string, name: string } | null, operator: { id: string, name: string } | null } };

export type SnoozedFragment = { until: string, reason: string, actorName: string | null };

export type SnoozeMutationVariables = Exact<{
  id: string;
  until: string;
  reason: string;
}>;


export type SnoozeMutation = { snooze: { until: string } | null };

export type WakeMutationVariables = Exact<{
  id: string;
}>;


export type WakeMutation = { wake: boolean | null };

export type UndoneEntriesFragment = { waiversUndone: { nodes: Array<{ mirrors: string | null }> }, writeOffsUndone: { nodes: Array<{ mirrors: string | null }> }, refundsUndone: { nodes: Array<{ mirrors: string | null }> } };

export type UndoneFragment = { nodes: Array<{ mirrors: string | null }> };

export type StatementRowFragment = { entryId: string, effectiveOn: string, postedOn: string, kind: LedgerEntryKind, amount: number, balance: number, repayment: { source: RepaymentSource, reference: string | null } | null };

export type LineReferenceFragment = { repayment: { source: RepaymentSource, reference: string | null } | null };

export type WholeStatementQueryVariables = Exact<{
  id: string;
  from?: string | null | undefined;
  until?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type WholeStatementQuery = { instantSettlement: { id: string, currency: string, partner: { name: string } | null, customer: { companyName: string }, servicing: { fundedOn: string, dueOn: string, state: ServicingState } | null, statement: { from: string | null, until: string | null, knownAt: string, openingBalance: string, closingBalance: string, nextCursor: string | null, items: Array<{ entryId: string, effectiveOn: string, postedOn: string, kind: LedgerEntryKind, amount: number, balance: number, repayment: { source: RepaymentSource, reference: string | null } | null }> } } | null };

export type UndoneEntriesQueryVariables = Exact<{
  id: string;
}>;


export type UndoneEntriesQuery = { waiversUndone: { nodes: Array<{ mirrors: string | null }> }, writeOffsUndone: { nodes: Array<{ mirrors: string | null }> }, refundsUndone: { nodes: Array<{ mirrors: string | null }> } };

export type StatementPageFragment = { currency: string, openingBalance: string, closingBalance: string, nextCursor: string | null, hasMore: boolean, items: Array<{ entryId: string, effectiveOn: string, postedOn: string, recordedAt: string, kind: LedgerEntryKind, fundingId: string, repaymentId: string | null, amount: number, balance: number, repayment: { source: RepaymentSource, reference: string | null } | null }> };

export type SettlementStatementQueryVariables = Exact<{
  id: string;
  from?: string | null | undefined;
  until?: string | null | undefined;
  knownAt?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type SettlementStatementQuery = { instantSettlement: { statement: { currency: string, openingBalance: string, closingBalance: string, nextCursor: string | null, hasMore: boolean, items: Array<{ entryId: string, effectiveOn: string, postedOn: string, recordedAt: string, kind: LedgerEntryKind, fundingId: string, repaymentId: string | null, amount: number, balance: number, repayment: { source: RepaymentSource, reference: string | null } | null }> } } | null };

export type PartnerStatementQueryVariables = Exact<{
  partnerId: string;
  currency: string;
  from?: string | null | undefined;
  until?: string | null | undefined;
  knownAt?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PartnerStatementQuery = { statement: { currency: string, openingBalance: string, closingBalance: string, nextCursor: string | null, hasMore: boolean, items: Array<{ entryId: string, effectiveOn: string, postedOn: string, recordedAt: string, kind: LedgerEntryKind, fundingId: string, repaymentId: string | null, amount: number, balance: number, repayment: { source: RepaymentSource, reference: string | null } | null }> } };

export type FindByIdQueryVariables = Exact<{
  id: string;
}>;


export type FindByIdQuery = { node:
    | { __typename: 'ApiKey', id: string }
    | { __typename: 'Approval', operation: TwoPeopleOperation, mutation: string, damaged: boolean, id: string, approvalStatus: ApprovalStatus, amounts: Array<{ currency: string, amount: number }> }
    | { __typename: 'Customer', id: string, companyName: string, externalCustomerId: string }
    | { __typename: 'Decision', id: string }
    | { __typename: 'Document', id: string }
    | { __typename: 'Event', id: string }
    | { __typename: 'HkKycRecord', id: string }
    | { __typename: 'Hold', id: string }
    | { __typename: 'InstantSettlement', id: string, amount: number, currency: string, status: InstantSettlementStatus, customer: { companyName: string } }
    | { __typename: 'MyKycRecord', id: string }
    | { __typename: 'Operator', id: string }
    | { __typename: 'Partner', name: string, id: string }
    | { __typename: 'Policy', id: string }
    | { __typename: 'Repayment', id: string, amount: number, currency: string, receivedOn: string, settlement: { id: string, customer: { companyName: string } } }
    | { __typename: 'WebhookAttempt', id: string }
    | { __typename: 'WebhookDelivery', id: string }
    | { __typename: 'WebhookEndpoint', id: string }
    | { __typename: 'WebhookReplay', id: string }
   | null };

export type FindByTextQueryVariables = Exact<{
  text: string;
  isShort: boolean;
}>;


export type FindByTextQuery = { byName: { nodes: Array<{ id: string, companyName: string, externalCustomerId: string }> }, byPartnersId: { nodes: Array<{ id: string, companyName: string, externalCustomerId: string }> }, byReference?: { nodes: Array<{ id: string, amount: number, currency: string, receivedOn: string, settlement: { id: string, customer: { companyName: string } } }> }, byPayout: { nodes: Array<{ id: string, amount: number, currency: string, status: InstantSettlementStatus, customer: { companyName: string } }> } };

export type FindByEmailQueryVariables = Exact<{
  contactEmail: string;
}>;


export type FindByEmailQuery = { customersByEmail: { nodes: Array<{ id: string, companyName: string, externalCustomerId: string }> } };

export type FoundCustomerFragment = { id: string, companyName: string, externalCustomerId: string };

export type FoundSettlementFragment = { id: string, amount: number, currency: string, status: InstantSettlementStatus, customer: { companyName: string } };

export type FoundRepaymentFragment = { id: string, amount: number, currency: string, receivedOn: string, settlement: { id: string, customer: { companyName: string } } };

export type CaseQueryVariables = Exact<{
  id: string;
}>;


export type CaseQuery = { instantSettlement: { id: string, status: InstantSettlementStatus, amount: number, currency: string, settlementPeriod: number, interestRate: number, accountChargebackRate: number | null, accountRefundRate: number | null, createdAt: string, updatedAt: string, offerExpiresAt: string | null, denialReason: DenialReason | null, decisionReason: string | null, denialNote: string | null, disbursementReference: string | null, approvedKycRevision: number | null, kycChanged: boolean, dueAt: string | null, servicing: { fundedOn: string, dueOn: string, originalDueOn: string, payBy: string, principalOutstanding: number, feeOutstanding: number, refundReceivable: number, outstanding: number, paid: number, excess: number, reported: number, daysPastDue: number, state: ServicingState, claim: number, closedOn: string | null, writtenOff: { principal: number, fee: number, on: string, code: WriteOffCode } | null } | null, partner: { id: string, name: string, autoLimit: Array<{ currency: string, amount: number }> } | null, assignment: { operatorId: string, actorName: string | null } | null, snooze: { until: string, reason: string, actorName: string | null } | null, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null, holds: Array<{ id: string, kind: HoldKind, objectId: string | null, reason: string, placedByName: string | null, placedAt: string, damaged: boolean }> | null, nextEvents: Array<{ event: InstantSettlementEvent, by: InstantSettlementActor }>, history: Array<{ event: InstantSettlementEvent, at: string, actor: string, actorName: string | null, automatic: boolean, denialReason: DenialReason | null, denialNote: string | null }>, decisions: Array<{ id: string, outcome: DecisionOutcome, origin: DecisionOrigin, actor: string, actorName: string | null, createdAt: string, interestRate: number | null, reasons: Array<UnderwritingDenialReason>, override: string | null, factsKept: boolean, policy: { verdict: PolicyVerdict, decisiveRule: string | null, cause: PolicyReviewCause | null, policy: { id: string, purpose: string | null } | null, rules: Array<{ hit: boolean, failed: boolean, sentences: Array<string>, rule: { key: string, when: string, then: PolicyVerdict, note: string | null } }> | null } | null, shadow: { verdict: PolicyVerdict, decisiveRule: string | null } | null, facts: Array<{ name: string, type: FactType, value: string | null }> }> | null, customer: { id: string, externalCustomerId: string, companyName: string, companyCountry: string, companySector: string, contactName: string, contactEmail: string, contactPhone: string, contactCountry: string, createdAt: string, kyc:
        | { customerId: string, type: KycType, status: KycStatus, revision: number, updatedAt: string, legalName: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, isic: string | null, isicScheme: IndustryScheme | null, isicIndustry: string | null, website: string | null, corporateEntitiesNumber: number | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, warnings: Array<{ code: KycWarningCode, param: string }>, supportingDocuments: Array<{ type: DocumentType, required: boolean, status: DocumentStatus, requestReason: string | null, requestedAt: string | null, files: Array<{ id: string, filename: string, mimeType: string, size: number, warnings: Array<DocumentWarning>, createdAt: string }> }> }
        | { customerId: string, type: KycType, status: KycStatus, revision: number, updatedAt: string, legalName: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, isic: string | null, isicScheme: IndustryScheme | null, isicIndustry: string | null, website: string | null, corporateEntitiesNumber: number | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, warnings: Array<{ code: KycWarningCode, param: string }>, supportingDocuments: Array<{ type: DocumentType, required: boolean, status: DocumentStatus, requestReason: string | null, requestedAt: string | null, files: Array<{ id: string, filename: string, mimeType: string, size: number, warnings: Array<DocumentWarning>, createdAt: string }> }> }
       | null, exposure: Array<{ currency: string, outstanding: string, outstandingCount: number, committed: string, committedCount: number, claims: string, claimsCount: number, largestFunded: number | null }> | null, denials: { totalCount: number, nodes: Array<{ id: string, amount: number, currency: string, denialReason: DenialReason | null, updatedAt: string }> } } } | null };

export type CaseDecisionFragment = { id: string, outcome: DecisionOutcome, origin: DecisionOrigin, actor: string, actorName: string | null, createdAt: string, interestRate: number | null, reasons: Array<UnderwritingDenialReason>, override: string | null, factsKept: boolean, policy: { verdict: PolicyVerdict, decisiveRule: string | null, cause: PolicyReviewCause | null, policy: { id: string, purpose: string | null } | null, rules: Array<{ hit: boolean, failed: boolean, sentences: Array<string>, rule: { key: string, when: string, then: PolicyVerdict, note: string | null } }> | null } | null, shadow: { verdict: PolicyVerdict, decisiveRule: string | null } | null, facts: Array<{ name: string, type: FactType, value: string | null }> };

export type CustomerBeforeFragment = { exposure: Array<{ currency: string, outstanding: string, outstandingCount: number, committed: string, committedCount: number, claims: string, claimsCount: number, largestFunded: number | null }> | null, denials: { totalCount: number, nodes: Array<{ id: string, amount: number, currency: string, denialReason: DenialReason | null, updatedAt: string }> } };

export type CaseCustomerFragment = { id: string, externalCustomerId: string, companyName: string, companyCountry: string, companySector: string, contactName: string, contactEmail: string, contactPhone: string, contactCountry: string, createdAt: string, kyc:
    | { customerId: string, type: KycType, status: KycStatus, revision: number, updatedAt: string, legalName: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, isic: string | null, isicScheme: IndustryScheme | null, isicIndustry: string | null, website: string | null, corporateEntitiesNumber: number | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, warnings: Array<{ code: KycWarningCode, param: string }>, supportingDocuments: Array<{ type: DocumentType, required: boolean, status: DocumentStatus, requestReason: string | null, requestedAt: string | null, files: Array<{ id: string, filename: string, mimeType: string, size: number, warnings: Array<DocumentWarning>, createdAt: string }> }> }
    | { customerId: string, type: KycType, status: KycStatus, revision: number, updatedAt: string, legalName: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, isic: string | null, isicScheme: IndustryScheme | null, isicIndustry: string | null, website: string | null, corporateEntitiesNumber: number | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, warnings: Array<{ code: KycWarningCode, param: string }>, supportingDocuments: Array<{ type: DocumentType, required: boolean, status: DocumentStatus, requestReason: string | null, requestedAt: string | null, files: Array<{ id: string, filename: string, mimeType: string, size: number, warnings: Array<DocumentWarning>, createdAt: string }> }> }
   | null };

type KycFacts_HkKycRecord_Fragment = { customerId: string, type: KycType, status: KycStatus, revision: number, updatedAt: string, legalName: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, isic: string | null, isicScheme: IndustryScheme | null, isicIndustry: string | null, website: string | null, corporateEntitiesNumber: number | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, warnings: Array<{ code: KycWarningCode, param: string }>, supportingDocuments: Array<{ type: DocumentType, required: boolean, status: DocumentStatus, requestReason: string | null, requestedAt: string | null, files: Array<{ id: string, filename: string, mimeType: string, size: number, warnings: Array<DocumentWarning>, createdAt: string }> }> };

type KycFacts_MyKycRecord_Fragment = { customerId: string, type: KycType, status: KycStatus, revision: number, updatedAt: string, legalName: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, isic: string | null, isicScheme: IndustryScheme | null, isicIndustry: string | null, website: string | null, corporateEntitiesNumber: number | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, warnings: Array<{ code: KycWarningCode, param: string }>, supportingDocuments: Array<{ type: DocumentType, required: boolean, status: DocumentStatus, requestReason: string | null, requestedAt: string | null, files: Array<{ id: string, filename: string, mimeType: string, size: number, warnings: Array<DocumentWarning>, createdAt: string }> }> };

export type KycFactsFragment =
  | KycFacts_HkKycRecord_Fragment
  | KycFacts_MyKycRecord_Fragment
;

export type AddressLinesFragment = { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string };

export type IdentityNumbersQueryVariables = Exact<{
  customerId: string;
}>;


export type IdentityNumbersQuery = { kyc:
    | { directorsIdentityNumber: Array<{ type: IdentityType, number: string }>, shareholdersIdentityNumber: Array<{ companyLegalName: string, type: IdentityType, number: string }> }
    | { directorsIdentityNumber: Array<{ type: IdentityType, number: string }>, shareholdersIdentityNumber: Array<{ companyLegalName: string, type: IdentityType, number: string }> }
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

export type PricingQueryVariables = Exact<{
  partnerId: string;
}>;


export type PricingQuery = { partner: { interestRate: { default: number, bands: Array<{ currency: string, periodDaysMax: number, rate: number }> } } | null };

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
  confirmKycRevision?: number | null | undefined;
  override?: string | null | undefined;
}>;


export type ApproveMutation = { approveInstantSettlement: { status: InstantSettlementStatus } | null };

export type DenyMutationVariables = Exact<{
  id: string;
  reason: UnderwritingDenialReason;
  moreReasons?: Array<UnderwritingDenialReason> | UnderwritingDenialReason | null | undefined;
  note?: string | null | undefined;
  override?: string | null | undefined;
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
  paidOn?: string | null | undefined;
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
  receivedOn?: string | null | undefined;
  reference?: string | null | undefined;
}>;


export type RepayMutation = { repayInstantSettlement: { status: InstantSettlementStatus } | null };

export type AssignMutationVariables = Exact<{
  id: string;
  operatorId?: string | null | undefined;
}>;


export type AssignMutation = { assign: { operatorId: string } | null };

export type ServicingFactsFragment = { fundedOn: string, dueOn: string, originalDueOn: string, payBy: string, principalOutstanding: number, feeOutstanding: number, refundReceivable: number, outstanding: number, paid: number, excess: number, reported: number, daysPastDue: number, state: ServicingState, claim: number, closedOn: string | null, writtenOff: { principal: number, fee: number, on: string, code: WriteOffCode } | null };

export type ServicingQueryVariables = Exact<{
  id: string;
}>;


export type ServicingQuery = { instantSettlement: { id: string, repayments: { totalCount: number, nodes: Array<{ id: string, amount: number, receivedOn: string, source: RepaymentSource, reference: string | null, status: RepaymentStatus, declineReason: string | null, allocated: { principal: number, fee: number, excess: number, recovery: number }, reversal: { reversedOn: string, kind: ReversalKind, reason: string } | null }> }, statement: { hasMore: boolean, items: Array<{ entryId: string, effectiveOn: string, postedOn: string, kind: LedgerEntryKind, amount: number, balance: number, repayment: { source: RepaymentSource, reference: string | null } | null }> } } | null, waiversUndone: { nodes: Array<{ mirrors: string | null }> }, writeOffsUndone: { nodes: Array<{ mirrors: string | null }> }, refundsUndone: { nodes: Array<{ mirrors: string | null }> } };

export type HolidaysQueryVariables = Exact<{ [key: string]: never; }>;


export type HolidaysQuery = { providerSettings: { holidays: Array<{ country: string, day: string }> } };

export type RepaymentRowFragment = { id: string, amount: number, receivedOn: string, source: RepaymentSource, reference: string | null, status: RepaymentStatus, declineReason: string | null, allocated: { principal: number, fee: number, excess: number, recovery: number }, reversal: { reversedOn: string, kind: ReversalKind, reason: string } | null };

export type RecordRepaymentMutationVariables = Exact<{
  id: string;
  input: RecordRepaymentInput;
}>;


export type RecordRepaymentMutation = { recordRepayment: { id: string } | null };

export type ConfirmRepaymentMutationVariables = Exact<{
  id: string;
  input?: ConfirmRepaymentInput | null | undefined;
}>;


export type ConfirmRepaymentMutation = { confirmRepayment: { id: string } | null };

export type DeclineRepaymentMutationVariables = Exact<{
  id: string;
  reason: string;
}>;


export type DeclineRepaymentMutation = { declineRepayment: { id: string } | null };

export type ReverseRepaymentMutationVariables = Exact<{
  id: string;
  reason: string;
  kind?: ReversalKind | null | undefined;
  reversedOn?: string | null | undefined;
}>;


export type ReverseRepaymentMutation = { reverseRepayment: { id: string } | null };

export type WaiveFeeMutationVariables = Exact<{
  id: string;
  amount: number;
  reason: string;
}>;


export type WaiveFeeMutation = { waiveFee: { id: string } | null };

export type WriteOffMutationVariables = Exact<{
  id: string;
  code: WriteOffCode;
  reason?: string | null | undefined;
}>;


export type WriteOffMutation = { writeOffInstantSettlement: { id: string } | null };

export type RefundExcessMutationVariables = Exact<{
  id: string;
  amount: number;
  reason: string;
}>;


export type RefundExcessMutation = { refundExcess: { id: string } | null };

export type ExtendMutationVariables = Exact<{
  id: string;
  dueOn: string;
  reason: string;
}>;


export type ExtendMutation = { extendInstantSettlement: { id: string } | null };

export type ReturnDisbursementMutationVariables = Exact<{
  id: string;
  reason: string;
  returnedOn?: string | null | undefined;
}>;


export type ReturnDisbursementMutation = { returnDisbursement: { id: string } | null };

export type CorrectDisbursementMutationVariables = Exact<{
  id: string;
  paidOn: string;
  reason: string;
}>;


export type CorrectDisbursementMutation = { correctDisbursement: { id: string } | null };

export type UndoEntryMutationVariables = Exact<{
  entryId: string;
  reason: string;
}>;


export type UndoEntryMutation = { undoEntry: { id: string } | null };

export type CustomersQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: CustomerFilter | null | undefined;
}>;


export type CustomersQuery = { customers: { nodes: Array<{ id: string, externalCustomerId: string, companyName: string, companyCountry: string, createdAt: string, partner: { id: string, name: string } | null, kyc:
        | { status: KycStatus }
        | { status: KycStatus }
       | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type CustomersByEmailQueryVariables = Exact<{
  contactEmail: string;
  partnerId?: string | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type CustomersByEmailQuery = { customers: { nodes: Array<{ id: string, externalCustomerId: string, companyName: string, companyCountry: string, createdAt: string, partner: { id: string, name: string } | null, kyc:
        | { status: KycStatus }
        | { status: KycStatus }
       | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type CustomerRowsFragment = { nodes: Array<{ id: string, externalCustomerId: string, companyName: string, companyCountry: string, createdAt: string, partner: { id: string, name: string } | null, kyc:
      | { status: KycStatus }
      | { status: KycStatus }
     | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } };

export type CustomerQueryVariables = Exact<{
  id: string;
}>;


export type CustomerQuery = { customer: { dueAt: string | null, id: string, externalCustomerId: string, companyName: string, companyCountry: string, companySector: string, contactName: string, contactEmail: string, contactPhone: string, contactCountry: string, createdAt: string, snooze: { until: string, reason: string, actorName: string | null } | null, holds: Array<{ id: string, kind: HoldKind, objectId: string | null, reason: string, placedByName: string | null, placedAt: string, damaged: boolean }> | null, partner: { id: string, name: string } | null, kyc:
      | { customerId: string, type: KycType, status: KycStatus, revision: number, updatedAt: string, legalName: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, isic: string | null, isicScheme: IndustryScheme | null, isicIndustry: string | null, website: string | null, corporateEntitiesNumber: number | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, warnings: Array<{ code: KycWarningCode, param: string }>, supportingDocuments: Array<{ type: DocumentType, required: boolean, status: DocumentStatus, requestReason: string | null, requestedAt: string | null, files: Array<{ id: string, filename: string, mimeType: string, size: number, warnings: Array<DocumentWarning>, createdAt: string }> }> }
      | { customerId: string, type: KycType, status: KycStatus, revision: number, updatedAt: string, legalName: string | null, businessRegistrationNumber: string | null, dateOfIncorporation: string | null, isic: string | null, isicScheme: IndustryScheme | null, isicIndustry: string | null, website: string | null, corporateEntitiesNumber: number | null, isSensitiveBusiness: boolean | null, hasComplexStructure: boolean | null, hasNamecheckHits: boolean | null, registeredAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, operatingAddress: { addressLine1: string, addressLine2: string | null, addressLine3: string | null, postalCode: string, city: string, country: string } | null, warnings: Array<{ code: KycWarningCode, param: string }>, supportingDocuments: Array<{ type: DocumentType, required: boolean, status: DocumentStatus, requestReason: string | null, requestedAt: string | null, files: Array<{ id: string, filename: string, mimeType: string, size: number, warnings: Array<DocumentWarning>, createdAt: string }> }> }
     | null } | null };

export type CustomerSettlementsQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type CustomerSettlementsQuery = { customer: { instantSettlements: { totalCount: number, nodes: Array<{ id: string, amount: number, currency: string, status: InstantSettlementStatus, denialReason: DenialReason | null, settlementPeriod: number, interestRate: number, createdAt: string, updatedAt: string }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } | null };

export type SettlementNotesQueryVariables = Exact<{
  id: string;
}>;


export type SettlementNotesQuery = { instantSettlement: { notes: { totalCount: number, nodes: Array<{ noteId: string, text: string, actorName: string | null, createdAt: string, damaged: boolean }> } | null } | null };

export type CustomerNotesQueryVariables = Exact<{
  id: string;
}>;


export type CustomerNotesQuery = { customer: { notes: { totalCount: number, nodes: Array<{ noteId: string, text: string, actorName: string | null, createdAt: string, damaged: boolean }> } | null } | null };

export type NoteRowsFragment = { totalCount: number, nodes: Array<{ noteId: string, text: string, actorName: string | null, createdAt: string, damaged: boolean }> };

export type AddNoteMutationVariables = Exact<{
  id: string;
  text: string;
}>;


export type AddNoteMutation = { addNote: { noteId: string } | null };

export type ImportRepaymentsMutationVariables = Exact<{
  input: ImportRepaymentsInput;
}>;


export type ImportRepaymentsMutation = { importRepayments: { recorded: number, valid: number, refused: number, items: Array<{ row: number, fundingId: string | null, outcome: RepaymentOutcome, receivedOn: string | null, reference: string | null, currency: string | null, allocated: { principal: number, fee: number, excess: number, recovery: number } | null, errors: Array<{ code: string, param: string | null, message: string }> }> } | null };

export type ImportedRowFragment = { row: number, fundingId: string | null, outcome: RepaymentOutcome, receivedOn: string | null, reference: string | null, currency: string | null, allocated: { principal: number, fee: number, excess: number, recovery: number } | null, errors: Array<{ code: string, param: string | null, message: string }> };

export type RepaymentLineFragment = { id: string, amount: number, currency: string, receivedOn: string, source: RepaymentSource, reference: string | null, status: RepaymentStatus, declineReason: string | null, createdAt: string, updatedAt: string, allocated: { principal: number, fee: number, excess: number, recovery: number }, reversal: { reversedOn: string, kind: ReversalKind, reason: string } | null, settlement: { id: string, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string } } };

export type RepaymentsQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: RepaymentFilter | null | undefined;
}>;


export type RepaymentsQuery = { repayments: { nodes: Array<{ id: string, amount: number, currency: string, receivedOn: string, source: RepaymentSource, reference: string | null, status: RepaymentStatus, declineReason: string | null, createdAt: string, updatedAt: string, allocated: { principal: number, fee: number, excess: number, recovery: number }, reversal: { reversedOn: string, kind: ReversalKind, reason: string } | null, settlement: { id: string, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string } } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type JournalLineFragment = { entryId: string, kind: LedgerEntryKind, effectiveOn: string, postedOn: string, recordedAt: string, partnerId: string, customerId: string, fundingId: string, repaymentId: string | null, currency: string, mirrors: string | null, reason: string | null, legs: Array<{ account: LedgerAccount, amount: number }> };

export type JournalQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: JournalFilter | null | undefined;
}>;


export type JournalQuery = { journal: { nodes: Array<{ entryId: string, kind: LedgerEntryKind, effectiveOn: string, postedOn: string, recordedAt: string, partnerId: string, customerId: string, fundingId: string, repaymentId: string | null, currency: string, mirrors: string | null, reason: string | null, legs: Array<{ account: LedgerAccount, amount: number }> }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type PartnersQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: PartnerFilter | null | undefined;
}>;


export type PartnersQuery = { partners: { nodes: Array<{ id: string, name: string, review: Review, autoAccept: boolean, offerValidDays: number, createdAt: string, interestRate: { default: number } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type PartnerSettingsFragment = { id: string, name: string, review: Review, autoAccept: boolean, accountRates: AccountRates, currencies: Array<string>, offerValidDays: number, unknownInput: UnknownInput, repaymentOrder: RepaymentOrder, reportsRepayments: boolean, dueNoticeDays: number, v1Members: V1Members, createdAt: string, interestRate: { default: number, bands: Array<{ currency: string, periodDaysMax: number, rate: number }> }, autoLimit: Array<{ currency: string, amount: number }> };

export type PartnerQueryVariables = Exact<{
  id: string;
}>;


export type PartnerQuery = { partner: { id: string, name: string, review: Review, autoAccept: boolean, accountRates: AccountRates, currencies: Array<string>, offerValidDays: number, unknownInput: UnknownInput, repaymentOrder: RepaymentOrder, reportsRepayments: boolean, dueNoticeDays: number, v1Members: V1Members, createdAt: string, holds: Array<{ id: string, kind: HoldKind, objectId: string | null, reason: string, placedByName: string | null, placedAt: string, damaged: boolean }> | null, interestRate: { default: number, bands: Array<{ currency: string, periodDaysMax: number, rate: number }> }, autoLimit: Array<{ currency: string, amount: number }> } | null };

export type ApiKeysQueryVariables = Exact<{
  partnerId?: string | null | undefined;
  operatorId?: string | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type ApiKeysQuery = { apiKeys: { nodes: Array<{ id: string, name: string, prefix: string, role: Role, scopes: Array<Scope>, operatorId: string | null, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null, successorId: string | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null };

export type CreatePartnerMutationVariables = Exact<{
  input: CreatePartnerInput;
}>;


export type CreatePartnerMutation = { createPartner: { partner: { id: string }, key: { apiKey: string | null } } | null };

export type UpdatePartnerMutationVariables = Exact<{
  id: string;
  input: UpdatePartnerInput;
}>;


export type UpdatePartnerMutation = { updatePartner: { id: string } | null };

export type CreateApiKeyMutationVariables = Exact<{
  partnerId?: string | null | undefined;
  input?: CreateApiKeyInput | null | undefined;
}>;


export type CreateApiKeyMutation = { createApiKey: { apiKey: string | null } | null };

export type RotateApiKeyMutationVariables = Exact<{
  id: string;
  overlapSeconds?: number | null | undefined;
}>;


export type RotateApiKeyMutation = { rotateApiKey: { apiKey: string | null } | null };

export type RevokeApiKeyMutationVariables = Exact<{
  id: string;
}>;


export type RevokeApiKeyMutation = { revokeApiKey: { id: string } | null };

export type PeopleQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type PeopleQuery = { operators: { nodes: Array<{ id: string, name: string, email: string | null, scopes: Array<Scope>, byOidc: boolean, unconfirmed: boolean, createdAt: string, disabledAt: string | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type CreatePersonMutationVariables = Exact<{
  input: CreateOperatorInput;
}>;


export type CreatePersonMutation = { createOperator: { id: string } | null };

export type UpdatePersonMutationVariables = Exact<{
  id: string;
  input: UpdateOperatorInput;
}>;


export type UpdatePersonMutation = { updateOperator: { id: string } | null };

export type ConfirmPersonMutationVariables = Exact<{
  id: string;
}>;


export type ConfirmPersonMutation = { confirmOperator: { id: string } | null };

export type DisablePersonMutationVariables = Exact<{
  id: string;
}>;


export type DisablePersonMutation = { disableOperator: { id: string } | null };

export type ProviderFactsFragment = { feeRecognition: FeeRecognition, booksClosedUntil: string | null, updatedAt: string, separateRoles: boolean, rateCeiling: Array<{ country: string, rate: number }>, holidays: Array<{ country: string, day: string }>, smallDifference: Array<{ currency: string, amount: number }>, dueTimes: Array<{ queue: WorkQueue, hours: number }>, twoPeople: Array<{ operation: TwoPeopleOperation, rule: TwoPeopleRule }>, twoPeopleFrom: Array<{ operation: TwoPeopleOperation, currency: string, amount: number }> };

export type ProviderQueryVariables = Exact<{ [key: string]: never; }>;


export type ProviderQuery = { providerSettings: { feeRecognition: FeeRecognition, booksClosedUntil: string | null, updatedAt: string, separateRoles: boolean, rateCeiling: Array<{ country: string, rate: number }>, holidays: Array<{ country: string, day: string }>, smallDifference: Array<{ currency: string, amount: number }>, dueTimes: Array<{ queue: WorkQueue, hours: number }>, twoPeople: Array<{ operation: TwoPeopleOperation, rule: TwoPeopleRule }>, twoPeopleFrom: Array<{ operation: TwoPeopleOperation, currency: string, amount: number }> } };

export type UpdateProviderMutationVariables = Exact<{
  input: UpdateProviderSettingsInput;
}>;


export type UpdateProviderMutation = { updateProviderSettings: { updatedAt: string } | null };

export type CloseBooksMutationVariables = Exact<{
  until: string;
}>;


export type CloseBooksMutation = { closeBooks: { booksClosedUntil: string | null } | null };

export type OverviewQueryVariables = Exact<{
  from: string;
}>;


export type OverviewQuery = { settlementOverview: { totals: Array<{ status: InstantSettlementStatus, currency: string, count: number, amount: string }>, ages: Array<{ status: InstantSettlementStatus, hoursMax: number | null, count: number }>, days: Array<{ date: string, approved: number, denied: number }>, outstanding: { ages: Array<{ currency: string, daysMin: number, daysMax: number | null, count: number, amount: string }>, claims: Array<{ currency: string, count: number, amount: string }> } } };

export type QueueSettlementFragment = { id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, dueAt: string | null, kycChanged: boolean, settlementPeriod: number, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, snooze: { until: string, reason: string, actorName: string | null } | null, assignment: { actorName: string | null } | null, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null };

export type ToReviewQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: WaitingSettlementFilter | null | undefined;
  order?: WaitingOrder | null | undefined;
  counted?: boolean | null | undefined;
}>;


export type ToReviewQuery = { workList: { page: { totalCount?: number, nodes: Array<{ id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, dueAt: string | null, kycChanged: boolean, settlementPeriod: number, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, snooze: { until: string, reason: string, actorName: string | null } | null, assignment: { actorName: string | null } | null, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type ToDisburseQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: WaitingSettlementFilter | null | undefined;
  order?: WaitingOrder | null | undefined;
  counted?: boolean | null | undefined;
}>;


export type ToDisburseQuery = { workList: { page: { totalCount?: number, nodes: Array<{ id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, dueAt: string | null, kycChanged: boolean, settlementPeriod: number, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, snooze: { until: string, reason: string, actorName: string | null } | null, assignment: { actorName: string | null } | null, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type LapsingQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: LapsingOfferFilter | null | undefined;
  counted?: boolean | null | undefined;
}>;


export type LapsingQuery = { workList: { page: { totalCount?: number, nodes: Array<{ id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, dueAt: string | null, kycChanged: boolean, settlementPeriod: number, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, snooze: { until: string, reason: string, actorName: string | null } | null, assignment: { actorName: string | null } | null, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type WarnedQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: WarnedCustomerFilter | null | undefined;
  counted?: boolean | null | undefined;
}>;


export type WarnedQuery = { workList: { page: { totalCount?: number, nodes: Array<{ id: string, companyName: string, companyCountry: string, createdAt: string, dueAt: string | null, snooze: { until: string, reason: string, actorName: string | null } | null, partner: { id: string, name: string } | null, kyc:
          | { status: KycStatus, updatedAt: string }
          | { status: KycStatus, updatedAt: string }
         | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type QueueTotalsQueryVariables = Exact<{ [key: string]: never; }>;


export type QueueTotalsQuery = { workList: { review: { totalCount: number }, disburse: { totalCount: number }, lapsing: { totalCount: number }, warnings: { totalCount: number }, overdue: { totalCount: number }, reported: { totalCount: number }, excess: { totalCount: number } }, approvals: { totalCount: number } };

export type OwedSettlementFragment = { id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, dueAt: string | null, kycChanged: boolean, settlementPeriod: number, servicing: { outstanding: number, excess: number, payBy: string, daysPastDue: number } | null, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, snooze: { until: string, reason: string, actorName: string | null } | null, assignment: { actorName: string | null } | null, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null };

export type ReportedRowFragment = { id: string, amount: number, currency: string, receivedOn: string, source: RepaymentSource, reference: string | null, createdAt: string, longUnanswered: boolean, dueAt: string | null, settlement: { id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, dueAt: string | null, kycChanged: boolean, settlementPeriod: number, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, snooze: { until: string, reason: string, actorName: string | null } | null, assignment: { actorName: string | null } | null, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null } };

export type OverdueQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: OverdueSettlementFilter | null | undefined;
  counted?: boolean | null | undefined;
}>;


export type OverdueQuery = { workList: { page: { totalCount?: number, nodes: Array<{ id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, dueAt: string | null, kycChanged: boolean, settlementPeriod: number, servicing: { outstanding: number, excess: number, payBy: string, daysPastDue: number } | null, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, snooze: { until: string, reason: string, actorName: string | null } | null, assignment: { actorName: string | null } | null, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type ReportedQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: ReportedRepaymentFilter | null | undefined;
  counted?: boolean | null | undefined;
}>;


export type ReportedQuery = { workList: { page: { totalCount?: number, nodes: Array<{ id: string, amount: number, currency: string, receivedOn: string, source: RepaymentSource, reference: string | null, createdAt: string, longUnanswered: boolean, dueAt: string | null, settlement: { id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, dueAt: string | null, kycChanged: boolean, settlementPeriod: number, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, snooze: { until: string, reason: string, actorName: string | null } | null, assignment: { actorName: string | null } | null, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type OldExcessQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: ServicedSettlementFilter | null | undefined;
  counted?: boolean | null | undefined;
}>;


export type OldExcessQuery = { workList: { page: { totalCount?: number, nodes: Array<{ id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, dueAt: string | null, kycChanged: boolean, settlementPeriod: number, servicing: { outstanding: number, excess: number, payBy: string, daysPastDue: number } | null, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, snooze: { until: string, reason: string, actorName: string | null } | null, assignment: { actorName: string | null } | null, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type EventsQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: EventFilter | null | undefined;
}>;


export type EventsQuery = { events: { nodes: Array<{ id: string, type: EventType, subject: string, actor: string, actorName: string | null, createdAt: string, partnerId: string | null, requestId: string | null, data: Record<string, unknown> }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type EndpointFragment = { id: string, partnerId: string, url: string, description: string | null, eventTypes: Array<WebhookEventType>, ordering: WebhookOrdering, status: WebhookEndpointStatus, disabledReason: WebhookDisabledReason | null, lastError: WebhookOutcome | null, lastErrorStatus: number | null, lastErrorAt: string | null, createdAt: string };

export type EndpointsQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: WebhookEndpointFilter | null | undefined;
}>;


export type EndpointsQuery = { webhookEndpoints: { nodes: Array<{ id: string, partnerId: string, url: string, description: string | null, eventTypes: Array<WebhookEventType>, ordering: WebhookOrdering, status: WebhookEndpointStatus, disabledReason: WebhookDisabledReason | null, lastError: WebhookOutcome | null, lastErrorStatus: number | null, lastErrorAt: string | null, createdAt: string }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type WebhookDeliveriesQueryVariables = Exact<{
  id: string;
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: WebhookDeliveryFilter | null | undefined;
}>;


export type WebhookDeliveriesQuery = { webhookEndpoint: { id: string, partnerId: string, url: string, description: string | null, eventTypes: Array<WebhookEventType>, ordering: WebhookOrdering, status: WebhookEndpointStatus, disabledReason: WebhookDisabledReason | null, lastError: WebhookOutcome | null, lastErrorStatus: number | null, lastErrorAt: string | null, createdAt: string, deliveries: { nodes: Array<{ id: string, eventId: string, eventType: EventType, cursorBefore: string, cursor: string, status: WebhookDeliveryStatus, attemptCount: number, createdAt: string, completedAt: string | null, nextAttemptAt: string | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } | null };

export type AttemptsQueryVariables = Exact<{
  id: string;
}>;


export type AttemptsQuery = { webhookDelivery: { attempts: Array<{ id: string, createdAt: string, outcome: WebhookOutcome, httpStatus: number | null, durationMs: number, excerpt: string | null }> } | null };

export type DisableEndpointMutationVariables = Exact<{
  id: string;
}>;


export type DisableEndpointMutation = { disableWebhookEndpoint: { status: WebhookEndpointStatus } | null };

export type EnableEndpointMutationVariables = Exact<{
  id: string;
  replayFrom?: string | null | undefined;
}>;


export type EnableEndpointMutation = { enableWebhookEndpoint: { status: WebhookEndpointStatus } | null };

export type RetryDeliveryMutationVariables = Exact<{
  id: string;
}>;


export type RetryDeliveryMutation = { retryWebhookDelivery: { status: WebhookDeliveryStatus } | null };

export type ReplayEventsMutationVariables = Exact<{
  id: string;
  input: ReplayWebhookEventsInput;
}>;


export type ReplayEventsMutation = { replayWebhookEvents: { eventCountMax: number } | null };

export type TestEndpointMutationVariables = Exact<{
  id: string;
}>;


export type TestEndpointMutation = { testWebhookEndpoint: { outcome: WebhookOutcome | null, httpStatus: number | null, durationMs: number | null, excerpt: string | null } | null };

export type EndMySessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type EndMySessionsMutation = { endMySessions: number | null };

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
export const ApprovalFactsFragmentDoc = new TypedDocumentString(`
    fragment ApprovalFacts on Approval {
  id
  operation
  mutation
  status
  objectId
  makerName
  own
  checkerName
  reason
  createdAt
  expiresAt
  decidedAt
  damaged
  amounts {
    currency
    amount
  }
  settlement {
    id
    customer {
      companyName
      companyCountry
    }
  }
}
    `, {"fragmentName":"ApprovalFacts"}) as unknown as TypedDocumentString<ApprovalFactsFragment, unknown>;
export const HoldRowFragmentDoc = new TypedDocumentString(`
    fragment HoldRow on Hold {
  id
  kind
  objectId
  reason
  placedByName
  placedAt
  damaged
}
    `, {"fragmentName":"HoldRow"}) as unknown as TypedDocumentString<HoldRowFragment, unknown>;
export const EventRowFragmentDoc = new TypedDocumentString(`
    fragment EventRow on Event {
  id
  type
  subject
  actor
  actorName
  createdAt
  partnerId
  requestId
  data
}
    `, {"fragmentName":"EventRow"}) as unknown as TypedDocumentString<EventRowFragment, unknown>;
export const PolicyRowFragmentDoc = new TypedDocumentString(`
    fragment PolicyRow on Policy {
  id
  partnerId
  state
  purpose
  hash
  ownerName
  updatedAt
  damaged
  rules {
    key
  }
}
    `, {"fragmentName":"PolicyRow"}) as unknown as TypedDocumentString<PolicyRowFragment, unknown>;
export const TrialFragmentDoc = new TypedDocumentString(`
    fragment Trial on PolicyTrial {
  id: trialId
  hash
  state
  ownerName
  from
  until
  total
  done
  groups {
    outcome
    verdict
    changed
    count
    amounts {
      currency
      amount
    }
  }
  changed
  failed
  unreadable
  createdAt
  endedAt
}
    `, {"fragmentName":"Trial"}) as unknown as TypedDocumentString<TrialFragment, unknown>;
export const WholePolicyFragmentDoc = new TypedDocumentString(`
    fragment WholePolicy on Policy {
  id
  partnerId
  state
  otherwise
  purpose
  note
  hash
  ownerName
  createdAt
  updatedAt
  isTried
  isTrialDamaged
  trial {
    ...Trial
  }
  rules {
    key
    when
    then
    reason
    rate
    note
  }
}
    fragment Trial on PolicyTrial {
  id: trialId
  hash
  state
  ownerName
  from
  until
  total
  done
  groups {
    outcome
    verdict
    changed
    count
    amounts {
      currency
      amount
    }
  }
  changed
  failed
  unreadable
  createdAt
  endedAt
}`, {"fragmentName":"WholePolicy"}) as unknown as TypedDocumentString<WholePolicyFragment, unknown>;
export const TrialCaseFragmentDoc = new TypedDocumentString(`
    fragment TrialCase on PolicyTrialCase {
  id: decisionId
  fundingId
  partnerId
  outcome
  decidedAt
  amount
  currency
  evaluation {
    verdict
    decisiveRule
    cause
    because {
      rule {
        key
        when
        then
        note
      }
      hit
      failed
      sentences
    }
  }
}
    `, {"fragmentName":"TrialCase"}) as unknown as TypedDocumentString<TrialCaseFragment, unknown>;
export const UndoneFragmentDoc = new TypedDocumentString(`
    fragment Undone on LedgerEntryConnection {
  nodes {
    mirrors
  }
}
    `, {"fragmentName":"Undone"}) as unknown as TypedDocumentString<UndoneFragment, unknown>;
export const UndoneEntriesFragmentDoc = new TypedDocumentString(`
    fragment UndoneEntries on Query {
  waiversUndone: journal(
    first: 100
    filter: { fundingId: $id, kind: WAIVER_UNDONE }
  ) {
    ...Undone
  }
  writeOffsUndone: journal(
    first: 100
    filter: { fundingId: $id, kind: WRITE_OFF_UNDONE }
  ) {
    ...Undone
  }
  refundsUndone: journal(
    first: 100
    filter: { fundingId: $id, kind: REFUND_UNDONE }
  ) {
    ...Undone
  }
}
    fragment Undone on LedgerEntryConnection {
  nodes {
    mirrors
  }
}`, {"fragmentName":"UndoneEntries"}) as unknown as TypedDocumentString<UndoneEntriesFragment, unknown>;
export const LineReferenceFragmentDoc = new TypedDocumentString(`
    fragment LineReference on StatementLine {
  repayment {
    source
    reference
  }
}
    `, {"fragmentName":"LineReference"}) as unknown as TypedDocumentString<LineReferenceFragment, unknown>;
export const StatementRowFragmentDoc = new TypedDocumentString(`
    fragment StatementRow on StatementLine {
  entryId
  effectiveOn
  postedOn
  kind
  amount
  balance
  ...LineReference
}
    fragment LineReference on StatementLine {
  repayment {
    source
    reference
  }
}`, {"fragmentName":"StatementRow"}) as unknown as TypedDocumentString<StatementRowFragment, unknown>;
export const StatementPageFragmentDoc = new TypedDocumentString(`
    fragment StatementPage on Statement {
  currency
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
    ...LineReference
  }
  nextCursor
  hasMore
}
    fragment LineReference on StatementLine {
  repayment {
    source
    reference
  }
}`, {"fragmentName":"StatementPage"}) as unknown as TypedDocumentString<StatementPageFragment, unknown>;
export const FoundCustomerFragmentDoc = new TypedDocumentString(`
    fragment FoundCustomer on Customer {
  id
  companyName
  externalCustomerId
}
    `, {"fragmentName":"FoundCustomer"}) as unknown as TypedDocumentString<FoundCustomerFragment, unknown>;
export const FoundSettlementFragmentDoc = new TypedDocumentString(`
    fragment FoundSettlement on InstantSettlement {
  id
  amount
  currency
  status
  customer {
    companyName
  }
}
    `, {"fragmentName":"FoundSettlement"}) as unknown as TypedDocumentString<FoundSettlementFragment, unknown>;
export const FoundRepaymentFragmentDoc = new TypedDocumentString(`
    fragment FoundRepayment on Repayment {
  id
  amount
  currency
  receivedOn
  settlement {
    id
    customer {
      companyName
    }
  }
}
    `, {"fragmentName":"FoundRepayment"}) as unknown as TypedDocumentString<FoundRepaymentFragment, unknown>;
export const EvaluatedFragmentDoc = new TypedDocumentString(`
    fragment Evaluated on PolicyEvaluation {
  verdict
  decisiveRule
  cause
  policy {
    id
    purpose
  }
  rules {
    rule {
      key
      when
      then
      note
    }
    hit
    failed
    sentences
  }
}
    `, {"fragmentName":"Evaluated"}) as unknown as TypedDocumentString<EvaluatedFragment, unknown>;
export const CaseDecisionFragmentDoc = new TypedDocumentString(`
    fragment CaseDecision on Decision {
  id
  outcome
  origin
  actor
  actorName
  createdAt
  interestRate
  reasons
  override
  policy {
    ...Evaluated
  }
  shadow {
    verdict
    decisiveRule
  }
  factsKept
  facts {
    name
    type
    value
  }
}
    fragment Evaluated on PolicyEvaluation {
  verdict
  decisiveRule
  cause
  policy {
    id
    purpose
  }
  rules {
    rule {
      key
      when
      then
      note
    }
    hit
    failed
    sentences
  }
}`, {"fragmentName":"CaseDecision"}) as unknown as TypedDocumentString<CaseDecisionFragment, unknown>;
export const CustomerBeforeFragmentDoc = new TypedDocumentString(`
    fragment CustomerBefore on Customer {
  exposure {
    currency
    outstanding
    outstandingCount
    committed
    committedCount
    claims
    claimsCount
    largestFunded
  }
  denials: instantSettlements(first: 6, filter: { status: [DENIED] }) {
    totalCount
    nodes {
      id
      amount
      currency
      denialReason
      updatedAt
    }
  }
}
    `, {"fragmentName":"CustomerBefore"}) as unknown as TypedDocumentString<CustomerBeforeFragment, unknown>;
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
  isicScheme
  isicIndustry
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
  isicScheme
  isicIndustry
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
export const ServicingFactsFragmentDoc = new TypedDocumentString(`
    fragment ServicingFacts on Servicing {
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
  claim
  closedOn
  writtenOff {
    principal
    fee
    on
    code
  }
}
    `, {"fragmentName":"ServicingFacts"}) as unknown as TypedDocumentString<ServicingFactsFragment, unknown>;
export const RepaymentRowFragmentDoc = new TypedDocumentString(`
    fragment RepaymentRow on Repayment {
  id
  amount
  receivedOn
  source
  reference
  status
  declineReason
  allocated {
    principal
    fee
    excess
    recovery
  }
  reversal {
    reversedOn
    kind
    reason
  }
}
    `, {"fragmentName":"RepaymentRow"}) as unknown as TypedDocumentString<RepaymentRowFragment, unknown>;
export const ListPageFragmentDoc = new TypedDocumentString(`
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
    `, {"fragmentName":"ListPage"}) as unknown as TypedDocumentString<ListPageFragment, unknown>;
export const CustomerRowsFragmentDoc = new TypedDocumentString(`
    fragment CustomerRows on CustomerConnection {
  nodes {
    id
    externalCustomerId
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
      }
    }
  }
  pageInfo {
    ...ListPage
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`, {"fragmentName":"CustomerRows"}) as unknown as TypedDocumentString<CustomerRowsFragment, unknown>;
export const NoteRowsFragmentDoc = new TypedDocumentString(`
    fragment NoteRows on NoteConnection {
  totalCount
  nodes {
    noteId
    text
    actorName
    createdAt
    damaged
  }
}
    `, {"fragmentName":"NoteRows"}) as unknown as TypedDocumentString<NoteRowsFragment, unknown>;
export const ImportedRowFragmentDoc = new TypedDocumentString(`
    fragment ImportedRow on RepaymentVerdict {
  row
  fundingId
  outcome
  receivedOn
  reference
  currency
  allocated {
    principal
    fee
    excess
    recovery
  }
  errors {
    code
    param
    message
  }
}
    `, {"fragmentName":"ImportedRow"}) as unknown as TypedDocumentString<ImportedRowFragment, unknown>;
export const RepaymentLineFragmentDoc = new TypedDocumentString(`
    fragment RepaymentLine on Repayment {
  id
  amount
  currency
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
  declineReason
  reversal {
    reversedOn
    kind
    reason
  }
  createdAt
  updatedAt
  settlement {
    id
    partner {
      id
      name
    }
    customer {
      id
      companyName
      companyCountry
    }
  }
}
    `, {"fragmentName":"RepaymentLine"}) as unknown as TypedDocumentString<RepaymentLineFragment, unknown>;
export const JournalLineFragmentDoc = new TypedDocumentString(`
    fragment JournalLine on LedgerEntry {
  entryId
  kind
  effectiveOn
  postedOn
  recordedAt
  partnerId
  customerId
  fundingId
  repaymentId
  currency
  legs {
    account
    amount
  }
  mirrors
  reason
}
    `, {"fragmentName":"JournalLine"}) as unknown as TypedDocumentString<JournalLineFragment, unknown>;
export const PartnerSettingsFragmentDoc = new TypedDocumentString(`
    fragment PartnerSettings on Partner {
  id
  name
  review
  autoAccept
  accountRates
  currencies
  offerValidDays
  unknownInput
  repaymentOrder
  reportsRepayments
  dueNoticeDays
  v1Members
  createdAt
  interestRate {
    default
    bands {
      currency
      periodDaysMax
      rate
    }
  }
  autoLimit {
    currency
    amount
  }
}
    `, {"fragmentName":"PartnerSettings"}) as unknown as TypedDocumentString<PartnerSettingsFragment, unknown>;
export const TwoPeopleSettingsFragmentDoc = new TypedDocumentString(`
    fragment TwoPeopleSettings on ProviderSettings {
  twoPeople {
    operation
    rule
  }
  twoPeopleFrom {
    operation
    currency
    amount
  }
  separateRoles
}
    `, {"fragmentName":"TwoPeopleSettings"}) as unknown as TypedDocumentString<TwoPeopleSettingsFragment, unknown>;
export const ProviderFactsFragmentDoc = new TypedDocumentString(`
    fragment ProviderFacts on ProviderSettings {
  rateCeiling {
    country
    rate
  }
  holidays {
    country
    day
  }
  smallDifference {
    currency
    amount
  }
  feeRecognition
  dueTimes {
    queue
    hours
  }
  ...TwoPeopleSettings
  booksClosedUntil
  updatedAt
}
    fragment TwoPeopleSettings on ProviderSettings {
  twoPeople {
    operation
    rule
  }
  twoPeopleFrom {
    operation
    currency
    amount
  }
  separateRoles
}`, {"fragmentName":"ProviderFacts"}) as unknown as TypedDocumentString<ProviderFactsFragment, unknown>;
export const SnoozedFragmentDoc = new TypedDocumentString(`
    fragment Snoozed on Snooze {
  until
  reason
  actorName
}
    `, {"fragmentName":"Snoozed"}) as unknown as TypedDocumentString<SnoozedFragment, unknown>;
export const QueueSettlementFragmentDoc = new TypedDocumentString(`
    fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  dueAt
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
  snooze {
    ...Snoozed
  }
  assignment {
    actorName
  }
  claim {
    actorName
    mine
    expiresAt
  }
}
    fragment Snoozed on Snooze {
  until
  reason
  actorName
}`, {"fragmentName":"QueueSettlement"}) as unknown as TypedDocumentString<QueueSettlementFragment, unknown>;
export const OwedSettlementFragmentDoc = new TypedDocumentString(`
    fragment OwedSettlement on InstantSettlement {
  ...QueueSettlement
  servicing {
    outstanding
    excess
    payBy
    daysPastDue
  }
}
    fragment Snoozed on Snooze {
  until
  reason
  actorName
}
fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  dueAt
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
  snooze {
    ...Snoozed
  }
  assignment {
    actorName
  }
  claim {
    actorName
    mine
    expiresAt
  }
}`, {"fragmentName":"OwedSettlement"}) as unknown as TypedDocumentString<OwedSettlementFragment, unknown>;
export const ReportedRowFragmentDoc = new TypedDocumentString(`
    fragment ReportedRow on Repayment {
  id
  amount
  currency
  receivedOn
  source
  reference
  createdAt
  longUnanswered
  dueAt
  settlement {
    ...QueueSettlement
  }
}
    fragment Snoozed on Snooze {
  until
  reason
  actorName
}
fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  dueAt
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
  snooze {
    ...Snoozed
  }
  assignment {
    actorName
  }
  claim {
    actorName
    mine
    expiresAt
  }
}`, {"fragmentName":"ReportedRow"}) as unknown as TypedDocumentString<ReportedRowFragment, unknown>;
export const EndpointFragmentDoc = new TypedDocumentString(`
    fragment Endpoint on WebhookEndpoint {
  id
  partnerId
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
}
    `, {"fragmentName":"Endpoint"}) as unknown as TypedDocumentString<EndpointFragment, unknown>;
export const UpdateTwoPeopleDocument = new TypedDocumentString(`
    mutation UpdateTwoPeople($input: UpdateProviderSettingsInput!) {
  updateProviderSettings(input: $input) {
    updatedAt
  }
}
    `) as unknown as TypedDocumentString<UpdateTwoPeopleMutation, UpdateTwoPeopleMutationVariables>;
export const AblePeopleDocument = new TypedDocumentString(`
    query AblePeople {
  operators(first: 100) {
    nodes {
      id
      name
      email
      scopes
      unconfirmed
      disabledAt
    }
  }
}
    `) as unknown as TypedDocumentString<AblePeopleQuery, AblePeopleQueryVariables>;
export const KeysToSeeDocument = new TypedDocumentString(`
    query KeysToSee {
  approvals(first: 50, filter: { status: APPROVED, operation: OPERATOR_KEY }) {
    nodes {
      id
      own
      mutation
      objectId
      input
      checkerName
      decidedAt
    }
  }
}
    `) as unknown as TypedDocumentString<KeysToSeeQuery, KeysToSeeQueryVariables>;
export const PendingApprovalsDocument = new TypedDocumentString(`
    query PendingApprovals($first: Int, $last: Int, $after: String, $before: String, $filter: PendingApprovalFilter, $counted: Boolean = false) {
  page: pendingApprovals(
    first: $first
    last: $last
    after: $after
    before: $before
    filter: $filter
  ) {
    totalCount @include(if: $counted)
    nodes {
      ...ApprovalFacts
    }
    pageInfo {
      ...ListPage
    }
  }
}
    fragment ApprovalFacts on Approval {
  id
  operation
  mutation
  status
  objectId
  makerName
  own
  checkerName
  reason
  createdAt
  expiresAt
  decidedAt
  damaged
  amounts {
    currency
    amount
  }
  settlement {
    id
    customer {
      companyName
      companyCountry
    }
  }
}
fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<PendingApprovalsQuery, PendingApprovalsQueryVariables>;
export const AskedOfDocument = new TypedDocumentString(`
    query AskedOf($filter: PendingApprovalFilter) {
  pendingApprovals(first: 20, filter: $filter) {
    nodes {
      ...ApprovalFacts
      input
    }
  }
}
    fragment ApprovalFacts on Approval {
  id
  operation
  mutation
  status
  objectId
  makerName
  own
  checkerName
  reason
  createdAt
  expiresAt
  decidedAt
  damaged
  amounts {
    currency
    amount
  }
  settlement {
    id
    customer {
      companyName
      companyCountry
    }
  }
}`) as unknown as TypedDocumentString<AskedOfQuery, AskedOfQueryVariables>;
export const ApprovalDocument = new TypedDocumentString(`
    query Approval($id: ID!) {
  node(id: $id) {
    ... on Approval {
      ...ApprovalFacts
      input
    }
  }
}
    fragment ApprovalFacts on Approval {
  id
  operation
  mutation
  status
  objectId
  makerName
  own
  checkerName
  reason
  createdAt
  expiresAt
  decidedAt
  damaged
  amounts {
    currency
    amount
  }
  settlement {
    id
    customer {
      companyName
      companyCountry
    }
  }
}`) as unknown as TypedDocumentString<ApprovalQuery, ApprovalQueryVariables>;
export const ApprovePendingDocument = new TypedDocumentString(`
    mutation ApprovePending($id: ID!) {
  approvePending(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<ApprovePendingMutation, ApprovePendingMutationVariables>;
export const RefusePendingDocument = new TypedDocumentString(`
    mutation RefusePending($id: ID!, $reason: String!) {
  refusePending(id: $id, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<RefusePendingMutation, RefusePendingMutationVariables>;
export const HoldsOnAllDocument = new TypedDocumentString(`
    query HoldsOnAll {
  holds(first: 20, filter: { standing: true, kind: ALL }) {
    nodes {
      ...HoldRow
    }
  }
}
    fragment HoldRow on Hold {
  id
  kind
  objectId
  reason
  placedByName
  placedAt
  damaged
}`) as unknown as TypedDocumentString<HoldsOnAllQuery, HoldsOnAllQueryVariables>;
export const PlaceHoldDocument = new TypedDocumentString(`
    mutation PlaceHold($kind: HoldKind!, $id: ID, $reason: String!) {
  hold(kind: $kind, id: $id, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<PlaceHoldMutation, PlaceHoldMutationVariables>;
export const LiftHoldDocument = new TypedDocumentString(`
    mutation LiftHold($id: ID!, $reason: String!) {
  liftHold(id: $id, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<LiftHoldMutation, LiftHoldMutationVariables>;
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
export const PartnerNameDocument = new TypedDocumentString(`
    query PartnerName($id: ID!) {
  partner(id: $id) {
    name
  }
}
    `) as unknown as TypedDocumentString<PartnerNameQuery, PartnerNameQueryVariables>;
export const LiveEventsDocument = new TypedDocumentString(`
    subscription LiveEvents($after: String) {
  events(after: $after) {
    cursor
    event {
      ...EventRow
    }
  }
}
    fragment EventRow on Event {
  id
  type
  subject
  actor
  actorName
  createdAt
  partnerId
  requestId
  data
}`) as unknown as TypedDocumentString<LiveEventsSubscription, LiveEventsSubscriptionVariables>;
export const PolicyAdviceDocument = new TypedDocumentString(`
    query PolicyAdvice($id: ID!) {
  policyAdvice(fundingId: $id) {
    ...Evaluated
  }
}
    fragment Evaluated on PolicyEvaluation {
  verdict
  decisiveRule
  cause
  policy {
    id
    purpose
  }
  rules {
    rule {
      key
      when
      then
      note
    }
    hit
    failed
    sentences
  }
}`) as unknown as TypedDocumentString<PolicyAdviceQuery, PolicyAdviceQueryVariables>;
export const PoliciesDocument = new TypedDocumentString(`
    query Policies($first: Int, $last: Int, $after: String, $before: String, $filter: PolicyFilter) {
  policies(
    first: $first
    last: $last
    after: $after
    before: $before
    filter: $filter
  ) {
    totalCount
    nodes {
      ...PolicyRow
    }
    pageInfo {
      ...ListPage
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment PolicyRow on Policy {
  id
  partnerId
  state
  purpose
  hash
  ownerName
  updatedAt
  damaged
  rules {
    key
  }
}`) as unknown as TypedDocumentString<PoliciesQuery, PoliciesQueryVariables>;
export const PolicyDocument = new TypedDocumentString(`
    query Policy($id: ID!) {
  policy(id: $id) {
    ...WholePolicy
  }
}
    fragment WholePolicy on Policy {
  id
  partnerId
  state
  otherwise
  purpose
  note
  hash
  ownerName
  createdAt
  updatedAt
  isTried
  isTrialDamaged
  trial {
    ...Trial
  }
  rules {
    key
    when
    then
    reason
    rate
    note
  }
}
fragment Trial on PolicyTrial {
  id: trialId
  hash
  state
  ownerName
  from
  until
  total
  done
  groups {
    outcome
    verdict
    changed
    count
    amounts {
      currency
      amount
    }
  }
  changed
  failed
  unreadable
  createdAt
  endedAt
}`) as unknown as TypedDocumentString<PolicyQuery, PolicyQueryVariables>;
export const PolicyHistoryDocument = new TypedDocumentString(`
    query PolicyHistory($subject: String!) {
  events(first: 20, filter: { subject: $subject }) {
    nodes {
      id
      type
      actor
      actorName
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<PolicyHistoryQuery, PolicyHistoryQueryVariables>;
export const CreatePolicyDocument = new TypedDocumentString(`
    mutation CreatePolicy($input: CreatePolicyInput!) {
  createPolicy(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreatePolicyMutation, CreatePolicyMutationVariables>;
export const UpdatePolicyDocument = new TypedDocumentString(`
    mutation UpdatePolicy($id: ID!, $input: UpdatePolicyInput!) {
  updatePolicy(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<UpdatePolicyMutation, UpdatePolicyMutationVariables>;
export const ShadowPolicyDocument = new TypedDocumentString(`
    mutation ShadowPolicy($id: ID!) {
  shadowPolicy(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<ShadowPolicyMutation, ShadowPolicyMutationVariables>;
export const PublishPolicyDocument = new TypedDocumentString(`
    mutation PublishPolicy($id: ID!) {
  publishPolicy(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<PublishPolicyMutation, PublishPolicyMutationVariables>;
export const RetirePolicyDocument = new TypedDocumentString(`
    mutation RetirePolicy($id: ID!) {
  retirePolicy(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<RetirePolicyMutation, RetirePolicyMutationVariables>;
export const TrialCasesDocument = new TypedDocumentString(`
    query TrialCases($id: ID!, $first: Int, $last: Int, $after: String, $before: String) {
  policyTrialCases(
    id: $id
    first: $first
    last: $last
    after: $after
    before: $before
  ) {
    totalCount
    nodes {
      ...TrialCase
    }
    pageInfo {
      ...ListPage
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment TrialCase on PolicyTrialCase {
  id: decisionId
  fundingId
  partnerId
  outcome
  decidedAt
  amount
  currency
  evaluation {
    verdict
    decisiveRule
    cause
    because {
      rule {
        key
        when
        then
        note
      }
      hit
      failed
      sentences
    }
  }
}`) as unknown as TypedDocumentString<TrialCasesQuery, TrialCasesQueryVariables>;
export const StartTrialDocument = new TypedDocumentString(`
    mutation StartTrial($id: ID!, $from: DateTime!, $until: DateTime!) {
  startPolicyTrial(id: $id, from: $from, until: $until) {
    trialId
  }
}
    `) as unknown as TypedDocumentString<StartTrialMutation, StartTrialMutationVariables>;
export const StopTrialDocument = new TypedDocumentString(`
    mutation StopTrial($id: ID!) {
  cancelPolicyTrial(id: $id) {
    trialId
  }
}
    `) as unknown as TypedDocumentString<StopTrialMutation, StopTrialMutationVariables>;
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
export const ClockOfDocument = new TypedDocumentString(`
    query ClockOf($partnerId: ID!) {
  sandboxClock(partnerId: $partnerId) {
    now
    aheadSeconds
  }
}
    `) as unknown as TypedDocumentString<ClockOfQuery, ClockOfQueryVariables>;
export const AdvanceClockDocument = new TypedDocumentString(`
    mutation AdvanceClock($partnerId: ID!, $input: AdvanceClockInput!) {
  sandboxAdvanceClock(partnerId: $partnerId, input: $input) {
    now
    counts {
      type
      count
    }
  }
}
    `) as unknown as TypedDocumentString<AdvanceClockMutation, AdvanceClockMutationVariables>;
export const NewestRepaymentDocument = new TypedDocumentString(`
    query NewestRepayment($id: ID!) {
  instantSettlement(id: $id) {
    repayments(first: 1) {
      nodes {
        id
        amount
        currency
        status
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NewestRepaymentQuery, NewestRepaymentQueryVariables>;
export const PlaySettlementDocument = new TypedDocumentString(`
    mutation PlaySettlement($id: ID!, $event: SandboxSettlementEvent!) {
  sandboxSettlementEvent(id: $id, event: $event) {
    status
  }
}
    `) as unknown as TypedDocumentString<PlaySettlementMutation, PlaySettlementMutationVariables>;
export const PlaySalesDocument = new TypedDocumentString(`
    mutation PlaySales($id: ID!, $input: SalesInput!) {
  sandboxSales(id: $id, input: $input) {
    repayment {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<PlaySalesMutation, PlaySalesMutationVariables>;
export const PlayRepaymentDocument = new TypedDocumentString(`
    mutation PlayRepayment($id: ID!, $event: SandboxRepaymentEvent!) {
  sandboxRepaymentEvent(id: $id, event: $event) {
    status
  }
}
    `) as unknown as TypedDocumentString<PlayRepaymentMutation, PlayRepaymentMutationVariables>;
export const PlayKycDocument = new TypedDocumentString(`
    mutation PlayKyc($customerId: ID!, $event: SandboxKycEvent!) {
  sandboxKyc(customerId: $customerId, event: $event) {
    status
  }
}
    `) as unknown as TypedDocumentString<PlayKycMutation, PlayKycMutationVariables>;
export const MeDocument = new TypedDocumentString(`
    query Me {
  viewer {
    scopes
    key {
      id
      name
    }
    operator {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<MeQuery, MeQueryVariables>;
export const SnoozeDocument = new TypedDocumentString(`
    mutation Snooze($id: ID!, $until: DateTime!, $reason: String!) {
  snooze(id: $id, until: $until, reason: $reason) {
    until
  }
}
    `) as unknown as TypedDocumentString<SnoozeMutation, SnoozeMutationVariables>;
export const WakeDocument = new TypedDocumentString(`
    mutation Wake($id: ID!) {
  wake(id: $id)
}
    `) as unknown as TypedDocumentString<WakeMutation, WakeMutationVariables>;
export const WholeStatementDocument = new TypedDocumentString(`
    query WholeStatement($id: ID!, $from: LocalDate, $until: LocalDate, $first: Int, $after: String) {
  instantSettlement(id: $id) {
    id
    currency
    partner {
      name
    }
    customer {
      companyName
    }
    servicing {
      fundedOn
      dueOn
      state
    }
    statement(from: $from, until: $until, first: $first, after: $after) {
      from
      until
      knownAt
      openingBalance
      closingBalance
      items {
        ...StatementRow
      }
      nextCursor
    }
  }
}
    fragment StatementRow on StatementLine {
  entryId
  effectiveOn
  postedOn
  kind
  amount
  balance
  ...LineReference
}
fragment LineReference on StatementLine {
  repayment {
    source
    reference
  }
}`) as unknown as TypedDocumentString<WholeStatementQuery, WholeStatementQueryVariables>;
export const UndoneEntriesDocument = new TypedDocumentString(`
    query UndoneEntries($id: ID!) {
  ...UndoneEntries
}
    fragment UndoneEntries on Query {
  waiversUndone: journal(
    first: 100
    filter: { fundingId: $id, kind: WAIVER_UNDONE }
  ) {
    ...Undone
  }
  writeOffsUndone: journal(
    first: 100
    filter: { fundingId: $id, kind: WRITE_OFF_UNDONE }
  ) {
    ...Undone
  }
  refundsUndone: journal(
    first: 100
    filter: { fundingId: $id, kind: REFUND_UNDONE }
  ) {
    ...Undone
  }
}
fragment Undone on LedgerEntryConnection {
  nodes {
    mirrors
  }
}`) as unknown as TypedDocumentString<UndoneEntriesQuery, UndoneEntriesQueryVariables>;
export const SettlementStatementDocument = new TypedDocumentString(`
    query SettlementStatement($id: ID!, $from: LocalDate, $until: LocalDate, $knownAt: DateTime, $first: Int, $after: String) {
  instantSettlement(id: $id) {
    statement(
      from: $from
      until: $until
      knownAt: $knownAt
      first: $first
      after: $after
    ) {
      ...StatementPage
    }
  }
}
    fragment LineReference on StatementLine {
  repayment {
    source
    reference
  }
}
fragment StatementPage on Statement {
  currency
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
    ...LineReference
  }
  nextCursor
  hasMore
}`) as unknown as TypedDocumentString<SettlementStatementQuery, SettlementStatementQueryVariables>;
export const PartnerStatementDocument = new TypedDocumentString(`
    query PartnerStatement($partnerId: ID!, $currency: String!, $from: LocalDate, $until: LocalDate, $knownAt: DateTime, $first: Int, $after: String) {
  statement(
    partnerId: $partnerId
    currency: $currency
    from: $from
    until: $until
    knownAt: $knownAt
    first: $first
    after: $after
  ) {
    ...StatementPage
  }
}
    fragment LineReference on StatementLine {
  repayment {
    source
    reference
  }
}
fragment StatementPage on Statement {
  currency
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
    ...LineReference
  }
  nextCursor
  hasMore
}`) as unknown as TypedDocumentString<PartnerStatementQuery, PartnerStatementQueryVariables>;
export const FindByIdDocument = new TypedDocumentString(`
    query FindById($id: ID!) {
  node(id: $id) {
    __typename
    id
    ... on Customer {
      ...FoundCustomer
    }
    ... on InstantSettlement {
      ...FoundSettlement
    }
    ... on Repayment {
      ...FoundRepayment
    }
    ... on Partner {
      name
    }
    ... on Approval {
      operation
      mutation
      approvalStatus: status
      damaged
      amounts {
        currency
        amount
      }
    }
  }
}
    fragment FoundCustomer on Customer {
  id
  companyName
  externalCustomerId
}
fragment FoundSettlement on InstantSettlement {
  id
  amount
  currency
  status
  customer {
    companyName
  }
}
fragment FoundRepayment on Repayment {
  id
  amount
  currency
  receivedOn
  settlement {
    id
    customer {
      companyName
    }
  }
}`) as unknown as TypedDocumentString<FindByIdQuery, FindByIdQueryVariables>;
export const FindByTextDocument = new TypedDocumentString(`
    query FindByText($text: String!, $isShort: Boolean!) {
  byName: customers(first: 5, filter: { companyName: $text }) {
    nodes {
      ...FoundCustomer
    }
  }
  byPartnersId: customers(first: 5, filter: { externalCustomerId: $text }) {
    nodes {
      ...FoundCustomer
    }
  }
  byReference: repayments(first: 5, filter: { reference: $text }) @include(if: $isShort) {
    nodes {
      ...FoundRepayment
    }
  }
  byPayout: instantSettlementsByReference(first: 5, reference: $text) {
    nodes {
      ...FoundSettlement
    }
  }
}
    fragment FoundCustomer on Customer {
  id
  companyName
  externalCustomerId
}
fragment FoundSettlement on InstantSettlement {
  id
  amount
  currency
  status
  customer {
    companyName
  }
}
fragment FoundRepayment on Repayment {
  id
  amount
  currency
  receivedOn
  settlement {
    id
    customer {
      companyName
    }
  }
}`) as unknown as TypedDocumentString<FindByTextQuery, FindByTextQueryVariables>;
export const FindByEmailDocument = new TypedDocumentString(`
    query FindByEmail($contactEmail: String!) {
  customersByEmail(contactEmail: $contactEmail, first: 5) {
    nodes {
      ...FoundCustomer
    }
  }
}
    fragment FoundCustomer on Customer {
  id
  companyName
  externalCustomerId
}`) as unknown as TypedDocumentString<FindByEmailQuery, FindByEmailQueryVariables>;
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
    servicing {
      ...ServicingFacts
    }
    partner {
      id
      name
      autoLimit {
        currency
        amount
      }
    }
    assignment {
      operatorId
      actorName
    }
    dueAt
    snooze {
      ...Snoozed
    }
    claim {
      actorName
      mine
      expiresAt
    }
    holds {
      ...HoldRow
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
    decisions {
      ...CaseDecision
    }
    customer {
      ...CaseCustomer
      ...CustomerBefore
    }
  }
}
    fragment HoldRow on Hold {
  id
  kind
  objectId
  reason
  placedByName
  placedAt
  damaged
}
fragment Evaluated on PolicyEvaluation {
  verdict
  decisiveRule
  cause
  policy {
    id
    purpose
  }
  rules {
    rule {
      key
      when
      then
      note
    }
    hit
    failed
    sentences
  }
}
fragment Snoozed on Snooze {
  until
  reason
  actorName
}
fragment CaseDecision on Decision {
  id
  outcome
  origin
  actor
  actorName
  createdAt
  interestRate
  reasons
  override
  policy {
    ...Evaluated
  }
  shadow {
    verdict
    decisiveRule
  }
  factsKept
  facts {
    name
    type
    value
  }
}
fragment CustomerBefore on Customer {
  exposure {
    currency
    outstanding
    outstandingCount
    committed
    committedCount
    claims
    claimsCount
    largestFunded
  }
  denials: instantSettlements(first: 6, filter: { status: [DENIED] }) {
    totalCount
    nodes {
      id
      amount
      currency
      denialReason
      updatedAt
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
  isicScheme
  isicIndustry
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
}
fragment ServicingFacts on Servicing {
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
  claim
  closedOn
  writtenOff {
    principal
    fee
    on
    code
  }
}`) as unknown as TypedDocumentString<CaseQuery, CaseQueryVariables>;
export const IdentityNumbersDocument = new TypedDocumentString(`
    query IdentityNumbers($customerId: ID!) {
  kyc(customerId: $customerId) {
    ... on Kyc {
      directorsIdentityNumber {
        type
        number
      }
      shareholdersIdentityNumber {
        companyLegalName
        type
        number
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
export const PricingDocument = new TypedDocumentString(`
    query Pricing($partnerId: ID!) {
  partner(id: $partnerId) {
    interestRate {
      default
      bands {
        currency
        periodDaysMax
        rate
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PricingQuery, PricingQueryVariables>;
export const ChangesSinceDocument = new TypedDocumentString(`
    query ChangesSince($subject: String!, $from: DateTime!) {
  events(
    first: 50
    filter: {
      subject: $subject
      createdFrom: $from
      types: [KYC_UPDATED, KYC_DOCUMENTS_UPLOADED, KYC_DOCUMENT_REQUESTED]
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
    mutation Approve($id: ID!, $interestRate: Float, $confirmKycRevision: Int, $override: String) {
  approveInstantSettlement(
    id: $id
    interestRate: $interestRate
    confirmKycRevision: $confirmKycRevision
    override: $override
  ) {
    status
  }
}
    `) as unknown as TypedDocumentString<ApproveMutation, ApproveMutationVariables>;
export const DenyDocument = new TypedDocumentString(`
    mutation Deny($id: ID!, $reason: UnderwritingDenialReason!, $moreReasons: [UnderwritingDenialReason!], $note: String, $override: String) {
  denyInstantSettlement(
    id: $id
    reason: $reason
    moreReasons: $moreReasons
    note: $note
    override: $override
  ) {
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
    mutation Disburse($id: ID!, $reference: String!, $paidOn: LocalDate, $confirmKycRevision: Int) {
  disburseInstantSettlement(
    id: $id
    reference: $reference
    paidOn: $paidOn
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
    mutation Repay($id: ID!, $receivedOn: LocalDate, $reference: String) {
  repayInstantSettlement(id: $id, receivedOn: $receivedOn, reference: $reference) {
    status
  }
}
    `) as unknown as TypedDocumentString<RepayMutation, RepayMutationVariables>;
export const AssignDocument = new TypedDocumentString(`
    mutation Assign($id: ID!, $operatorId: ID) {
  assign(id: $id, operatorId: $operatorId) {
    operatorId
  }
}
    `) as unknown as TypedDocumentString<AssignMutation, AssignMutationVariables>;
export const ServicingDocument = new TypedDocumentString(`
    query Servicing($id: ID!) {
  instantSettlement(id: $id) {
    id
    repayments(first: 50) {
      totalCount
      nodes {
        ...RepaymentRow
      }
    }
    statement(first: 100) {
      hasMore
      items {
        ...StatementRow
      }
    }
  }
  ...UndoneEntries
}
    fragment UndoneEntries on Query {
  waiversUndone: journal(
    first: 100
    filter: { fundingId: $id, kind: WAIVER_UNDONE }
  ) {
    ...Undone
  }
  writeOffsUndone: journal(
    first: 100
    filter: { fundingId: $id, kind: WRITE_OFF_UNDONE }
  ) {
    ...Undone
  }
  refundsUndone: journal(
    first: 100
    filter: { fundingId: $id, kind: REFUND_UNDONE }
  ) {
    ...Undone
  }
}
fragment Undone on LedgerEntryConnection {
  nodes {
    mirrors
  }
}
fragment StatementRow on StatementLine {
  entryId
  effectiveOn
  postedOn
  kind
  amount
  balance
  ...LineReference
}
fragment LineReference on StatementLine {
  repayment {
    source
    reference
  }
}
fragment RepaymentRow on Repayment {
  id
  amount
  receivedOn
  source
  reference
  status
  declineReason
  allocated {
    principal
    fee
    excess
    recovery
  }
  reversal {
    reversedOn
    kind
    reason
  }
}`) as unknown as TypedDocumentString<ServicingQuery, ServicingQueryVariables>;
export const HolidaysDocument = new TypedDocumentString(`
    query Holidays {
  providerSettings {
    holidays {
      country
      day
    }
  }
}
    `) as unknown as TypedDocumentString<HolidaysQuery, HolidaysQueryVariables>;
export const RecordRepaymentDocument = new TypedDocumentString(`
    mutation RecordRepayment($id: ID!, $input: RecordRepaymentInput!) {
  recordRepayment(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<RecordRepaymentMutation, RecordRepaymentMutationVariables>;
export const ConfirmRepaymentDocument = new TypedDocumentString(`
    mutation ConfirmRepayment($id: ID!, $input: ConfirmRepaymentInput) {
  confirmRepayment(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<ConfirmRepaymentMutation, ConfirmRepaymentMutationVariables>;
export const DeclineRepaymentDocument = new TypedDocumentString(`
    mutation DeclineRepayment($id: ID!, $reason: String!) {
  declineRepayment(id: $id, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeclineRepaymentMutation, DeclineRepaymentMutationVariables>;
export const ReverseRepaymentDocument = new TypedDocumentString(`
    mutation ReverseRepayment($id: ID!, $reason: String!, $kind: ReversalKind, $reversedOn: LocalDate) {
  reverseRepayment(id: $id, reason: $reason, kind: $kind, reversedOn: $reversedOn) {
    id
  }
}
    `) as unknown as TypedDocumentString<ReverseRepaymentMutation, ReverseRepaymentMutationVariables>;
export const WaiveFeeDocument = new TypedDocumentString(`
    mutation WaiveFee($id: ID!, $amount: SafeInt!, $reason: String!) {
  waiveFee(id: $id, amount: $amount, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<WaiveFeeMutation, WaiveFeeMutationVariables>;
export const WriteOffDocument = new TypedDocumentString(`
    mutation WriteOff($id: ID!, $code: WriteOffCode!, $reason: String) {
  writeOffInstantSettlement(id: $id, code: $code, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<WriteOffMutation, WriteOffMutationVariables>;
export const RefundExcessDocument = new TypedDocumentString(`
    mutation RefundExcess($id: ID!, $amount: SafeInt!, $reason: String!) {
  refundExcess(id: $id, amount: $amount, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<RefundExcessMutation, RefundExcessMutationVariables>;
export const ExtendDocument = new TypedDocumentString(`
    mutation Extend($id: ID!, $dueOn: LocalDate!, $reason: String!) {
  extendInstantSettlement(id: $id, dueOn: $dueOn, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<ExtendMutation, ExtendMutationVariables>;
export const ReturnDisbursementDocument = new TypedDocumentString(`
    mutation ReturnDisbursement($id: ID!, $reason: String!, $returnedOn: LocalDate) {
  returnDisbursement(id: $id, reason: $reason, returnedOn: $returnedOn) {
    id
  }
}
    `) as unknown as TypedDocumentString<ReturnDisbursementMutation, ReturnDisbursementMutationVariables>;
export const CorrectDisbursementDocument = new TypedDocumentString(`
    mutation CorrectDisbursement($id: ID!, $paidOn: LocalDate!, $reason: String!) {
  correctDisbursement(id: $id, paidOn: $paidOn, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<CorrectDisbursementMutation, CorrectDisbursementMutationVariables>;
export const UndoEntryDocument = new TypedDocumentString(`
    mutation UndoEntry($entryId: ID!, $reason: String!) {
  undoEntry(entryId: $entryId, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<UndoEntryMutation, UndoEntryMutationVariables>;
export const CustomersDocument = new TypedDocumentString(`
    query Customers($first: Int, $last: Int, $after: String, $before: String, $filter: CustomerFilter) {
  customers(
    first: $first
    last: $last
    after: $after
    before: $before
    filter: $filter
  ) {
    ...CustomerRows
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment CustomerRows on CustomerConnection {
  nodes {
    id
    externalCustomerId
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
      }
    }
  }
  pageInfo {
    ...ListPage
  }
}`) as unknown as TypedDocumentString<CustomersQuery, CustomersQueryVariables>;
export const CustomersByEmailDocument = new TypedDocumentString(`
    query CustomersByEmail($contactEmail: String!, $partnerId: ID, $first: Int, $last: Int, $after: String, $before: String) {
  customers: customersByEmail(
    contactEmail: $contactEmail
    partnerId: $partnerId
    first: $first
    last: $last
    after: $after
    before: $before
  ) {
    ...CustomerRows
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment CustomerRows on CustomerConnection {
  nodes {
    id
    externalCustomerId
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
      }
    }
  }
  pageInfo {
    ...ListPage
  }
}`) as unknown as TypedDocumentString<CustomersByEmailQuery, CustomersByEmailQueryVariables>;
export const CustomerDocument = new TypedDocumentString(`
    query Customer($id: ID!) {
  customer(id: $id) {
    ...CaseCustomer
    dueAt
    snooze {
      ...Snoozed
    }
    holds {
      ...HoldRow
    }
    partner {
      id
      name
    }
  }
}
    fragment HoldRow on Hold {
  id
  kind
  objectId
  reason
  placedByName
  placedAt
  damaged
}
fragment Snoozed on Snooze {
  until
  reason
  actorName
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
  isicScheme
  isicIndustry
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
}`) as unknown as TypedDocumentString<CustomerQuery, CustomerQueryVariables>;
export const CustomerSettlementsDocument = new TypedDocumentString(`
    query CustomerSettlements($id: ID!, $after: String) {
  customer(id: $id) {
    instantSettlements(first: 100, after: $after) {
      totalCount
      nodes {
        id
        amount
        currency
        status
        denialReason
        settlementPeriod
        interestRate
        createdAt
        updatedAt
      }
      pageInfo {
        ...ListPage
      }
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<CustomerSettlementsQuery, CustomerSettlementsQueryVariables>;
export const SettlementNotesDocument = new TypedDocumentString(`
    query SettlementNotes($id: ID!) {
  instantSettlement(id: $id) {
    notes(first: 50) {
      ...NoteRows
    }
  }
}
    fragment NoteRows on NoteConnection {
  totalCount
  nodes {
    noteId
    text
    actorName
    createdAt
    damaged
  }
}`) as unknown as TypedDocumentString<SettlementNotesQuery, SettlementNotesQueryVariables>;
export const CustomerNotesDocument = new TypedDocumentString(`
    query CustomerNotes($id: ID!) {
  customer(id: $id) {
    notes(first: 50) {
      ...NoteRows
    }
  }
}
    fragment NoteRows on NoteConnection {
  totalCount
  nodes {
    noteId
    text
    actorName
    createdAt
    damaged
  }
}`) as unknown as TypedDocumentString<CustomerNotesQuery, CustomerNotesQueryVariables>;
export const AddNoteDocument = new TypedDocumentString(`
    mutation AddNote($id: ID!, $text: String!) {
  addNote(id: $id, text: $text) {
    noteId
  }
}
    `) as unknown as TypedDocumentString<AddNoteMutation, AddNoteMutationVariables>;
export const ImportRepaymentsDocument = new TypedDocumentString(`
    mutation ImportRepayments($input: ImportRepaymentsInput!) {
  importRepayments(input: $input) {
    recorded
    valid
    refused
    items {
      ...ImportedRow
    }
  }
}
    fragment ImportedRow on RepaymentVerdict {
  row
  fundingId
  outcome
  receivedOn
  reference
  currency
  allocated {
    principal
    fee
    excess
    recovery
  }
  errors {
    code
    param
    message
  }
}`) as unknown as TypedDocumentString<ImportRepaymentsMutation, ImportRepaymentsMutationVariables>;
export const RepaymentsDocument = new TypedDocumentString(`
    query Repayments($first: Int, $last: Int, $after: String, $before: String, $filter: RepaymentFilter) {
  repayments(
    first: $first
    last: $last
    after: $after
    before: $before
    filter: $filter
  ) {
    nodes {
      ...RepaymentLine
    }
    pageInfo {
      ...ListPage
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment RepaymentLine on Repayment {
  id
  amount
  currency
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
  declineReason
  reversal {
    reversedOn
    kind
    reason
  }
  createdAt
  updatedAt
  settlement {
    id
    partner {
      id
      name
    }
    customer {
      id
      companyName
      companyCountry
    }
  }
}`) as unknown as TypedDocumentString<RepaymentsQuery, RepaymentsQueryVariables>;
export const JournalDocument = new TypedDocumentString(`
    query Journal($first: Int, $last: Int, $after: String, $before: String, $filter: JournalFilter) {
  journal(
    first: $first
    last: $last
    after: $after
    before: $before
    filter: $filter
  ) {
    nodes {
      ...JournalLine
    }
    pageInfo {
      ...ListPage
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment JournalLine on LedgerEntry {
  entryId
  kind
  effectiveOn
  postedOn
  recordedAt
  partnerId
  customerId
  fundingId
  repaymentId
  currency
  legs {
    account
    amount
  }
  mirrors
  reason
}`) as unknown as TypedDocumentString<JournalQuery, JournalQueryVariables>;
export const PartnersDocument = new TypedDocumentString(`
    query Partners($first: Int, $last: Int, $after: String, $before: String, $filter: PartnerFilter) {
  partners(
    first: $first
    last: $last
    after: $after
    before: $before
    filter: $filter
  ) {
    nodes {
      id
      name
      review
      autoAccept
      offerValidDays
      createdAt
      interestRate {
        default
      }
    }
    pageInfo {
      ...ListPage
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<PartnersQuery, PartnersQueryVariables>;
export const PartnerDocument = new TypedDocumentString(`
    query Partner($id: ID!) {
  partner(id: $id) {
    ...PartnerSettings
    holds {
      ...HoldRow
    }
  }
}
    fragment HoldRow on Hold {
  id
  kind
  objectId
  reason
  placedByName
  placedAt
  damaged
}
fragment PartnerSettings on Partner {
  id
  name
  review
  autoAccept
  accountRates
  currencies
  offerValidDays
  unknownInput
  repaymentOrder
  reportsRepayments
  dueNoticeDays
  v1Members
  createdAt
  interestRate {
    default
    bands {
      currency
      periodDaysMax
      rate
    }
  }
  autoLimit {
    currency
    amount
  }
}`) as unknown as TypedDocumentString<PartnerQuery, PartnerQueryVariables>;
export const ApiKeysDocument = new TypedDocumentString(`
    query ApiKeys($partnerId: ID, $operatorId: ID, $first: Int, $last: Int, $after: String, $before: String) {
  apiKeys(
    partnerId: $partnerId
    operatorId: $operatorId
    first: $first
    last: $last
    after: $after
    before: $before
  ) {
    nodes {
      id
      name
      prefix
      role
      scopes
      operatorId
      createdAt
      lastUsedAt
      expiresAt
      revokedAt
      successorId
    }
    pageInfo {
      ...ListPage
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<ApiKeysQuery, ApiKeysQueryVariables>;
export const CreatePartnerDocument = new TypedDocumentString(`
    mutation CreatePartner($input: CreatePartnerInput!) {
  createPartner(input: $input) {
    partner {
      id
    }
    key {
      apiKey
    }
  }
}
    `) as unknown as TypedDocumentString<CreatePartnerMutation, CreatePartnerMutationVariables>;
export const UpdatePartnerDocument = new TypedDocumentString(`
    mutation UpdatePartner($id: ID!, $input: UpdatePartnerInput!) {
  updatePartner(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<UpdatePartnerMutation, UpdatePartnerMutationVariables>;
export const CreateApiKeyDocument = new TypedDocumentString(`
    mutation CreateApiKey($partnerId: ID, $input: CreateApiKeyInput) {
  createApiKey(partnerId: $partnerId, input: $input) {
    apiKey
  }
}
    `) as unknown as TypedDocumentString<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const RotateApiKeyDocument = new TypedDocumentString(`
    mutation RotateApiKey($id: ID!, $overlapSeconds: Int) {
  rotateApiKey(id: $id, overlapSeconds: $overlapSeconds) {
    apiKey
  }
}
    `) as unknown as TypedDocumentString<RotateApiKeyMutation, RotateApiKeyMutationVariables>;
export const RevokeApiKeyDocument = new TypedDocumentString(`
    mutation RevokeApiKey($id: ID!) {
  revokeApiKey(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
export const PeopleDocument = new TypedDocumentString(`
    query People($first: Int, $last: Int, $after: String, $before: String) {
  operators(first: $first, last: $last, after: $after, before: $before) {
    nodes {
      id
      name
      email
      scopes
      byOidc
      unconfirmed
      createdAt
      disabledAt
    }
    pageInfo {
      ...ListPage
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<PeopleQuery, PeopleQueryVariables>;
export const CreatePersonDocument = new TypedDocumentString(`
    mutation CreatePerson($input: CreateOperatorInput!) {
  createOperator(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreatePersonMutation, CreatePersonMutationVariables>;
export const UpdatePersonDocument = new TypedDocumentString(`
    mutation UpdatePerson($id: ID!, $input: UpdateOperatorInput!) {
  updateOperator(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<UpdatePersonMutation, UpdatePersonMutationVariables>;
export const ConfirmPersonDocument = new TypedDocumentString(`
    mutation ConfirmPerson($id: ID!) {
  confirmOperator(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<ConfirmPersonMutation, ConfirmPersonMutationVariables>;
export const DisablePersonDocument = new TypedDocumentString(`
    mutation DisablePerson($id: ID!) {
  disableOperator(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<DisablePersonMutation, DisablePersonMutationVariables>;
export const ProviderDocument = new TypedDocumentString(`
    query Provider {
  providerSettings {
    ...ProviderFacts
  }
}
    fragment TwoPeopleSettings on ProviderSettings {
  twoPeople {
    operation
    rule
  }
  twoPeopleFrom {
    operation
    currency
    amount
  }
  separateRoles
}
fragment ProviderFacts on ProviderSettings {
  rateCeiling {
    country
    rate
  }
  holidays {
    country
    day
  }
  smallDifference {
    currency
    amount
  }
  feeRecognition
  dueTimes {
    queue
    hours
  }
  ...TwoPeopleSettings
  booksClosedUntil
  updatedAt
}`) as unknown as TypedDocumentString<ProviderQuery, ProviderQueryVariables>;
export const UpdateProviderDocument = new TypedDocumentString(`
    mutation UpdateProvider($input: UpdateProviderSettingsInput!) {
  updateProviderSettings(input: $input) {
    updatedAt
  }
}
    `) as unknown as TypedDocumentString<UpdateProviderMutation, UpdateProviderMutationVariables>;
export const CloseBooksDocument = new TypedDocumentString(`
    mutation CloseBooks($until: LocalDate!) {
  closeBooks(until: $until) {
    booksClosedUntil
  }
}
    `) as unknown as TypedDocumentString<CloseBooksMutation, CloseBooksMutationVariables>;
export const OverviewDocument = new TypedDocumentString(`
    query Overview($from: DateTime!) {
  settlementOverview(from: $from) {
    totals {
      status
      currency
      count
      amount
    }
    ages {
      status
      hoursMax
      count
    }
    days {
      date
      approved
      denied
    }
    outstanding {
      ages {
        currency
        daysMin
        daysMax
        count
        amount
      }
      claims {
        currency
        count
        amount
      }
    }
  }
}
    `) as unknown as TypedDocumentString<OverviewQuery, OverviewQueryVariables>;
export const ToReviewDocument = new TypedDocumentString(`
    query ToReview($first: Int, $last: Int, $after: String, $before: String, $filter: WaitingSettlementFilter, $order: WaitingOrder, $counted: Boolean = false) {
  workList {
    page: settlementsToReview(
      first: $first
      last: $last
      after: $after
      before: $before
      filter: $filter
      order: $order
    ) {
      totalCount @include(if: $counted)
      nodes {
        ...QueueSettlement
      }
      pageInfo {
        ...ListPage
      }
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment Snoozed on Snooze {
  until
  reason
  actorName
}
fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  dueAt
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
  snooze {
    ...Snoozed
  }
  assignment {
    actorName
  }
  claim {
    actorName
    mine
    expiresAt
  }
}`) as unknown as TypedDocumentString<ToReviewQuery, ToReviewQueryVariables>;
export const ToDisburseDocument = new TypedDocumentString(`
    query ToDisburse($first: Int, $last: Int, $after: String, $before: String, $filter: WaitingSettlementFilter, $order: WaitingOrder, $counted: Boolean = false) {
  workList {
    page: settlementsToDisburse(
      first: $first
      last: $last
      after: $after
      before: $before
      filter: $filter
      order: $order
    ) {
      totalCount @include(if: $counted)
      nodes {
        ...QueueSettlement
      }
      pageInfo {
        ...ListPage
      }
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment Snoozed on Snooze {
  until
  reason
  actorName
}
fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  dueAt
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
  snooze {
    ...Snoozed
  }
  assignment {
    actorName
  }
  claim {
    actorName
    mine
    expiresAt
  }
}`) as unknown as TypedDocumentString<ToDisburseQuery, ToDisburseQueryVariables>;
export const LapsingDocument = new TypedDocumentString(`
    query Lapsing($first: Int, $last: Int, $after: String, $before: String, $filter: LapsingOfferFilter, $counted: Boolean = false) {
  workList {
    page: lapsingOffers(
      first: $first
      last: $last
      after: $after
      before: $before
      filter: $filter
    ) {
      totalCount @include(if: $counted)
      nodes {
        ...QueueSettlement
      }
      pageInfo {
        ...ListPage
      }
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment Snoozed on Snooze {
  until
  reason
  actorName
}
fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  dueAt
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
  snooze {
    ...Snoozed
  }
  assignment {
    actorName
  }
  claim {
    actorName
    mine
    expiresAt
  }
}`) as unknown as TypedDocumentString<LapsingQuery, LapsingQueryVariables>;
export const WarnedDocument = new TypedDocumentString(`
    query Warned($first: Int, $last: Int, $after: String, $before: String, $filter: WarnedCustomerFilter, $counted: Boolean = false) {
  workList {
    page: customersWithKycWarnings(
      first: $first
      last: $last
      after: $after
      before: $before
      filter: $filter
    ) {
      totalCount @include(if: $counted)
      nodes {
        id
        companyName
        companyCountry
        createdAt
        dueAt
        snooze {
          ...Snoozed
        }
        partner {
          id
          name
        }
        kyc {
          ... on Kyc {
            status
            updatedAt
          }
        }
      }
      pageInfo {
        ...ListPage
      }
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment Snoozed on Snooze {
  until
  reason
  actorName
}`) as unknown as TypedDocumentString<WarnedQuery, WarnedQueryVariables>;
export const QueueTotalsDocument = new TypedDocumentString(`
    query QueueTotals {
  workList {
    review: settlementsToReview(filter: { snoozed: false }) {
      totalCount
    }
    disburse: settlementsToDisburse(filter: { snoozed: false }) {
      totalCount
    }
    lapsing: lapsingOffers(filter: { snoozed: false }) {
      totalCount
    }
    warnings: customersWithKycWarnings(filter: { snoozed: false }) {
      totalCount
    }
    overdue: overdueSettlements(filter: { snoozed: false }) {
      totalCount
    }
    reported: reportedRepayments(filter: { snoozed: false }) {
      totalCount
    }
    excess: settlementsWithOldExcess(filter: { snoozed: false }) {
      totalCount
    }
  }
  approvals: pendingApprovals {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<QueueTotalsQuery, QueueTotalsQueryVariables>;
export const OverdueDocument = new TypedDocumentString(`
    query Overdue($first: Int, $last: Int, $after: String, $before: String, $filter: OverdueSettlementFilter, $counted: Boolean = false) {
  workList {
    page: overdueSettlements(
      first: $first
      last: $last
      after: $after
      before: $before
      filter: $filter
    ) {
      totalCount @include(if: $counted)
      nodes {
        ...OwedSettlement
      }
      pageInfo {
        ...ListPage
      }
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment Snoozed on Snooze {
  until
  reason
  actorName
}
fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  dueAt
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
  snooze {
    ...Snoozed
  }
  assignment {
    actorName
  }
  claim {
    actorName
    mine
    expiresAt
  }
}
fragment OwedSettlement on InstantSettlement {
  ...QueueSettlement
  servicing {
    outstanding
    excess
    payBy
    daysPastDue
  }
}`) as unknown as TypedDocumentString<OverdueQuery, OverdueQueryVariables>;
export const ReportedDocument = new TypedDocumentString(`
    query Reported($first: Int, $last: Int, $after: String, $before: String, $filter: ReportedRepaymentFilter, $counted: Boolean = false) {
  workList {
    page: reportedRepayments(
      first: $first
      last: $last
      after: $after
      before: $before
      filter: $filter
    ) {
      totalCount @include(if: $counted)
      nodes {
        ...ReportedRow
      }
      pageInfo {
        ...ListPage
      }
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment Snoozed on Snooze {
  until
  reason
  actorName
}
fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  dueAt
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
  snooze {
    ...Snoozed
  }
  assignment {
    actorName
  }
  claim {
    actorName
    mine
    expiresAt
  }
}
fragment ReportedRow on Repayment {
  id
  amount
  currency
  receivedOn
  source
  reference
  createdAt
  longUnanswered
  dueAt
  settlement {
    ...QueueSettlement
  }
}`) as unknown as TypedDocumentString<ReportedQuery, ReportedQueryVariables>;
export const OldExcessDocument = new TypedDocumentString(`
    query OldExcess($first: Int, $last: Int, $after: String, $before: String, $filter: ServicedSettlementFilter, $counted: Boolean = false) {
  workList {
    page: settlementsWithOldExcess(
      first: $first
      last: $last
      after: $after
      before: $before
      filter: $filter
    ) {
      totalCount @include(if: $counted)
      nodes {
        ...OwedSettlement
      }
      pageInfo {
        ...ListPage
      }
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment Snoozed on Snooze {
  until
  reason
  actorName
}
fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  dueAt
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
  snooze {
    ...Snoozed
  }
  assignment {
    actorName
  }
  claim {
    actorName
    mine
    expiresAt
  }
}
fragment OwedSettlement on InstantSettlement {
  ...QueueSettlement
  servicing {
    outstanding
    excess
    payBy
    daysPastDue
  }
}`) as unknown as TypedDocumentString<OldExcessQuery, OldExcessQueryVariables>;
export const EventsDocument = new TypedDocumentString(`
    query Events($first: Int, $last: Int, $after: String, $before: String, $filter: EventFilter) {
  events(
    first: $first
    last: $last
    after: $after
    before: $before
    filter: $filter
  ) {
    nodes {
      ...EventRow
    }
    pageInfo {
      ...ListPage
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment EventRow on Event {
  id
  type
  subject
  actor
  actorName
  createdAt
  partnerId
  requestId
  data
}`) as unknown as TypedDocumentString<EventsQuery, EventsQueryVariables>;
export const EndpointsDocument = new TypedDocumentString(`
    query Endpoints($first: Int, $last: Int, $after: String, $before: String, $filter: WebhookEndpointFilter) {
  webhookEndpoints(
    first: $first
    last: $last
    after: $after
    before: $before
    filter: $filter
  ) {
    nodes {
      ...Endpoint
    }
    pageInfo {
      ...ListPage
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment Endpoint on WebhookEndpoint {
  id
  partnerId
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
}`) as unknown as TypedDocumentString<EndpointsQuery, EndpointsQueryVariables>;
export const WebhookDeliveriesDocument = new TypedDocumentString(`
    query WebhookDeliveries($id: ID!, $first: Int, $last: Int, $after: String, $before: String, $filter: WebhookDeliveryFilter) {
  webhookEndpoint(id: $id) {
    ...Endpoint
    deliveries(
      first: $first
      last: $last
      after: $after
      before: $before
      filter: $filter
    ) {
      nodes {
        id
        eventId
        eventType
        cursorBefore
        cursor
        status
        attemptCount
        createdAt
        completedAt
        nextAttemptAt
      }
      pageInfo {
        ...ListPage
      }
    }
  }
}
    fragment ListPage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment Endpoint on WebhookEndpoint {
  id
  partnerId
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
}`) as unknown as TypedDocumentString<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;
export const AttemptsDocument = new TypedDocumentString(`
    query Attempts($id: ID!) {
  webhookDelivery(id: $id) {
    attempts {
      id
      createdAt
      outcome
      httpStatus
      durationMs
      excerpt
    }
  }
}
    `) as unknown as TypedDocumentString<AttemptsQuery, AttemptsQueryVariables>;
export const DisableEndpointDocument = new TypedDocumentString(`
    mutation DisableEndpoint($id: ID!) {
  disableWebhookEndpoint(id: $id) {
    status
  }
}
    `) as unknown as TypedDocumentString<DisableEndpointMutation, DisableEndpointMutationVariables>;
export const EnableEndpointDocument = new TypedDocumentString(`
    mutation EnableEndpoint($id: ID!, $replayFrom: String) {
  enableWebhookEndpoint(id: $id, replayFrom: $replayFrom) {
    status
  }
}
    `) as unknown as TypedDocumentString<EnableEndpointMutation, EnableEndpointMutationVariables>;
export const RetryDeliveryDocument = new TypedDocumentString(`
    mutation RetryDelivery($id: ID!) {
  retryWebhookDelivery(id: $id) {
    status
  }
}
    `) as unknown as TypedDocumentString<RetryDeliveryMutation, RetryDeliveryMutationVariables>;
export const ReplayEventsDocument = new TypedDocumentString(`
    mutation ReplayEvents($id: ID!, $input: ReplayWebhookEventsInput!) {
  replayWebhookEvents(id: $id, input: $input) {
    eventCountMax
  }
}
    `) as unknown as TypedDocumentString<ReplayEventsMutation, ReplayEventsMutationVariables>;
export const TestEndpointDocument = new TypedDocumentString(`
    mutation TestEndpoint($id: ID!) {
  testWebhookEndpoint(id: $id) {
    outcome
    httpStatus
    durationMs
    excerpt
  }
}
    `) as unknown as TypedDocumentString<TestEndpointMutation, TestEndpointMutationVariables>;
export const EndMySessionsDocument = new TypedDocumentString(`
    mutation EndMySessions {
  endMySessions
}
    `) as unknown as TypedDocumentString<EndMySessionsMutation, EndMySessionsMutationVariables>;