import type { KycDetails } from '../../../../../src/nouns/kyc/country/kyc-details.ts';

/** A Hong Kong company without a warning. */
export const sample: KycDetails = {
  legal_name: 'Lion Rock Trading Limited',
  registered_address: {
    address_line_1: '1 Example Road',
    address_line_2: null,
    address_line_3: null,
    postal_code: '',
    city: 'Kowloon',
    country: 'Hong Kong',
  },
  operating_address: null,
  website: 'https://lionrock.example',
  business_registration_number: '12345678-000-01-24-1',
  date_of_incorporation: '2015-04-01',
  directors_identity_number: [
    { type: 'national_id', id: 'A123456(3)' },
    { type: 'passport', id: 'K00000000' },
  ],
  shareholders_identity_number: [
    { company_legal_name: 'LION ROCK  TRADING LIMITED', type: 'national_id', id: 'z683365a' },
  ],
  corporate_entities_number: 0,
  isic: 'G4791',
  is_sensitive_business: null,
  has_complex_structure: null,
  has_namecheck_hits: null,
  provider_company_screening_result: null,
  provider_batch_screening_result: null,
};
