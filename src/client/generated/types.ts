/* Made by `npm run docs` from the rows and the schemas of the REST API. */

/** A company to onboard. */
export interface CreateCustomerInput {
  /** Your own id of the customer; several customers may have the same one. */
  readonly external_customer_id: string;
  /** The e-mail address of the contact person at the company. */
  readonly contact_email: string;
  /** The name of the contact person at the company. */
  readonly contact_name: string;
  /** The phone number of the contact person; E.164, such as +85223456789. */
  readonly contact_phone: string;
  /** The country of the contact person; ISO 3166-1 alpha-2. */
  readonly contact_country: string;
  /** The name by which you know the company. */
  readonly company_name: string;
  /** Where the company is incorporated, HK or MY; it cannot be changed. */
  readonly company_country: string;
  /** Its line of business, in your own words. */
  readonly company_sector: string;
}

export interface Customer {
  /** The id of a customer, which begins with `cus_`. */
  readonly customer_id: string;
  /** Your own id of the customer; several customers may have the same one. */
  readonly external_customer_id: string;
  /** The e-mail address of the contact person at the company. */
  readonly contact_email: string;
  /** The name of the contact person at the company. */
  readonly contact_name: string;
  /** The phone number of the contact person; E.164, such as +85223456789. */
  readonly contact_phone: string;
  /** The country of the contact person; ISO 3166-1 alpha-2. */
  readonly contact_country: string;
  /** The name by which you know the company. */
  readonly company_name: string;
  /** Where the company is incorporated, HK or MY; it cannot be changed. */
  readonly company_country: string;
  /** Its line of business, in your own words. */
  readonly company_sector: string;
  /** When it was created, in UTC. */
  readonly created_at: string;
  /** When it last changed, in UTC. */
  readonly updated_at: string;
}

/** All properties of a customer that can change; they replace the present ones. */
export interface UpdateCustomerInput {
  /** Your own id of the customer; several customers may have the same one. */
  readonly external_customer_id: string;
  /** The e-mail address of the contact person at the company. */
  readonly contact_email: string;
  /** The name of the contact person at the company. */
  readonly contact_name: string;
  /** The phone number of the contact person; E.164, such as +85223456789. */
  readonly contact_phone: string;
  /** The country of the contact person; ISO 3166-1 alpha-2. */
  readonly contact_country: string;
  /** The name by which you know the company. */
  readonly company_name: string;
  readonly company_country?: string | null | undefined;
  /** Its line of business, in your own words. */
  readonly company_sector: string;
}

export interface KycRecord {
  /** The id of a customer, which begins with `cus_`. */
  readonly customer_id: string;
  /** The country of the company, whose rules the record follows. */
  readonly type: 'HK' | 'MY';
  /** Whether funding can be requested, or what is missing. */
  readonly status: 'incomplete' | 'missing_supporting_documents' | 'complete';
  /** The registered name of the company. */
  readonly legal_name: string | null;
  /** The address in the register of companies. */
  readonly registered_address: Address | null;
  /** The address at which the company works, if it is another one. */
  readonly operating_address: Address | null;
  /** A host name, or an http or https URL. */
  readonly website: string | null;
  /** The number of the company in the register of its country. */
  readonly business_registration_number: string | null;
  /** The day of its registration as a company; not in the future. */
  readonly date_of_incorporation: string | null;
  /** The identity number of each director. */
  readonly directors_identity_number: readonly {
    /** The kind of document that has the number. */
    readonly type: 'national_id' | 'passport' | 'driver_license';
    /** The number on the document, 1 to 64 characters. */
    readonly id: string;
  }[];
  /** The persons who hold 25 % of the shares or more; empty if no one does. */
  readonly shareholders_identity_number: readonly {
    /** The legal name of the company in which the person holds shares: `legal_name`, or the name of a company that holds shares of it. */
    readonly company_legal_name: string;
    /** The kind of document that has the number. */
    readonly type: 'national_id' | 'passport' | 'driver_license';
    /** The number on the document, 1 to 64 characters. */
    readonly id: string;
  }[];
  /** How many related companies there are; 0 if there is none. */
  readonly corporate_entities_number: number | null;
  /** Code of the economic activity, such as G4690: ISIC of up to four digits, MSIC of five or HSIC of six. The letter of the section before the digits may be left out. */
  readonly isic: string | null;
  /** Whether its business is a sensitive one. */
  readonly is_sensitive_business: boolean | null;
  /** Whether the company has a complex structure. */
  readonly has_complex_structure: boolean | null;
  /** Whether a search for the names of its directors found something. */
  readonly has_namecheck_hits: boolean | null;
  /** Always null: the gateway does not use a provider of name checks yet. */
  readonly namecheck_result: null;
  /** What your own screening of the company found, in any form. */
  readonly provider_company_screening_result: Readonly<Record<string, unknown>> | null;
  /** What your own screening of several names at once found, in any form. */
  readonly provider_batch_screening_result: Readonly<Record<string, unknown>> | null;
  /** The status of each document type of the country. */
  readonly supporting_documents: {
    readonly business_registration_certificate?: 'missing' | 'not_uploaded' | 'uploaded' | undefined;
    readonly directors_identity?: 'missing' | 'not_uploaded' | 'uploaded' | undefined;
    readonly directors_address_proof?: 'missing' | 'not_uploaded' | 'uploaded' | undefined;
    readonly shareholders_identity?: 'missing' | 'not_uploaded' | 'uploaded' | undefined;
    readonly shareholders_address_proof?: 'missing' | 'not_uploaded' | 'uploaded' | undefined;
    readonly company_structure_chart?: 'missing' | 'not_uploaded' | 'uploaded' | undefined;
    readonly nnc1?: 'missing' | 'not_uploaded' | 'uploaded' | undefined;
    readonly nar1?: 'missing' | 'not_uploaded' | 'uploaded' | undefined;
    readonly litigation_history?: 'missing' | 'not_uploaded' | 'uploaded' | undefined;
    readonly registration_of_business?: 'missing' | 'not_uploaded' | 'uploaded' | undefined;
  };
  /** When it was created, in UTC. */
  readonly created_at: string;
  /** When it last changed, in UTC. */
  readonly updated_at: string;
}

/** An address in any country. */
export interface Address {
  /** The first line, such as a building and a street. */
  readonly address_line_1: string;
  /** The second line; null if there is none. */
  readonly address_line_2: string | null;
  /** The third line; null if there is none. */
  readonly address_line_3: string | null;
  /** It may be empty: Hong Kong has no postal codes. */
  readonly postal_code: string;
  /** The city or town. */
  readonly city: string;
  /** Free text, such as Hong Kong. */
  readonly country: string;
}

/** The whole KYC information of a company; it replaces the present one. */
export interface KycInput {
  /** The registered name of the company. */
  readonly legal_name: string;
  readonly registered_address: AddressInput;
  /** The address at which the company works, if it is another one. */
  readonly operating_address?: AddressInput | null | undefined;
  /** A host name, or an http or https URL. */
  readonly website?: string | null | undefined;
  /** The number of the company in the register of its country. */
  readonly business_registration_number: string;
  /** The day of its registration as a company; not in the future. */
  readonly date_of_incorporation: string;
  /** The identity number of each director. */
  readonly directors_identity_number: readonly {
    /** The kind of document that has the number. */
    readonly type: 'national_id' | 'passport' | 'driver_license';
    /** The number on the document, 1 to 64 characters. */
    readonly id: string;
  }[];
  /** The persons who hold 25 % of the shares or more; empty if no one does. */
  readonly shareholders_identity_number: readonly {
    /** The legal name of the company in which the person holds shares: `legal_name`, or the name of a company that holds shares of it. */
    readonly company_legal_name: string;
    /** The kind of document that has the number. */
    readonly type: 'national_id' | 'passport' | 'driver_license';
    /** The number on the document, 1 to 64 characters. */
    readonly id: string;
  }[];
  /** How many related companies there are; 0 if there is none. */
  readonly corporate_entities_number: number;
  /** Code of the economic activity, such as G4690: ISIC of up to four digits, MSIC of five or HSIC of six. The letter of the section before the digits may be left out. */
  readonly isic: string;
  /** Whether its business is a sensitive one. */
  readonly is_sensitive_business?: boolean | null | undefined;
  /** Whether the company has a complex structure. */
  readonly has_complex_structure?: boolean | null | undefined;
  /** Whether a search for the names of its directors found something. */
  readonly has_namecheck_hits?: boolean | null | undefined;
  /** What your own screening of the company found, in any form. */
  readonly provider_company_screening_result?: Readonly<Record<string, unknown>> | null | undefined;
  /** What your own screening of several names at once found, in any form. */
  readonly provider_batch_screening_result?: Readonly<Record<string, unknown>> | null | undefined;
}

/** An address in any country. */
export interface AddressInput {
  /** The first line, such as a building and a street. */
  readonly address_line_1: string;
  /** The second line; null if there is none. */
  readonly address_line_2?: string | null | undefined;
  /** The third line; null if there is none. */
  readonly address_line_3?: string | null | undefined;
  /** It may be empty: Hong Kong has no postal codes. */
  readonly postal_code: string;
  /** The city or town. */
  readonly city: string;
  /** Free text, such as Hong Kong. */
  readonly country: string;
}

