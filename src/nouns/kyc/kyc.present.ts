import type { Selectable } from 'kysely';
import { z } from 'zod';
import { DamageError } from '../../kernel/damage.ts';
import { describedBy } from '../../kernel/input/description.ts';
import { FREE_OBJECT } from '../../engine/json/json-object-field.ts';
import { JsonText } from '../../engine/json/text.ts';
import type { Vault } from '../../engine/crypto/encryption.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import {
  countries,
  documentTypes,
  isKycCountry,
  ownFieldsOf,
  type KycCountryCode,
  kycWarnings,
  type KycWarning,
} from './countries/index.ts';
import type { KycDetails } from './country/kyc-details.ts';
import {
  Address,
  DirectorIdentity,
  IDENTITY_TYPES,
  KycInput,
  REGISTERED_ADDRESS_MEANING,
  ShareholderIdentity,
} from './kyc.input.ts';
import {
  DOCUMENT_STATUSES,
  KYC_STATUSES,
  latestDay,
  noDocuments,
  type SupportingDocuments,
} from './kyc.rules.ts';
import { type EncryptedKycColumn, kycAad } from './kyc-aad.rules.ts';

export const AddressView = describedBy(
  Address,
  z.strictObject({
    address_line_1: z.string(),
    address_line_2: z.string().nullable(),
    address_line_3: z.string().nullable(),
    postal_code: z.string(),
    city: z.string(),
    country: z.string(),
  }),
).meta({ id: 'Address', description: 'An address in any country.' });

export const DirectorView = describedBy(
  DirectorIdentity,
  z.strictObject({ type: z.enum(IDENTITY_TYPES), id: z.string() }),
);
const DirectorsView = z.array(DirectorView);
export const ShareholderView = describedBy(
  ShareholderIdentity,
  z.strictObject({ company_legal_name: z.string(), type: z.enum(IDENTITY_TYPES), id: z.string() }),
);
const ShareholdersView = z.array(ShareholderView);
const FreeJson = z.custom<JsonText>().meta(FREE_OBJECT);
const SupportingDocumentsView = z.partialRecord(z.enum(documentTypes), z.enum(DOCUMENT_STATUSES));

export const KycView = describedBy(
  KycInput,
  z.strictObject({
    customer_id: z.string(),
    type: z
      .enum(Object.values(countries).map(({ code }) => code))
      .describe('The country of the company, whose rules the record follows.'),
    status: z.enum(KYC_STATUSES).describe('Whether funding can be requested, or what is missing.'),
    legal_name: z.string().nullable(),
    registered_address: AddressView.nullable().describe(REGISTERED_ADDRESS_MEANING),
    operating_address: AddressView.nullable(),
    website: z.string().nullable(),
    business_registration_number: z.string().nullable(),
    date_of_incorporation: z.string().meta({ format: 'date' }).nullable(),
    directors_identity_number: DirectorsView,
    shareholders_identity_number: ShareholdersView,
    corporate_entities_number: z.int().min(0).nullable(),
    isic: z.string().nullable(),
    is_sensitive_business: z.boolean().nullable(),
    has_complex_structure: z.boolean().nullable(),
    has_namecheck_hits: z.boolean().nullable(),
    namecheck_result: z
      .null()
      .describe('Always null: the gateway does not use a provider of name checks yet.'),
    provider_company_screening_result: FreeJson.nullable(),
    provider_batch_screening_result: FreeJson.nullable(),
    supporting_documents: SupportingDocumentsView.describe(
      'The status of each document type of the country.',
    ),
    created_at: z.string().meta({ format: 'date-time' }),
    updated_at: z.string().meta({ format: 'date-time' }),
  }),
).meta({ id: 'KycRecord' });

const OwnDetails = z.record(z.string(), z.string().nullable());

/** The view of a country's record: the view of all countries, with the country's own fields. */
export function kycViewOf(code: KycCountryCode): typeof KycView {
  const fields = ownFieldsOf(code);
  if (fields.length === 0) return KycView;
  const own: Readonly<Record<never, z.ZodType>> = Object.fromEntries(
    fields.map(({ name, description }) => [name, z.string().nullable().describe(description)]),
  );
  return KycView.extend(own).meta({ id: `KycRecord${code}` });
}

/** A record with the members that REST does not show. The own fields of its country are members too. */
export type KycView = z.output<typeof KycView> & {
  /** Rises with every change of the details or the files. */
  readonly revision: number;
};

