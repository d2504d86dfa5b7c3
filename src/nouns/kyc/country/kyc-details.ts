/** The kinds of identity number of a person. */
type IdentityType = 'national_id' | 'passport' | 'driver_license';

interface Address {
  readonly address_line_1: string;
  readonly address_line_2: string | null;
  readonly address_line_3: string | null;
  readonly postal_code: string;
  readonly city: string;
  readonly country: string;
}

interface DirectorIdentity {
  readonly type: IdentityType;
  readonly id: string;
}

interface ShareholderIdentity extends DirectorIdentity {
  readonly company_legal_name: string;
}

/**
 * The KYC details of a company, without its documents, after validation. Absent is null. Every country has these
 * members. An object may also have the own fields of its country.
 */
export interface KycDetails {
  readonly legal_name: string;
  readonly registered_address: Address;
  readonly operating_address: Address | null;
  readonly website: string | null;
  readonly business_registration_number: string;
  readonly date_of_incorporation: string;
  readonly directors_identity_number: readonly DirectorIdentity[];
  readonly shareholders_identity_number: readonly ShareholderIdentity[];
  readonly corporate_entities_number: number;
  readonly isic: string;
  readonly is_sensitive_business: boolean | null;
  readonly has_complex_structure: boolean | null;
  readonly has_namecheck_hits: boolean | null;
  readonly provider_company_screening_result: object | null;
  readonly provider_batch_screening_result: object | null;
}