export interface UploadedDocuments {
  /** What the document shows. */
  readonly type:
    | 'business_registration_certificate'
    | 'directors_identity'
    | 'directors_address_proof'
    | 'shareholders_identity'
    | 'shareholders_address_proof'
    | 'company_structure_chart'
    | 'nnc1'
    | 'nar1'
    | 'litigation_history'
    | 'registration_of_business';
  /** All files of the type, in the order of their part names. */
  readonly files: readonly UploadedDocument[];
}

export interface UploadedDocument {
  /** The id of a document, which begins with `doc_`. */
  readonly document_id: string;
  /** Consists of the time, random characters and the name that you sent, with the extension of the media type. */
  readonly filename: string;
  /** The media type that you sent: image/jpeg, image/png or application/pdf. */
  readonly mime_type: 'image/jpeg' | 'image/png' | 'application/pdf';
  /** `content_type_mismatch`: The bytes are not what the media type says. `password_required`: The PDF opens only with a password. `no_pages`: The PDF has no page. `attachments`: The PDF has other files in it, which are not drawn: it is a portfolio, or has attachments. `xfa_form`: The PDF is an XFA form. Most readers show only a page that asks to wait. */
  readonly warnings: readonly (
    'content_type_mismatch' | 'password_required' | 'no_pages' | 'attachments' | 'xfa_form'
  )[];
}

export interface DocumentsByType {
  readonly business_registration_certificate?: readonly DocumentSummary[] | undefined;
  readonly directors_identity?: readonly DocumentSummary[] | undefined;
  readonly directors_address_proof?: readonly DocumentSummary[] | undefined;
  readonly shareholders_identity?: readonly DocumentSummary[] | undefined;
  readonly shareholders_address_proof?: readonly DocumentSummary[] | undefined;
  readonly company_structure_chart?: readonly DocumentSummary[] | undefined;
  readonly nnc1?: readonly DocumentSummary[] | undefined;
  readonly nar1?: readonly DocumentSummary[] | undefined;
  readonly litigation_history?: readonly DocumentSummary[] | undefined;
  readonly registration_of_business?: readonly DocumentSummary[] | undefined;
}

export interface DocumentSummary {
  /** The id of a document, which begins with `doc_`. */
  readonly document_id: string;
  /** Consists of the time, random characters and the name that you sent, with the extension of the media type. */
  readonly filename: string;
  /** The media type that you sent: image/jpeg, image/png or application/pdf. */
  readonly mime_type: 'image/jpeg' | 'image/png' | 'application/pdf';
}

export interface Document {
  /** The id of a document, which begins with `doc_`. */
  readonly document_id: string;
  /** What the document shows. */
  readonly type:
    | 'business_registration_certificate'
    | 'directors_identity'
    | 'directors_address_proof'
    | 'shareholders_identity'
    | 'shareholders_address_proof'
    | 'company_structure_chart'
    | 'nnc1'
    | 'nar1'
    | 'litigation_history'
    | 'registration_of_business';
  /** Consists of the time, random characters and the name that you sent, with the extension of the media type. */
  readonly filename: string;
  /** The media type that you sent: image/jpeg, image/png or application/pdf. */
  readonly mime_type: 'image/jpeg' | 'image/png' | 'application/pdf';
  /** Downloads the file without an API key, for five minutes. */
  readonly url: string;
}

/** A request for funding. */
export interface CreateInstantSettlementInput {
  /** The customer to be funded, whose KYC must be complete. */
  readonly customer_id: string;
  /** ISO 4217; one of the currencies in which the partner can be funded. */
  readonly currency: string;
  /** In the minor unit of the currency: 1250000 is HKD 12,500.00. */
  readonly amount: number;
  /** The chargeback rate of the account, as a decimal: 3 % is 0.03. Required unless the provider made it optional for the partner. */
  readonly account_chargeback_rate?: number | null | undefined;
  /** The refund rate of the account, as a decimal: 3 % is 0.03. Required unless the provider made it optional for the partner. */
  readonly account_refund_rate?: number | null | undefined;
  /** How many days the transactions take to settle. The money is due so many calendar days after it was sent. */
  readonly settlement_period: number;
  /** The transactions of the account until now, in any form. They are kept as you send them. */
  readonly transactions: Readonly<Record<string, unknown>>;
}

export interface InstantSettlement {
  /** The id of an instant settlement, which begins with `fun_`. */
  readonly funding_id: string;
  /** The id of a customer, which begins with `cus_`. */
  readonly customer_id: string;
  /** ISO 4217, such as HKD. */
  readonly currency: string;
  /** In the minor unit of the currency: 1250000 is HKD 12,500.00. */
  readonly amount: number;
  /** The chargeback rate of the account, as a decimal: 3 % is 0.03. Null if the partner sent none. */
  readonly account_chargeback_rate: number | null;
  /** The refund rate of the account, as a decimal: 3 % is 0.03. Null if the partner sent none. */
  readonly account_refund_rate: number | null;
  /** How many days the transactions take to settle. The money is due so many calendar days after it was sent. */
  readonly settlement_period: number;
  /** The rate of the provider, as a decimal: 0.2 % is 0.002. The approval fixes it. */
  readonly interest_rate: number;
  /** What the funding costs for its whole period, on top of the amount, in the minor unit; null before the approval, which fixes it. */
  readonly fee: number | null;
  /** The fee as a rate of a year of 365 days, as a decimal: 0.6 is 60 %; null before the approval. */
  readonly annual_rate: number | null;
  /** What a repayment pays first; null before the approval, which fixes it. */
  readonly repayment_order: 'fee_first' | 'principal_first' | null;
  /** What the partner sent, unchanged. */
  readonly transactions: Readonly<Record<string, unknown>>;
  /** The status of the request. */
  readonly status: 'submitted' | 'approved' | 'denied' | 'accepted' | 'rejected' | 'funded' | 'repaid';
  /** What is owed, and what was paid; null before the money was sent. */
  readonly servicing: Servicing | null;
  /** Null if it was not denied. */
  readonly denial_reason:
    | 'insufficient_history'
    | 'high_chargeback_rate'
    | 'high_refund_rate'
    | 'exposure_limit'
    | 'business_not_supported'
    | 'information_inconsistent'
    | 'credit_policy'
    | 'not_eligible'
    | 'offer_expired'
    | 'offer_withdrawn'
    | 'acceptance_revoked'
    | null;
  /** At this second the offer is denied if the partner has not answered it; null before there is an offer. */
  readonly offer_expires_at: string | null;
  /** When it was created, in UTC. */
  readonly created_at: string;
  /** When it last changed, in UTC. */
  readonly updated_at: string;
}

/** Amounts are in the minor unit of the currency of the settlement. */
export interface Servicing {
  /** The day of the payout in the country of the customer. */
  readonly funded_on: string;
  /** The day on which it is due. */
  readonly due_on: string;
  /** The day on which it was due before the provider moved it. */
  readonly original_due_on: string;
  /** The last day for the payment: `due_on`, or the next day on which banks work. */
  readonly pay_by: string;
  /** What is outstanding of the amount. */
  readonly principal_outstanding: number;
  /** What is outstanding of the fee. */
  readonly fee_outstanding: number;
  /** Excess that was paid back to the payer before its repayment was reversed. */
  readonly refund_receivable: number;
  /** What is owed: principal, fee and refund receivable. */
  readonly outstanding: number;
  /** What received repayments paid of principal, fee and a claim. */
  readonly paid: number;
  /** What was paid too much and is held for the payer. */
  readonly excess: number;
  /** The sum of the reports that wait for the confirmation of the provider. */
  readonly reported: number;
  /** Days since `pay_by`, until a claim was recovered; 0 unless it is overdue or written off. */
  readonly days_past_due: number;
  /** What the provider waits for. */
  readonly state: 'written_off' | 'settled' | 'overdue' | 'due_soon' | 'current';
  /** What was written off; null if nothing was. */
  readonly written_off: WrittenOff | null;
  /** What was written off and has not come back. */
  readonly claim: number;
  /** The day since which nothing is owed; null while something is. */
  readonly closed_on: string | null;
}

export interface WrittenOff {
  /** Of the amount, and of what was refunded too early. */
  readonly principal: number;
  /** Of the fee. */
  readonly fee: number;
  /** The day on which it was written off. */
  readonly on: string;
  /** Why it was written off. */
  readonly code: 'insolvency' | 'fraud' | 'dispute' | 'uneconomic' | 'other';
}