export type KycRow = Selectable<Tables['kyc_record']>;

/** A record as it is shown. `vault` decrypts its columns. */
export function presentKyc(row: KycRow, vault: Vault): KycView {
  const textOf = (column: EncryptedKycColumn): string | null => {
    const value = row[column];
    return value === null ? null : vault.decrypt(value, kycAad(column, row.customer_id));
  };
  const json = (column: EncryptedKycColumn): unknown => parsed(textOf(column));
  const freeJson = (column: EncryptedKycColumn) => {
    const text = textOf(column);
    return text === null ? null : new JsonText(text, { isChecked: true });
  };
  /** Stored details always have these lists, even if they are empty. A null shows that someone edited the row. */
  const decryptedList = (column: EncryptedKycColumn): unknown => {
    if (row[column] === null && row.legal_name !== null)
      throw new DamageError('An encrypted value is gone.', kycAad(column, row.customer_id));
    return json(column) ?? [];
  };
  const own = OwnDetails.parse(json('own_details') ?? {});
  return {
    ...Object.fromEntries(ownFieldsOf(kycCountryOf(row)).map(({ name }) => [name, own[name] ?? null])),
    customer_id: row.customer_id,
    type: kycCountryOf(row),
    status: KYC_STATUSES.find((status) => status === row.status) ?? 'incomplete',
    legal_name: row.legal_name,
    registered_address: AddressView.nullable().parse(parsed(row.registered_address)),
    operating_address: AddressView.nullable().parse(parsed(row.operating_address)),
    website: row.website,
    business_registration_number: row.business_registration_number,
    date_of_incorporation: row.date_of_incorporation,
    directors_identity_number: DirectorsView.parse(decryptedList('directors_identity_number')),
    shareholders_identity_number: ShareholdersView.parse(decryptedList('shareholders_identity_number')),
    corporate_entities_number: row.corporate_entities_number,
    isic: row.isic,
    is_sensitive_business: booleanOf(row.is_sensitive_business),
    has_complex_structure: booleanOf(row.has_complex_structure),
    has_namecheck_hits: booleanOf(row.has_namecheck_hits),
    namecheck_result: null,
    provider_company_screening_result: freeJson('provider_company_screening_result'),
    provider_batch_screening_result: freeJson('provider_batch_screening_result'),
    supporting_documents: documentsOf(row),
    created_at: row.created_at,
    updated_at: row.updated_at,
    revision: row.revision,
  };
}

/** The status of each document type. If a row does not name a type, it has the status of a new record. */
export const documentsOf = (row: KycRow): SupportingDocuments => ({
  ...noDocuments(kycCountryOf(row)),
  ...SupportingDocumentsView.parse(JSON.parse(row.supporting_documents)),
});

/** Statuses in the form of a row. Only statuses that differ from a new record are stored, so most rows have none. */
export function storedDocuments(country: KycCountryCode, documents: SupportingDocuments): string {
  const initial = noDocuments(country);
  const changed = Object.entries(documents).filter(([type, status]) => Reflect.get(initial, type) !== status);
  return JSON.stringify(Object.fromEntries(changed));
}

/** A record as REST shows it. */
export function presentOnRest({ revision: _revision, ...view }: KycView): z.output<typeof KycView> {
  return view;
}

/** The details of a record; null until they are sent. */
function kycDetailsOf(view: KycView): KycDetails | null {
  const { legal_name, registered_address, business_registration_number } = view;
  const { date_of_incorporation, corporate_entities_number, isic } = view;
  if (legal_name === null || registered_address === null || business_registration_number === null)
    return null;
  if (date_of_incorporation === null || corporate_entities_number === null || isic === null) return null;
  const company = { legal_name, registered_address, business_registration_number };
  return { ...view, ...company, date_of_incorporation, corporate_entities_number, isic };
}

/**
 * What an operator should check in the details of a record. The day of its last change counts, so the warnings do not
 * depend on the day of reading.
 */
export function warningsOf(view: KycView): readonly KycWarning[] {
  const details = kycDetailsOf(view);
  return details === null ? [] : kycWarnings(view.type, details, latestDay(view.updated_at));
}

export function kycCountryOf(row: Pick<KycRow, 'country'>): KycCountryCode {
  if (!isKycCountry(row.country))
    throw new Error('A KYC record is of a country that is no longer registered.');
  return row.country;
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

/** SQLite has no booleans. */
const booleanOf = (value: boolean | number | null) => (value === null ? null : Boolean(value));
