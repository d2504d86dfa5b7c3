import { z } from 'zod';

/** The answers of the interface as the contract describes them: these members and no others. */

export const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
export const idOf = (prefix: 'cus' | 'doc' | 'fun' | 'rep') =>
  z.string().regex(new RegExp(`^${prefix}_[\\w-]+$`));

const rate = z.number().min(0).max(1);
const jsonObject = z.record(z.string(), z.unknown());
const identityType = z.enum(['national_id', 'passport', 'driver_license']);

export const Customer = z.strictObject({
  customer_id: idOf('cus'),
  external_customer_id: z.string(),
  contact_email: z.string(),
  contact_name: z.string(),
  contact_phone: z.string(),
  contact_country: z.string().length(2),
  company_name: z.string(),
  company_country: z.enum(['HK', 'MY']),
  company_sector: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
});

const Address = z.strictObject({
  address_line_1: z.string(),
  address_line_2: z.string().nullable(),
  address_line_3: z.string().nullable(),
  postal_code: z.string(),
  city: z.string(),
  country: z.string(),
});

export const Kyc = z.strictObject({
  customer_id: idOf('cus'),
  type: z.enum(['HK', 'MY']),
  status: z.enum(['incomplete', 'missing_supporting_documents', 'complete']),
  legal_name: z.string().nullable(),
  registered_address: Address.nullable(),
  operating_address: Address.nullable(),
  website: z.string().nullable(),
  business_registration_number: z.string().nullable(),
  date_of_incorporation: z.iso.date().nullable(),
  directors_identity_number: z.array(z.strictObject({ type: identityType, id: z.string() })),
  shareholders_identity_number: z.array(
    z.strictObject({ company_legal_name: z.string(), type: identityType, id: z.string() }),
  ),
  corporate_entities_number: z.int().nullable(),
  isic: z.string().nullable(),
  is_sensitive_business: z.boolean().nullable(),
  has_complex_structure: z.boolean().nullable(),
  has_namecheck_hits: z.boolean().nullable(),
  provider_company_screening_result: jsonObject.nullable(),
  provider_batch_screening_result: jsonObject.nullable(),
  namecheck_result: z.null(),
  supporting_documents: z.record(z.string(), z.enum(['missing', 'not_uploaded', 'uploaded'])),
  created_at: timestamp,
  updated_at: timestamp,
});

export const mimeType = z.enum(['image/jpeg', 'image/png', 'application/pdf']);

/** `YYYYMMDDhhmmss-<12 characters>-<filename>.<extension>` */
export const storedFilename = z.string().regex(/^\d{14}-.{12}-.+\.(?:jpg|png|pdf)$/);

const DocumentSummary = z.strictObject({
  document_id: idOf('doc'),
  filename: storedFilename,
  mime_type: mimeType,
});

/** A further member of a file in the answer of an upload: what is to be checked in it. */
const UploadedDocument = DocumentSummary.extend({
  warnings: z.array(
    z.enum(['content_type_mismatch', 'password_required', 'no_pages', 'attachments', 'xfa_form']),
  ),
});

export const Upload = z.strictObject({
  type: z.string(),
  files: z.array(UploadedDocument).min(1).max(10),
});
export const Documents = z.record(z.string(), z.array(DocumentSummary));
export const Document = DocumentSummary.extend({ type: z.string(), url: z.url() });

const day = z.iso.date();
const minorUnits = z.int().min(0);

const Servicing = z.strictObject({
  funded_on: day,
  due_on: day,
  original_due_on: day,
  pay_by: day,
  principal_outstanding: minorUnits,
  fee_outstanding: minorUnits,
  refund_receivable: minorUnits,
  outstanding: minorUnits,
  paid: minorUnits,
  excess: minorUnits,
  reported: minorUnits,
  days_past_due: z.int().min(0),
  state: z.enum(['written_off', 'settled', 'overdue', 'due_soon', 'current']),
  written_off: z
    .strictObject({ principal: minorUnits, fee: minorUnits, on: day, code: z.string() })
    .nullable(),
  claim: minorUnits,
  closed_on: day.nullable(),
});

const Summary = z.strictObject({
  funding_id: idOf('fun'),
  customer_id: idOf('cus'),
  currency: z.string().length(3),
  amount: z.int().min(1),
  account_chargeback_rate: rate.nullable(),
  account_refund_rate: rate.nullable(),
  settlement_period: z.int().min(1).max(90),
  interest_rate: rate,
  status: z.enum(['submitted', 'approved', 'denied', 'accepted', 'rejected', 'funded', 'repaid']),
  denial_reason: z.string().nullable(),
  offer_expires_at: timestamp.nullable(),
  fee: minorUnits.nullable(),
  annual_rate: z.number().min(0).nullable(),
  repayment_order: z.enum(['fee_first', 'principal_first']).nullable(),
  servicing: Servicing.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Only single reads return `transactions`. */
export const Settlement = Summary.extend({ transactions: jsonObject });
export const Settlements = z.strictObject({ items: z.array(Summary), count: z.int().min(0) });
