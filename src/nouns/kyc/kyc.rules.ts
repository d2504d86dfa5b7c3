import { secondsLater, timestamp } from '../../kernel/clock.ts';
import type { Missing } from '../../kernel/errors.ts';
import { countryOf, type DocumentType, type KycCountryCode } from './countries/index.ts';
import { requiredFieldsOf } from './kyc.input.ts';

const CUSTOMER_PREFIX = 'cus_';
const KYC_PREFIX = 'kyc_';

/** The id of a customer's KYC record. It is in no row, because a customer has only one record. */
export const kycIdOf = (customerId: string): string => KYC_PREFIX + customerId.slice(CUSTOMER_PREFIX.length);

/** The customer of a KYC record, from the record's id. */
export const customerOfKyc = (id: string): string => CUSTOMER_PREFIX + id.slice(KYC_PREFIX.length);

/** A day begins first in UTC+14 (Kiritimati). */
const FIRST_ZONE_SECONDS = 14 * 3_600;

/** The latest date anywhere in the world at a moment. */
export const latestDay = (moment: string): string =>
  timestamp(secondsLater(new Date(moment), FIRST_ZONE_SECONDS)).slice(0, 'YYYY-MM-DD'.length);

/** Whether warnings must be counted again at a later moment, because some of them depend on the year. */
export const countsAgain = (before: string, after: string): boolean =>
  latestDay(before).slice(0, 'YYYY'.length) !== latestDay(after).slice(0, 'YYYY'.length);

export const KYC_STATUSES = ['incomplete', 'missing_supporting_documents', 'complete'] as const;
type KycStatus = (typeof KYC_STATUSES)[number];

export const KYC_STATUS_MEANINGS: Readonly<Record<KycStatus, string>> = {
  incomplete: 'The information was not sent yet.',
  missing_supporting_documents: 'The information is there, but a required document type has no file.',
  complete: 'The information and files of every required document type are there: funding can be requested.',
};

export const DOCUMENT_STATUSES = ['missing', 'not_uploaded', 'uploaded'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

export const DOCUMENT_STATUS_MEANINGS: Readonly<Record<DocumentStatus, string>> = {
  missing: 'Required, and without a file or requested again.',
  not_uploaded: 'Optional, and without a file or requested again.',
  uploaded: 'There are files.',
};

/** The status of each document type of a country, in the order of the country. */
export type SupportingDocuments = Readonly<Partial<Record<DocumentType, DocumentStatus>>>;

/** The status of a type without files, or whose files are requested again. */
export function statusWithoutFiles(required: boolean): DocumentStatus {
  return required ? 'missing' : 'not_uploaded';
}

/** Every document type of the country, before any upload. */
export function noDocuments(country: KycCountryCode): SupportingDocuments {
  return Object.fromEntries(
    countryOf(country).documentTypes.map(({ type, required }) => [type, statusWithoutFiles(required)]),
  );
}

export function missingDocuments(
  country: KycCountryCode,
  documents: SupportingDocuments,
): readonly DocumentType[] {
  return countryOf(country)
    .documentTypes.filter(({ type, required }) => required && documents[type] !== 'uploaded')
    .map(({ type }) => type);
}

/** The status of a record. It depends only on its details and documents. */
export function kycStatus(
  country: KycCountryCode,
  hasDetails: boolean,
  documents: SupportingDocuments,
): KycStatus {
  if (!hasDetails) return 'incomplete';
  return missingDocuments(country, documents).length === 0 ? 'complete' : 'missing_supporting_documents';
}

/** What a customer must still send: required fields, and required document types without files. */
export function missingFromKyc(
  country: KycCountryCode,
  hasDetails: boolean,
  documents: SupportingDocuments,
): readonly Missing[] {
  const fields = hasDetails
    ? []
    : requiredFieldsOf(country).map((name) => ({ kind: 'field', name }) as const);
  const types = missingDocuments(country, documents);
  return [...fields, ...types.map((name) => ({ kind: 'document', name }) as const)];
}