export interface InstantSettlementSummary {
  /** The id of an instant settlement, which begins with `fun_`. */
  readonly funding_id: string;
  /** The id of a customer, which begins with `cus_`. */
  readonly customer_id: string;
  /** ISO 4217, such as HKD. */
  readonly currency: string;
  /** In the minor unit of the currency: 1250000 is HKD 12,500.00. */
  readonly amount: number;
  /** The chargeback rate of the account, as a decimal: 3 % is 0.03. Null if the partner sent none. */
  readonly account_chargeback_rate: number | null;
  /** The refund rate of the account, as a decimal: 3 % is 0.03. Null if the partner sent none. */
  readonly account_refund_rate: number | null;
  /** How many days the transactions take to settle. The money is due so many calendar days after it was sent. */
  readonly settlement_period: number;
  /** The rate of the provider, as a decimal: 0.2 % is 0.002. The approval fixes it. */
  readonly interest_rate: number;
  /** What the funding costs for its whole period, on top of the amount, in the minor unit; null before the approval, which fixes it. */
  readonly fee: number | null;
  /** The fee as a rate of a year of 365 days, as a decimal: 0.6 is 60 %; null before the approval. */
  readonly annual_rate: number | null;
  /** What a repayment pays first; null before the approval, which fixes it. */
  readonly repayment_order: 'fee_first' | 'principal_first' | null;
  /** The status of the request. */
  readonly status: 'submitted' | 'approved' | 'denied' | 'accepted' | 'rejected' | 'funded' | 'repaid';
  /** What is owed, and what was paid; null before the money was sent. */
  readonly servicing: Servicing | null;
  /** Null if it was not denied. */
  readonly denial_reason:
    | 'insufficient_history'
    | 'high_chargeback_rate'
    | 'high_refund_rate'
    | 'exposure_limit'
    | 'business_not_supported'
    | 'information_inconsistent'
    | 'credit_policy'
    | 'not_eligible'
    | 'offer_expired'
    | 'offer_withdrawn'
    | 'acceptance_revoked'
    | null;
  /** At this second the offer is denied if the partner has not answered it; null before there is an offer. */
  readonly offer_expires_at: string | null;
  /** When it was created, in UTC. */
  readonly created_at: string;
  /** When it last changed, in UTC. */
  readonly updated_at: string;
}

export interface DecisionInput {
  readonly type: 'accept' | 'reject';
  /** Required when the offer is rejected. */
  readonly reason?: string | null | undefined;
}

/** A repayment that the partner reports. */
export interface ReportRepaymentInput {
  /** In the minor unit of the currency: 74500 is HKD 745.00. */
  readonly amount: number;
  /** If it is given, it must be the currency of the settlement. */
  readonly currency?: string | null | undefined;
  /** The day on which the money came, from the day of the payout to today; today when absent. */
  readonly received_on?: string | null | undefined;
  /** The way in which the money came. */
  readonly source: 'transfer' | 'sales_share' | 'instalment' | 'offset';
  /** The reference of the payment, 1 to 140 characters. A settlement takes each reference once a day. Empty is absent. */
  readonly reference?: string | null | undefined;
  /** True if this is another repayment, although it has no reference and the settlement has a repayment of the same day and amount; false when absent. */
  readonly allow_duplicate?: boolean | null | undefined;
}

export interface Repayment {
  /** The id of a repayment, which begins with `rep_`. */
  readonly repayment_id: string;
  /** The id of an instant settlement, which begins with `fun_`. */
  readonly funding_id: string;
  /** The id of a customer, which begins with `cus_`. */
  readonly customer_id: string;
  /** ISO 4217, such as HKD; the currency of the settlement. */
  readonly currency: string;
  /** In the minor unit of the currency: 74500 is HKD 745.00. */
  readonly amount: number;
  /** The day on which the money came. */
  readonly received_on: string;
  /** The way in which the money came. */
  readonly source: 'transfer' | 'sales_share' | 'instalment' | 'offset';
  /** The reference of the payment; null if there is none. */
  readonly reference: string | null;
  /** The status of the repayment. */
  readonly status: 'reported' | 'received' | 'declined' | 'cancelled' | 'reversed';
  /** What it paid. Zeros before it is received, and if it never was; kept when it is reversed. */
  readonly allocated: RepaymentAllocation;
  /** What the partner reported; null if the provider recorded it without a report. */
  readonly reported: ReportedRepayment | null;
  /** Null unless it was reversed. */
  readonly reversal: RepaymentReversal | null;
  /** Why the provider declined it; null unless it did. */
  readonly decline_reason: string | null;
  /** When it was created, in UTC. */
  readonly created_at: string;
  /** When it last changed, in UTC. */
  readonly updated_at: string;
}

export interface RepaymentAllocation {
  /** What it paid of the amount of the settlement. */
  readonly principal: number;
  /** What it paid of the fee. */
  readonly fee: number;
  /** What was owed to the payer, or what the provider had paid back too early. */
  readonly excess: number;
  /** What it paid of a claim, after the rest was written off. */
  readonly recovery: number;
}

export interface ReportedRepayment {
  /** In the minor unit of the currency. */
  readonly amount: number;
  /** The day on which the money came. */
  readonly received_on: string;
  /** The reference of the payment; null if there is none. */
  readonly reference: string | null;
}

export interface RepaymentReversal {
  /** From this day on the reversal counts. */
  readonly reversed_on: string;
  /** Whether the money went back, or never came. */
  readonly kind: 'returned' | 'mistake';
  /** Why. */
  readonly reason: string;
}

export interface Statement {
  /** ISO 4217, such as HKD. */
  readonly currency: string;
  readonly from: string | null;
  readonly until: string | null;
  /** What was recorded until this moment is shown. */
  readonly known_at: string;
  /** False if `known_at` is so recent that a line of that moment may not be visible yet. */
  readonly final: boolean;
  /** What was owed before the first day. An exact whole number of minor units, as a decimal text. */
  readonly opening_balance: string;
  /** What was owed at the end of the last day. An exact whole number of minor units, as a decimal text. */
  readonly closing_balance: string;
  readonly items: readonly StatementLine[];
  /** Pass it as `after` for the next page; null at the end. */
  readonly next_cursor: string | null;
  /** Whether more lines follow. */
  readonly has_more: boolean;
}

export interface StatementLine {
  /** The id of an entry of the journal, which begins with `ent_`. */
  readonly entry_id: string;
  /** The day for which it is true. */
  readonly effective_on: string;
  /** The day in the books: `effective_on`, or the day of recording if those books were closed. */
  readonly posted_on: string;
  /** When it became known. */
  readonly recorded_at: string;
  /** What happened. */
  readonly kind:
    | 'disbursement'
    | 'fee_earned'
    | 'repayment'
    | 'recovery'
    | 'reversal'
    | 'excess_applied'
    | 'excess_withdrawn'
    | 'waiver'
    | 'small_difference'
    | 'small_difference_undone'
    | 'write_off'
    | 'refund'
    | 'waiver_undone'
    | 'write_off_undone'
    | 'refund_undone'
    | 'disbursement_returned'
    | 'disbursement_corrected'
    | 'opening';
  /** The id of an instant settlement, which begins with `fun_`. */
  readonly funding_id: string;
  /** The id of a repayment, which begins with `rep_`. */
  readonly repayment_id: string | null;
  /** The change of what is owed, in the minor unit of the currency; negative if less is owed. */
  readonly amount: number;
  /** What the settlement owed right after it was recorded, in the minor unit; negative if money is owed to the payer. */
  readonly balance: number;
}

export interface EventPage {
  readonly items: readonly Event[];
  /** Send it as `after` to get the next events. */
  readonly next_cursor: string;
  /** Whether more events exist already. With a filter, a page can then have few items or none. */
  readonly has_more: boolean;
}

export interface Event {
  /** The id of an event, which begins with `evt_`. */
  readonly event_id: string;
  /** What happened. Operators see more types of events. */
  readonly type:
    | 'partner.created'
    | 'partner.updated'
    | 'key.created'
    | 'key.rotated'
    | 'key.moved'
    | 'key.revoked'
    | 'customer.created'
    | 'customer.updated'
    | 'kyc.created'
    | 'kyc.updated'
    | 'kyc.documents_uploaded'
    | 'kyc.document_requested'
    | 'kyc.status_changed'
    | 'funding.submitted'
    | 'funding.approved'
    | 'funding.denied'
    | 'funding.accepted'
    | 'funding.rejected'
    | 'funding.expired'
    | 'funding.withdrawn'
    | 'funding.disbursed'
    | 'funding.revoked'
    | 'funding.repaid'
    | 'funding.reopened'
    | 'funding.disbursement_returned'
    | 'funding.balance_changed'
    | 'funding.due_soon'
    | 'funding.overdue'
    | 'funding.overdue_ended'
    | 'funding.fee_waived'
    | 'funding.written_off'
    | 'funding.excess_refunded'
    | 'funding.due_on_changed'
    | 'funding.disbursement_corrected'
    | 'repayment.reported'
    | 'repayment.cancelled'
    | 'repayment.received'
    | 'repayment.declined'
    | 'repayment.reversed'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.updated'
    | 'webhook_endpoint.deleted'
    | 'webhook_endpoint.disabled'
    | 'test.ping';
  /** The record that it happened to, such as customer/cus_... */
  readonly subject: string;
  /** The number of the event among the events of its subject, from 1. */
  readonly sequence: number;
  /** The partner who owns the record; null if the provider owns it. */
  readonly partner_id: string | null;
  /** Who did it: the id of a key, `cli` or `clock`. A partner sees `operator` for everyone who acts for the provider. */
  readonly actor: string;
  /** The id of the request that did it. A partner sees null if an operator sent the request. */
  readonly request_id: string | null;
  /** When it was recorded, in UTC. */
  readonly created_at: string;
  /** Names of fields, states, ids and counts, but never personal data. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** An address to which events are sent. */
export interface CreateWebhookEndpointInput {
  /** Where events are sent: an https URL on a public address. */
  readonly url: string;
  /** A text by which you recognise it. */
  readonly description?: string | null | undefined;
  /** The types of events that it gets; with `*` every event that you see. */
  readonly event_types: readonly (
    | '*'
    | 'partner.created'
    | 'partner.updated'
    | 'key.created'
    | 'key.rotated'
    | 'key.moved'
    | 'key.revoked'
    | 'customer.created'
    | 'customer.updated'
    | 'kyc.created'
    | 'kyc.updated'
    | 'kyc.documents_uploaded'
    | 'kyc.document_requested'
    | 'kyc.status_changed'
    | 'funding.submitted'
    | 'funding.approved'
    | 'funding.denied'
    | 'funding.accepted'
    | 'funding.rejected'
    | 'funding.expired'
    | 'funding.withdrawn'
    | 'funding.disbursed'
    | 'funding.revoked'
    | 'funding.repaid'
    | 'funding.reopened'
    | 'funding.disbursement_returned'
    | 'funding.balance_changed'
    | 'funding.due_soon'
    | 'funding.overdue'
    | 'funding.overdue_ended'
    | 'funding.fee_waived'
    | 'funding.written_off'
    | 'funding.excess_refunded'
    | 'funding.due_on_changed'
    | 'funding.disbursement_corrected'
    | 'repayment.reported'
    | 'repayment.cancelled'
    | 'repayment.received'
    | 'repayment.declined'
    | 'repayment.reversed'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.updated'
    | 'webhook_endpoint.deleted'
    | 'webhook_endpoint.disabled'
  )[];
  /** Whether the events of one subject are sent one after another. If so, an event that fails delays the next one. */
  readonly ordering?: 'none' | 'subject' | null | undefined;
  /** Whether it gets events from now on; enabled when absent. */
  readonly status?: 'enabled' | 'disabled' | null | undefined;
}

export interface WebhookEndpointWithSecret {
  /** The id of a webhook endpoint, which begins with `whe_`. */
  readonly webhook_endpoint_id: string;
  /** Where events are sent: an https URL on a public address. */
  readonly url: string;
  /** A text by which you recognise it. */
  readonly description: string | null;
  /** The types of events that it gets; with `*` every event that you see. */
  readonly event_types: readonly (
    | '*'
    | 'partner.created'
    | 'partner.updated'
    | 'key.created'
    | 'key.rotated'
    | 'key.moved'
    | 'key.revoked'
    | 'customer.created'
    | 'customer.updated'
    | 'kyc.created'
    | 'kyc.updated'
    | 'kyc.documents_uploaded'
    | 'kyc.document_requested'
    | 'kyc.status_changed'
    | 'funding.submitted'
    | 'funding.approved'
    | 'funding.denied'
    | 'funding.accepted'
    | 'funding.rejected'
    | 'funding.expired'
    | 'funding.withdrawn'
    | 'funding.disbursed'
    | 'funding.revoked'
    | 'funding.repaid'
    | 'funding.reopened'
    | 'funding.disbursement_returned'
    | 'funding.balance_changed'
    | 'funding.due_soon'
    | 'funding.overdue'
    | 'funding.overdue_ended'
    | 'funding.fee_waived'
    | 'funding.written_off'
    | 'funding.excess_refunded'
    | 'funding.due_on_changed'
    | 'funding.disbursement_corrected'
    | 'repayment.reported'
    | 'repayment.cancelled'
    | 'repayment.received'
    | 'repayment.declined'
    | 'repayment.reversed'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.updated'
    | 'webhook_endpoint.deleted'
    | 'webhook_endpoint.disabled'
  )[];
  /** Whether the events of one subject are sent one after another. If so, an event that fails delays the next one. */
  readonly ordering: 'none' | 'subject';
  /** Whether it gets events. */
  readonly status: 'enabled' | 'disabled';
  /** Why it is disabled; null while it is enabled. */
  readonly disabled_reason: 'gone' | 'failing' | 'partner' | 'operator' | null;
  /** The result of the last failed attempt, even if later attempts succeeded; null if none failed. */
  readonly last_error:
    | 'ok'
    | 'http_error'
    | 'redirect'
    | 'timeout'
    | 'connect_failed'
    | 'tls_failed'
    | 'dns_failed'
    | 'address_refused'
    | null;
  /** The HTTP status of that attempt; null if the receiver did not respond. */
  readonly last_error_status: number | null;
  /** When it was made, in UTC. */
  readonly last_error_at: string | null;
  /** When it was created, in UTC. */
  readonly created_at: string;
  /** When it last changed, in UTC. */
  readonly updated_at: string;
  /** It is shown only once: null if the response is repeated for an idempotency key. */
  readonly secret: string | null;
}

export interface WebhookEndpoint {
  /** The id of a webhook endpoint, which begins with `whe_`. */
  readonly webhook_endpoint_id: string;
  /** Where events are sent: an https URL on a public address. */
  readonly url: string;
  /** A text by which you recognise it. */
  readonly description: string | null;
  /** The types of events that it gets; with `*` every event that you see. */
  readonly event_types: readonly (
    | '*'
    | 'partner.created'
    | 'partner.updated'
    | 'key.created'
    | 'key.rotated'
    | 'key.moved'
    | 'key.revoked'
    | 'customer.created'
    | 'customer.updated'
    | 'kyc.created'
    | 'kyc.updated'
    | 'kyc.documents_uploaded'
    | 'kyc.document_requested'
    | 'kyc.status_changed'
    | 'funding.submitted'
    | 'funding.approved'
    | 'funding.denied'
    | 'funding.accepted'
    | 'funding.rejected'
    | 'funding.expired'
    | 'funding.withdrawn'
    | 'funding.disbursed'
    | 'funding.revoked'
    | 'funding.repaid'
    | 'funding.reopened'
    | 'funding.disbursement_returned'
    | 'funding.balance_changed'
    | 'funding.due_soon'
    | 'funding.overdue'
    | 'funding.overdue_ended'
    | 'funding.fee_waived'
    | 'funding.written_off'
    | 'funding.excess_refunded'
    | 'funding.due_on_changed'
    | 'funding.disbursement_corrected'
    | 'repayment.reported'
    | 'repayment.cancelled'
    | 'repayment.received'
    | 'repayment.declined'
    | 'repayment.reversed'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.updated'
    | 'webhook_endpoint.deleted'
    | 'webhook_endpoint.disabled'
  )[];
  /** Whether the events of one subject are sent one after another. If so, an event that fails delays the next one. */
  readonly ordering: 'none' | 'subject';
  /** Whether it gets events. */
  readonly status: 'enabled' | 'disabled';
  /** Why it is disabled; null while it is enabled. */
  readonly disabled_reason: 'gone' | 'failing' | 'partner' | 'operator' | null;
  /** The result of the last failed attempt, even if later attempts succeeded; null if none failed. */
  readonly last_error:
    | 'ok'
    | 'http_error'
    | 'redirect'
    | 'timeout'
    | 'connect_failed'
    | 'tls_failed'
    | 'dns_failed'
    | 'address_refused'
    | null;
  /** The HTTP status of that attempt; null if the receiver did not respond. */
  readonly last_error_status: number | null;
  /** When it was made, in UTC. */
  readonly last_error_at: string | null;
  /** When it was created, in UTC. */
  readonly created_at: string;
  /** When it last changed, in UTC. */
  readonly updated_at: string;
}

/** The properties of a webhook endpoint; they replace the present ones. */
export interface UpdateWebhookEndpointInput {
  /** Where events are sent: an https URL on a public address. */
  readonly url: string;
  /** A text by which you recognise it. */
  readonly description?: string | null | undefined;
  /** The types of events that it gets; with `*` every event that you see. */
  readonly event_types: readonly (
    | '*'
    | 'partner.created'
    | 'partner.updated'
    | 'key.created'
    | 'key.rotated'
    | 'key.moved'
    | 'key.revoked'
    | 'customer.created'
    | 'customer.updated'
    | 'kyc.created'
    | 'kyc.updated'
    | 'kyc.documents_uploaded'
    | 'kyc.document_requested'
    | 'kyc.status_changed'
    | 'funding.submitted'
    | 'funding.approved'
    | 'funding.denied'
    | 'funding.accepted'
    | 'funding.rejected'
    | 'funding.expired'
    | 'funding.withdrawn'
    | 'funding.disbursed'
    | 'funding.revoked'
    | 'funding.repaid'
    | 'funding.reopened'
    | 'funding.disbursement_returned'
    | 'funding.balance_changed'
    | 'funding.due_soon'
    | 'funding.overdue'
    | 'funding.overdue_ended'
    | 'funding.fee_waived'
    | 'funding.written_off'
    | 'funding.excess_refunded'
    | 'funding.due_on_changed'
    | 'funding.disbursement_corrected'
    | 'repayment.reported'
    | 'repayment.cancelled'
    | 'repayment.received'
    | 'repayment.declined'
    | 'repayment.reversed'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.updated'
    | 'webhook_endpoint.deleted'
    | 'webhook_endpoint.disabled'
  )[];
  /** Unchanged when absent. */
  readonly ordering?: 'none' | 'subject' | null | undefined;
  /** Unchanged when absent. */
  readonly status?: 'enabled' | 'disabled' | null | undefined;
  /** If this enables a disabled endpoint: the cursor of the feed after which it gets the events that it missed, or `disabled` for all of them. */
  readonly replay_from?: string | null | undefined;
}

export interface DeletedWebhookEndpoint {
  /** The id of a webhook endpoint, which begins with `whe_`. */
  readonly webhook_endpoint_id: string;
  /** Always true: deleting an endpoint that does not exist is an error. */
  readonly deleted: true;
}

export interface RotateWebhookSecretInput {
  /** How long the former secret also signs. */
  readonly overlap_hours?: number | null | undefined;
}

export interface WebhookTest {
  /** The id of a webhook delivery, which begins with `whd_`. */
  readonly webhook_delivery_id: string;
  /** The id of an event, which begins with `evt_`. */
  readonly event_id: string;
  /** Whether the request succeeded, or why it failed; null if there is no result. */
  readonly outcome:
    | 'ok'
    | 'http_error'
    | 'redirect'
    | 'timeout'
    | 'connect_failed'
    | 'tls_failed'
    | 'dns_failed'
    | 'address_refused'
    | null;
  /** The HTTP status of the receiver’s response; null if none came. */
  readonly http_status: number | null;
  /** How many milliseconds the request took; null if there is no result. */
  readonly duration_ms: number | null;
  /** The beginning of the receiver’s response; null if none came. */
  readonly excerpt: string | null;
}

/** A part of the feed to deliver again, up to 100,000 events. */
export interface ReplayWebhookEventsInput {
  /** The cursor of the feed after which the events begin. */
  readonly after: string;
  /** The cursor of the last event; when absent, all events until now. */
  readonly until?: string | null | undefined;
  /** Only events of these types, out of the types of the endpoint. */
  readonly event_types?:
    | readonly (
        | '*'
        | 'partner.created'
        | 'partner.updated'
        | 'key.created'
        | 'key.rotated'
        | 'key.moved'
        | 'key.revoked'
        | 'customer.created'
        | 'customer.updated'
        | 'kyc.created'
        | 'kyc.updated'
        | 'kyc.documents_uploaded'
        | 'kyc.document_requested'
        | 'kyc.status_changed'
        | 'funding.submitted'
        | 'funding.approved'
        | 'funding.denied'
        | 'funding.accepted'
        | 'funding.rejected'
        | 'funding.expired'
        | 'funding.withdrawn'
        | 'funding.disbursed'
        | 'funding.revoked'
        | 'funding.repaid'
        | 'funding.reopened'
        | 'funding.disbursement_returned'
        | 'funding.balance_changed'
        | 'funding.due_soon'
        | 'funding.overdue'
        | 'funding.overdue_ended'
        | 'funding.fee_waived'
        | 'funding.written_off'
        | 'funding.excess_refunded'
        | 'funding.due_on_changed'
        | 'funding.disbursement_corrected'
        | 'repayment.reported'
        | 'repayment.cancelled'
        | 'repayment.received'
        | 'repayment.declined'
        | 'repayment.reversed'
        | 'webhook_endpoint.created'
        | 'webhook_endpoint.updated'
        | 'webhook_endpoint.deleted'
        | 'webhook_endpoint.disabled'
      )[]
    | null
    | undefined;
  /** Deliveries that failed or were canceled, or all events. */
  readonly only: 'failed' | 'all';
}

export interface WebhookReplay {
  /** The id of a replay of webhook deliveries, which begins with `whr_`. */
  readonly webhook_replay_id: string;
  /** The id of a webhook endpoint, which begins with `whe_`. */
  readonly webhook_endpoint_id: string;
  /** How many events it delivers at most. */
  readonly event_count_max: number;
  /** When it was created, in UTC. */
  readonly created_at: string;
}

export interface WebhookDeliverySummary {
  /** The id of a webhook delivery, which begins with `whd_`. */
  readonly webhook_delivery_id: string;
  /** The id of a webhook endpoint, which begins with `whe_`. */
  readonly webhook_endpoint_id: string;
  /** The id of an event, which begins with `evt_`. */
  readonly event_id: string;
  /** The type of the event. */
  readonly event_type:
    | 'partner.created'
    | 'partner.updated'
    | 'key.created'
    | 'key.rotated'
    | 'key.moved'
    | 'key.revoked'
    | 'customer.created'
    | 'customer.updated'
    | 'kyc.created'
    | 'kyc.updated'
    | 'kyc.documents_uploaded'
    | 'kyc.document_requested'
    | 'kyc.status_changed'
    | 'funding.submitted'
    | 'funding.approved'
    | 'funding.denied'
    | 'funding.accepted'
    | 'funding.rejected'
    | 'funding.expired'
    | 'funding.withdrawn'
    | 'funding.disbursed'
    | 'funding.revoked'
    | 'funding.repaid'
    | 'funding.reopened'
    | 'funding.disbursement_returned'
    | 'funding.balance_changed'
    | 'funding.due_soon'
    | 'funding.overdue'
    | 'funding.overdue_ended'
    | 'funding.fee_waived'
    | 'funding.written_off'
    | 'funding.excess_refunded'
    | 'funding.due_on_changed'
    | 'funding.disbursement_corrected'
    | 'repayment.reported'
    | 'repayment.cancelled'
    | 'repayment.received'
    | 'repayment.declined'
    | 'repayment.reversed'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.updated'
    | 'webhook_endpoint.deleted'
    | 'webhook_endpoint.disabled'
    | 'test.ping';
  /** The cursor of the feed before the event; send it as `after` to begin a replay with the event. */
  readonly cursor_before: string;
  /** The cursor of the feed after the event; send it as `until` to end a replay with the event. */
  readonly cursor: string;
  /** The status of the delivery. */
  readonly status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /** How many requests were made for the delivery. */
  readonly attempt_count: number;
  /** Null if the delivery is done, or if it waits for another delivery of its subject. */
  readonly next_attempt_at: string | null;
  /** When it was created, in UTC. */
  readonly created_at: string;
  /** When the delivery succeeded, failed or was canceled, in UTC; null while it is pending. */
  readonly completed_at: string | null;
}

export interface WebhookDelivery {
  /** The id of a webhook delivery, which begins with `whd_`. */
  readonly webhook_delivery_id: string;
  /** The id of a webhook endpoint, which begins with `whe_`. */
  readonly webhook_endpoint_id: string;
  /** The id of an event, which begins with `evt_`. */
  readonly event_id: string;
  /** The type of the event. */
  readonly event_type:
    | 'partner.created'
    | 'partner.updated'
    | 'key.created'
    | 'key.rotated'
    | 'key.moved'
    | 'key.revoked'
    | 'customer.created'
    | 'customer.updated'
    | 'kyc.created'
    | 'kyc.updated'
    | 'kyc.documents_uploaded'
    | 'kyc.document_requested'
    | 'kyc.status_changed'
    | 'funding.submitted'
    | 'funding.approved'
    | 'funding.denied'
    | 'funding.accepted'
    | 'funding.rejected'
    | 'funding.expired'
    | 'funding.withdrawn'
    | 'funding.disbursed'
    | 'funding.revoked'
    | 'funding.repaid'
    | 'funding.reopened'
    | 'funding.disbursement_returned'
    | 'funding.balance_changed'
    | 'funding.due_soon'
    | 'funding.overdue'
    | 'funding.overdue_ended'
    | 'funding.fee_waived'
    | 'funding.written_off'
    | 'funding.excess_refunded'
    | 'funding.due_on_changed'
    | 'funding.disbursement_corrected'
    | 'repayment.reported'
    | 'repayment.cancelled'
    | 'repayment.received'
    | 'repayment.declined'
    | 'repayment.reversed'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.updated'
    | 'webhook_endpoint.deleted'
    | 'webhook_endpoint.disabled'
    | 'test.ping';
  /** The cursor of the feed before the event; send it as `after` to begin a replay with the event. */
  readonly cursor_before: string;
  /** The cursor of the feed after the event; send it as `until` to end a replay with the event. */
  readonly cursor: string;
  /** The status of the delivery. */
  readonly status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /** How many requests were made for the delivery. */
  readonly attempt_count: number;
  /** Null if the delivery is done, or if it waits for another delivery of its subject. */
  readonly next_attempt_at: string | null;
  /** When it was created, in UTC. */
  readonly created_at: string;
  /** When the delivery succeeded, failed or was canceled, in UTC; null while it is pending. */
  readonly completed_at: string | null;
  /** The last attempts, in the order in which they were made. */
  readonly attempts: readonly WebhookAttempt[];
}

export interface WebhookAttempt {
  /** The id of an attempt at a webhook delivery, which begins with `wha_`. */
  readonly webhook_attempt_id: string;
  /** When its result was recorded, in UTC. */
  readonly created_at: string;
  /** How many milliseconds the request took. */
  readonly duration_ms: number;
  /** Whether the request succeeded, or why it failed. */
  readonly outcome:
    | 'ok'
    | 'http_error'
    | 'redirect'
    | 'timeout'
    | 'connect_failed'
    | 'tls_failed'
    | 'dns_failed'
    | 'address_refused';
  /** The HTTP status of the receiver’s response; null if none came. */
  readonly http_status: number | null;
  /** The beginning of the receiver’s response; null if none came. */
  readonly excerpt: string | null;
}

/** The clock of a partner in a sandbox. */
export interface SandboxClock {
  /** What the clock of the partner shows, in UTC. */
  readonly now: string;
  /** How many seconds it is ahead of real time. */
  readonly ahead_seconds: number;
}

/** How far the clock moves: one of both members. */
export interface AdvanceClockInput {
  /** A period of ISO 8601 by which the clock moves, such as P30D, P1M or PT90S. Years and months are of the calendar. */
  readonly advance?: string | null | undefined;
  /** The moment to which the clock moves, later than it shows; or `next`, as far as something falls due. */
  readonly to?: string | null | undefined;
}

/** A clock that was moved, and what fell due meanwhile. */
export interface AdvancedClock {
  /** What the clock of the partner shows, in UTC. */
  readonly now: string;
  /** How many seconds it is ahead of real time. */
  readonly ahead_seconds: number;
  /** What the clock showed before, in UTC. */
  readonly from: string;
  /** The end of the feed before the clock moved. */
  readonly cursor_before: string;
  /** The end of the feed after everything that fell due. */
  readonly cursor_after: string;
  /** How many events fell due, by type. */
  readonly counts: readonly EventCount[];
  /** The first 100 events that fell due, oldest first. */
  readonly events: readonly Event[];
}

/** How many events of a type fell due. */
export interface EventCount {
  /** The type of the events. */
  readonly type:
    | 'partner.created'
    | 'partner.updated'
    | 'key.created'
    | 'key.rotated'
    | 'key.moved'
    | 'key.revoked'
    | 'customer.created'
    | 'customer.updated'
    | 'kyc.created'
    | 'kyc.updated'
    | 'kyc.documents_uploaded'
    | 'kyc.document_requested'
    | 'kyc.status_changed'
    | 'funding.submitted'
    | 'funding.approved'
    | 'funding.denied'
    | 'funding.accepted'
    | 'funding.rejected'
    | 'funding.expired'
    | 'funding.withdrawn'
    | 'funding.disbursed'
    | 'funding.revoked'
    | 'funding.repaid'
    | 'funding.reopened'
    | 'funding.disbursement_returned'
    | 'funding.balance_changed'
    | 'funding.due_soon'
    | 'funding.overdue'
    | 'funding.overdue_ended'
    | 'funding.fee_waived'
    | 'funding.written_off'
    | 'funding.excess_refunded'
    | 'funding.due_on_changed'
    | 'funding.disbursement_corrected'
    | 'repayment.reported'
    | 'repayment.cancelled'
    | 'repayment.received'
    | 'repayment.declined'
    | 'repayment.reversed'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.updated'
    | 'webhook_endpoint.deleted'
    | 'webhook_endpoint.disabled'
    | 'test.ping';
  /** How many. */
  readonly count: number;
}

/** The sales of a day, of which a share pays a settlement back. */
export interface SalesInput {
  /** What was sold on the day, in the minor unit of the currency. A day with more refunds than sales is negative, and pays nothing. */
  readonly amount: number;
  /** The share of it that pays back; 0.1 when absent. */
  readonly share?: number | null | undefined;
  /** The day of the sales; today when absent. */
  readonly date?: string | null | undefined;
}

/** The sales of a day, and the repayment that they made. */
export interface SimulatedSales {
  readonly funding_id: string;
  /** What was sold on the day, in the minor unit of the currency. */
  readonly amount: number;
  /** The share of it that pays back. */
  readonly share: number;
  /** The day of the sales. */
  readonly date: string;
  /** What was paid; null if nothing was. */
  readonly repayment: Repayment | null;
}

/** What happens; every member may be absent. */
export interface SettlementPlayInput {
  /** approve: the rate; if absent, the rate of your pricing. */
  readonly interest_rate?: number | null | undefined;
  /** Why. deny: one of the reasons for denials, insufficient_history when absent. */
  readonly reason?: string | null | undefined;
  /** deny: a note for operators. */
  readonly note?: string | null | undefined;
  /** disburse, repay: the reference of the payment; SANDBOX when absent. */
  readonly reference?: string | null | undefined;
  /** disburse: the day of the payment; today when absent. */
  readonly paid_on?: string | null | undefined;
  /** approve, disburse: the present revision of the KYC, if it changed since the approval. */
  readonly confirm_kyc_revision?: number | null | undefined;
  /** return: the day on which the money came back; today when absent. */
  readonly returned_on?: string | null | undefined;
  /** repay: the day on which the money came; today when absent. */
  readonly received_on?: string | null | undefined;
  /** waive, refund-excess: in the minor unit of the currency; all when absent. */
  readonly amount?: number | null | undefined;
  /** extend: the new due day; a week later when absent. */
  readonly due_on?: string | null | undefined;
  /** write-off: why; other when absent. */
  readonly code?: string | null | undefined;
}

/** What happens; every member may be absent. */
export interface KycPlayInput {
  /** request-document: the document type; the first required one when absent. */
  readonly type?: string | null | undefined;
  /** request-document: what is wrong; sandbox when absent. */
  readonly reason?: string | null | undefined;
}

/** The KYC record of a customer after an event of the sandbox. */
export interface SimulatedKyc {
  readonly customer_id: string;
  /** The status of the KYC record now. */
  readonly status: 'incomplete' | 'missing_supporting_documents' | 'complete';
}

/** What happens; every member may be absent. */
export interface RepaymentPlayInput {
  /** confirm: what came; as reported when absent. */
  readonly amount?: number | null | undefined;
  /** confirm: the day on which it came; as reported when absent. */
  readonly received_on?: string | null | undefined;
  /** confirm: the reference of the payment; as reported when absent. */
  readonly reference?: string | null | undefined;
  /** decline, reverse: why; sandbox when absent. */
  readonly reason?: string | null | undefined;
  /** reverse: returned when absent. */
  readonly kind?: 'returned' | 'mistake' | null | undefined;
  /** reverse: the day on which it went back; today when absent. */
  readonly reversed_on?: string | null | undefined;
}

/** Settings of a partner. One that is absent or null stays; those of a new partner are like yours. */
export interface SandboxSettingsInput {
  readonly name?: string | null | undefined;
  readonly review?: 'auto' | 'policy' | 'manual' | null | undefined;
  readonly auto_accept?: boolean | null | undefined;
  readonly account_rates?: 'required' | 'optional' | null | undefined;
  /** The interest rates of its offers, by currency and period. */
  readonly interest_rate?:
    | {
        readonly default?: number | null | undefined;
        readonly bands?:
          | readonly {
              /** ISO 4217, such as HKD. */
              readonly currency: 'HKD' | 'SGD' | 'USD' | 'GBP' | 'MYR' | 'PHP' | 'JPY';
              /** The longest settlement period of the band, in days. */
              readonly period_days_max: number;
              /** A decimal, such as 0.002. */
              readonly rate: number;
            }[]
          | null
          | undefined;
      }
    | null
    | undefined;
  readonly currencies?: readonly ('HKD' | 'SGD' | 'USD' | 'GBP' | 'MYR' | 'PHP' | 'JPY')[] | null | undefined;
  readonly offer_valid_days?: number | null | undefined;
  readonly auto_limit?:
    | readonly {
        /** ISO 4217, such as HKD. */
        readonly currency: 'HKD' | 'SGD' | 'USD' | 'GBP' | 'MYR' | 'PHP' | 'JPY';
        /** In the minor unit of the currency. */
        readonly amount: number;
      }[]
    | null
    | undefined;
  readonly unknown_input?: 'refuse' | 'ignore' | null | undefined;
  readonly repayment_order?: 'fee_first' | 'principal_first' | null | undefined;
  readonly reports_repayments?: boolean | null | undefined;
  readonly due_notice_days?: number | null | undefined;
  readonly v1_members?: 'all' | 'interface' | null | undefined;
}

/** A partner of a sandbox, with its settings. */
export interface SandboxPartner {
  /** The id of a partner, which begins with `par_`. */
  readonly partner_id: string;
  /** The name of the business. */
  readonly name: string;
  /** Who approves requests for funding. */
  readonly review: 'auto' | 'policy' | 'manual';
  /** Whether an offer is accepted as soon as it is approved. */
  readonly auto_accept: boolean;
  /** Whether the two account rates may be null. */
  readonly account_rates: 'required' | 'optional';
  /** The interest rates of its offers, by currency and period. */
  readonly interest_rate: {
    /** The interest rate if no band fits; a decimal, such as 0.002. */
    readonly default: number;
    /** The rates of currencies and periods that do not have the default. */
    readonly bands: readonly {
      /** ISO 4217, such as HKD. */
      readonly currency: string;
      /** The longest settlement period of the band, in days. */
      readonly period_days_max: number;
      /** A decimal, such as 0.002. */
      readonly rate: number;
    }[];
  };
  /** The currencies in which funding can be requested; ISO 4217. */
  readonly currencies: readonly ('HKD' | 'SGD' | 'USD' | 'GBP' | 'MYR' | 'PHP' | 'JPY')[];
  /** How many days after its approval an offer can be accepted. */
  readonly offer_valid_days: number;
  /** The amount up to which a customer is funded without an operator’s review; a currency that is not listed has no limit. */
  readonly auto_limit: readonly {
    readonly currency: 'HKD' | 'SGD' | 'USD' | 'GBP' | 'MYR' | 'PHP' | 'JPY';
    readonly amount: number;
  }[];
  /** What happens to unknown members and query parameters on `/v1`. */
  readonly unknown_input: 'refuse' | 'ignore';
  /** What a repayment pays first. The approval of a settlement fixes it, so a change counts for later approvals. */
  readonly repayment_order: 'fee_first' | 'principal_first';
  /** Whether the partner may report repayments. If not, a report is `permission_denied`. */
  readonly reports_repayments: boolean;
  /** From so many days before `pay_by` on, a settlement is `due_soon`, and `funding.due_soon` tells so. */
  readonly due_notice_days: number;
  /** Which members the bodies of `/v1` have: all, or on the rows of the first interface only the members that it names. There a settlement that was repaid and reopened stays `repaid` then, and `*` of a webhook endpoint means the event types of the first interface. */
  readonly v1_members: 'all' | 'interface';
  /** When it was created, in UTC. */
  readonly created_at: string;
  /** When it last changed, in UTC. */
  readonly updated_at: string;
}

/** A new partner of a sandbox, with its first key. */
export interface NewSandboxPartner {
  readonly partner: SandboxPartner;
  readonly key: SandboxKey;
}

/** The first key of a new partner. */
export interface SandboxKey {
  readonly key_id: string;
  /** The key itself; null if an idempotency key repeats the response. */
  readonly api_key: string | null;
  /** What the key may do. */
  readonly scopes: readonly ('read' | 'write')[];
  /** When the partner ends, in UTC, by real time. */
  readonly expires_at: string | null;
}

/** The new, empty partner that has your keys and settings. */
export interface SandboxReset {
  readonly partner: SandboxPartner;
  /** The partner whose keys it has now. */
  readonly former_partner_id: string;
}

/** An example of an event. */
export interface SendExampleInput {
  /** The type of the event, one that you can subscribe to. */
  readonly type:
    | 'partner.created'
    | 'partner.updated'
    | 'key.created'
    | 'key.rotated'
    | 'key.moved'
    | 'key.revoked'
    | 'customer.created'
    | 'customer.updated'
    | 'kyc.created'
    | 'kyc.updated'
    | 'kyc.documents_uploaded'
    | 'kyc.document_requested'
    | 'kyc.status_changed'
    | 'funding.submitted'
    | 'funding.approved'
    | 'funding.denied'
    | 'funding.accepted'
    | 'funding.rejected'
    | 'funding.expired'
    | 'funding.withdrawn'
    | 'funding.disbursed'
    | 'funding.revoked'
    | 'funding.repaid'
    | 'funding.reopened'
    | 'funding.disbursement_returned'
    | 'funding.balance_changed'
    | 'funding.due_soon'
    | 'funding.overdue'
    | 'funding.overdue_ended'
    | 'funding.fee_waived'
    | 'funding.written_off'
    | 'funding.excess_refunded'
    | 'funding.due_on_changed'
    | 'funding.disbursement_corrected'
    | 'repayment.reported'
    | 'repayment.cancelled'
    | 'repayment.received'
    | 'repayment.declined'
    | 'repayment.reversed'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.updated'
    | 'webhook_endpoint.deleted'
    | 'webhook_endpoint.disabled';
}

export interface ErrorBody {
  readonly error: {
    readonly type:
      | 'invalid_request_error'
      | 'authentication_error'
      | 'permission_error'
      | 'idempotency_error'
      | 'rate_limit_error'
      | 'api_error';
    readonly code:
      | 'body_invalid'
      | 'query_invalid'
      | 'query_too_complex'
      | 'parameter_missing'
      | 'parameter_invalid'
      | 'parameter_unknown'
      | 'cursor_ahead'
      | 'country_not_supported'
      | 'company_country_immutable'
      | 'currency_not_supported'
      | 'rate_above_ceiling'
      | 'metadata_duplicate'
      | 'metadata_invalid'
      | 'file_missing'
      | 'file_duplicate'
      | 'file_metadata_missing'
      | 'file_metadata_unknown'
      | 'file_metadata_invalid'
      | 'file_signature_invalid'
      | 'idempotency_key_invalid'
      | 'api_key_missing'
      | 'api_key_invalid'
      | 'api_key_expired'
      | 'api_key_revoked'
      | 'session_ended'
      | 'permission_denied'
      | 'url_expired'
      | 'url_signature_invalid'
      | 'resource_missing'
      | 'route_unknown'
      | 'method_not_allowed'
      | 'not_acceptable'
      | 'idempotency_key_reused'
      | 'idempotency_key_in_use'
      | 'funding_status_invalid'
      | 'repayment_status_invalid'
      | 'repayment_duplicate'
      | 'balance_insufficient'
      | 'on_hold'
      | 'limit_reached'
      | 'conflict'
      | 'kyc_incomplete'
      | 'kyc_changed'
      | 'kyc_type_mismatch'
      | 'request_too_large'
      | 'content_type_invalid'
      | 'range_not_satisfiable'
      | 'expectation_failed'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable';
    /** The path of the field, such as `registered_address.city`. */
    readonly param?: string | undefined;
    readonly message: string;
    /** Every problem, if there are several; the first one is also the error itself. */
    readonly errors?:
      | readonly {
          readonly code:
            | 'body_invalid'
            | 'query_invalid'
            | 'query_too_complex'
            | 'parameter_missing'
            | 'parameter_invalid'
            | 'parameter_unknown'
            | 'cursor_ahead'
            | 'country_not_supported'
            | 'company_country_immutable'
            | 'currency_not_supported'
            | 'rate_above_ceiling'
            | 'metadata_duplicate'
            | 'metadata_invalid'
            | 'file_missing'
            | 'file_duplicate'
            | 'file_metadata_missing'
            | 'file_metadata_unknown'
            | 'file_metadata_invalid'
            | 'file_signature_invalid'
            | 'idempotency_key_invalid'
            | 'api_key_missing'
            | 'api_key_invalid'
            | 'api_key_expired'
            | 'api_key_revoked'
            | 'session_ended'
            | 'permission_denied'
            | 'url_expired'
            | 'url_signature_invalid'
            | 'resource_missing'
            | 'route_unknown'
            | 'method_not_allowed'
            | 'not_acceptable'
            | 'idempotency_key_reused'
            | 'idempotency_key_in_use'
            | 'funding_status_invalid'
            | 'repayment_status_invalid'
            | 'repayment_duplicate'
            | 'balance_insufficient'
            | 'on_hold'
            | 'limit_reached'
            | 'conflict'
            | 'kyc_incomplete'
            | 'kyc_changed'
            | 'kyc_type_mismatch'
            | 'request_too_large'
            | 'content_type_invalid'
            | 'range_not_satisfiable'
            | 'expectation_failed'
            | 'rate_limited'
            | 'internal_error'
            | 'service_unavailable';
          /** The path of the field, such as `registered_address.city`. */
          readonly param?: string | undefined;
          readonly message: string;
        }[]
      | undefined;
    /** With `kyc_incomplete`: the fields and document types that are still to be sent. */
    readonly missing?: readonly string[] | undefined;
    readonly request_id: string;
    /** The page that explains the code. */
    readonly doc_url: string;
  };
}

export interface ListCustomersQuery {
  /** The most items of a page: 1 to 100, 10 when absent. */
  readonly limit?: number | undefined;
  /** How many of the newest items to skip. Above 0 it cannot be used with `starting_after`, which is faster in long lists. */
  readonly offset?: number | undefined;
  /** The id of the last item of the previous page; use it instead of `offset`. */
  readonly starting_after?: string | undefined;
  /** Only customers with this id, which is your own. */
  readonly external_customer_id?: string | undefined;
  /** Only customers whose name begins with this text, in upper or lower case. */
  readonly company_name?: string | undefined;
}

export interface UploadMetadata {
  /** A document type of the country of the customer. */
  readonly type:
    | 'business_registration_certificate'
    | 'directors_identity'
    | 'directors_address_proof'
    | 'shareholders_identity'
    | 'shareholders_address_proof'
    | 'company_structure_chart'
    | 'nnc1'
    | 'nar1'
    | 'litigation_history'
    | 'registration_of_business';
  readonly files: Readonly<
    Record<
      string,
      {
        readonly filename: string;
        readonly mime_type: 'image/jpeg' | 'image/png' | 'application/pdf';
        readonly hash: string;
      }
    >
  >;
}

export interface ListInstantSettlementsQuery {
  /** The most items of a page: 1 to 100, 10 when absent. */
  readonly limit?: number | undefined;
  /** How many of the newest items to skip. Above 0 it cannot be used with `starting_after`, which is faster in long lists. */
  readonly offset?: number | undefined;
  /** The id of the last item of the previous page; use it instead of `offset`. */
  readonly starting_after?: string | undefined;
  /** Only settlements in one of these statuses. */
  readonly status?:
    | readonly ('submitted' | 'approved' | 'denied' | 'accepted' | 'rejected' | 'funded' | 'repaid')[]
    | undefined;
  /** Only settlements in this currency; ISO 4217, such as HKD. */
  readonly currency?: 'HKD' | 'SGD' | 'USD' | 'GBP' | 'MYR' | 'PHP' | 'JPY' | undefined;
  /** Only settlements created at this moment or later. A day begins with its first second in UTC. */
  readonly created_from?: string | undefined;
  /** Only settlements created at this moment or earlier. A day ends with its last second in UTC. */
  readonly created_until?: string | undefined;
  /** Only settlements of this customer. */
  readonly customer_id?: string | undefined;
  /** Only settlements whose money was sent, in one of these states of servicing. */
  readonly servicing_state?:
    readonly ('written_off' | 'settled' | 'overdue' | 'due_soon' | 'current')[] | undefined;
  /** Only settlements that are due on this day or later. */
  readonly due_from?: string | undefined;
  /** Only settlements that are due on this day or earlier. */
  readonly due_until?: string | undefined;
  /** Only settlements that changed at this moment or later. A day begins with its first second in UTC. */
  readonly updated_from?: string | undefined;
}

export interface ListInstantSettlementsCustomersQuery {
  /** The most items of a page: 1 to 100, 10 when absent. */
  readonly limit?: number | undefined;
  /** How many of the newest items to skip. Above 0 it cannot be used with `starting_after`, which is faster in long lists. */
  readonly offset?: number | undefined;
  /** The id of the last item of the previous page; use it instead of `offset`. */
  readonly starting_after?: string | undefined;
  /** Only settlements in one of these statuses. */
  readonly status?:
    | readonly ('submitted' | 'approved' | 'denied' | 'accepted' | 'rejected' | 'funded' | 'repaid')[]
    | undefined;
  /** Only settlements in this currency; ISO 4217, such as HKD. */
  readonly currency?: 'HKD' | 'SGD' | 'USD' | 'GBP' | 'MYR' | 'PHP' | 'JPY' | undefined;
  /** Only settlements created at this moment or later. A day begins with its first second in UTC. */
  readonly created_from?: string | undefined;
  /** Only settlements created at this moment or earlier. A day ends with its last second in UTC. */
  readonly created_until?: string | undefined;
  /** Only settlements whose money was sent, in one of these states of servicing. */
  readonly servicing_state?:
    readonly ('written_off' | 'settled' | 'overdue' | 'due_soon' | 'current')[] | undefined;
  /** Only settlements that are due on this day or later. */
  readonly due_from?: string | undefined;
  /** Only settlements that are due on this day or earlier. */
  readonly due_until?: string | undefined;
  /** Only settlements that changed at this moment or later. A day begins with its first second in UTC. */
  readonly updated_from?: string | undefined;
}

export interface ListRepaymentsQuery {
  /** The most items of a page: 1 to 100, 10 when absent. */
  readonly limit?: number | undefined;
  /** How many of the newest items to skip. Above 0 it cannot be used with `starting_after`, which is faster in long lists. */
  readonly offset?: number | undefined;
  /** The id of the last item of the previous page; use it instead of `offset`. */
  readonly starting_after?: string | undefined;
  /** Only repayments in one of these statuses. */
  readonly status?: readonly ('reported' | 'received' | 'declined' | 'cancelled' | 'reversed')[] | undefined;
  /** Only repayments with this reference. */
  readonly reference?: string | undefined;
  /** Only repayments that came on this day or later. */
  readonly received_from?: string | undefined;
  /** Only repayments that came on this day or earlier. */
  readonly received_until?: string | undefined;
}

export interface ReadSettlementStatementQuery {
  /** The first day, by `posted_on`; the beginning when absent. */
  readonly from?: string | undefined;
  /** The last day, by `posted_on`; the end when absent. */
  readonly until?: string | undefined;
  /** Only what was recorded until this moment; now when absent. A day ends with its last second in UTC. */
  readonly known_at?: string | undefined;
  /** The most items of a page: 1 to 100, 10 when absent. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page. Its pages show what was known at the first one. */
  readonly after?: string | undefined;
}

export interface ReadStatementQuery {
  /** ISO 4217, such as HKD. */
  readonly currency?: 'HKD' | 'SGD' | 'USD' | 'GBP' | 'MYR' | 'PHP' | 'JPY' | undefined;
  /** The first day, by `posted_on`; the beginning when absent. */
  readonly from?: string | undefined;
  /** The last day, by `posted_on`; the end when absent. */
  readonly until?: string | undefined;
  /** Only what was recorded until this moment; now when absent. A day ends with its last second in UTC. */
  readonly known_at?: string | undefined;
  /** The most items of a page: 1 to 100, 10 when absent. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page. Its pages show what was known at the first one. */
  readonly after?: string | undefined;
}

export interface ReadEventFeedQuery {
  /** `next_cursor` of the previous response, or `latest` for the end of the feed; the first event when absent. */
  readonly after?: string | undefined;
  /** The most items of a page: 1 to 100, 10 when absent. */
  readonly limit?: number | undefined;
  /** Only events of this record, such as `customer/cus_...`. */
  readonly subject?: string | undefined;
  /** Only events of one of these types. */
  readonly types?:
    | readonly (
        | 'partner.created'
        | 'partner.updated'
        | 'key.created'
        | 'key.rotated'
        | 'key.moved'
        | 'key.revoked'
        | 'customer.created'
        | 'customer.updated'
        | 'kyc.created'
        | 'kyc.updated'
        | 'kyc.documents_uploaded'
        | 'kyc.document_requested'
        | 'kyc.status_changed'
        | 'funding.submitted'
        | 'funding.approved'
        | 'funding.denied'
        | 'funding.accepted'
        | 'funding.rejected'
        | 'funding.expired'
        | 'funding.withdrawn'
        | 'funding.disbursed'
        | 'funding.revoked'
        | 'funding.repaid'
        | 'funding.reopened'
        | 'funding.disbursement_returned'
        | 'funding.balance_changed'
        | 'funding.due_soon'
        | 'funding.overdue'
        | 'funding.overdue_ended'
        | 'funding.fee_waived'
        | 'funding.written_off'
        | 'funding.excess_refunded'
        | 'funding.due_on_changed'
        | 'funding.disbursement_corrected'
        | 'repayment.reported'
        | 'repayment.cancelled'
        | 'repayment.received'
        | 'repayment.declined'
        | 'repayment.reversed'
        | 'webhook_endpoint.created'
        | 'webhook_endpoint.updated'
        | 'webhook_endpoint.deleted'
        | 'webhook_endpoint.disabled'
        | 'test.ping'
      )[]
    | undefined;
  /** How many seconds the request waits if there is no event yet. The response comes with the first event. */
  readonly wait?: number | undefined;
}

export interface ListWebhookEndpointsQuery {
  /** The most items of a page: 1 to 100, 10 when absent. */
  readonly limit?: number | undefined;
  /** How many of the newest items to skip. Above 0 it cannot be used with `starting_after`, which is faster in long lists. */
  readonly offset?: number | undefined;
  /** The id of the last item of the previous page; use it instead of `offset`. */
  readonly starting_after?: string | undefined;
}

export interface ListWebhookDeliveriesQuery {
  /** The most items of a page: 1 to 100, 10 when absent. */
  readonly limit?: number | undefined;
  /** How many of the newest items to skip. Above 0 it cannot be used with `starting_after`, which is faster in long lists. */
  readonly offset?: number | undefined;
  /** The id of the last item of the previous page; use it instead of `offset`. */
  readonly starting_after?: string | undefined;
  /** Only deliveries in this status. */
  readonly status?: 'pending' | 'succeeded' | 'failed' | 'canceled' | undefined;
  /** Only deliveries of events of this type. */
  readonly event_type?:
    | 'partner.created'
    | 'partner.updated'
    | 'key.created'
    | 'key.rotated'
    | 'key.moved'
    | 'key.revoked'
    | 'customer.created'
    | 'customer.updated'
    | 'kyc.created'
    | 'kyc.updated'
    | 'kyc.documents_uploaded'
    | 'kyc.document_requested'
    | 'kyc.status_changed'
    | 'funding.submitted'
    | 'funding.approved'
    | 'funding.denied'
    | 'funding.accepted'
    | 'funding.rejected'
    | 'funding.expired'
    | 'funding.withdrawn'
    | 'funding.disbursed'
    | 'funding.revoked'
    | 'funding.repaid'
    | 'funding.reopened'
    | 'funding.disbursement_returned'
    | 'funding.balance_changed'
    | 'funding.due_soon'
    | 'funding.overdue'
    | 'funding.overdue_ended'
    | 'funding.fee_waived'
    | 'funding.written_off'
    | 'funding.excess_refunded'
    | 'funding.due_on_changed'
    | 'funding.disbursement_corrected'
    | 'repayment.reported'
    | 'repayment.cancelled'
    | 'repayment.received'
    | 'repayment.declined'
    | 'repayment.reversed'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.updated'
    | 'webhook_endpoint.deleted'
    | 'webhook_endpoint.disabled'
    | 'test.ping'
    | undefined;
}
