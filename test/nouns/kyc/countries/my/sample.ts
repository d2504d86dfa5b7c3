import type { KycDetails } from '../../../../../src/nouns/kyc/country/kyc-details.ts';

/** A Malaysian company without a warning. */
export const sample: KycDetails = {
  legal_name: 'Kinabalu Dagang Sdn. Bhd.',
  registered_address: {
    address_line_1: '2 Jalan Contoh',
    address_line_2: 'Taman Contoh',
    address_line_3: null,
    postal_code: '50000',
    city: 'Kuala Lumpur',
    country: 'Malaysia',
  },
  operating_address: null,
  website: null,
  business_registration_number: '201901000005 (1312525-A)',
  date_of_incorporation: '2019-01-02',
  directors_identity_number: [{ type: 'national_id', id: '800229-14-5678' }],
  shareholders_identity_number: [
    { company_legal_name: 'Kinabalu Dagang Sdn. Bhd.', type: 'national_id', id: '991231665679' },
    { company_legal_name: 'Kinabalu Dagang Sdn. Bhd.', type: 'driver_license', id: '0000000 AbCdEfGh' },
  ],
  corporate_entities_number: 0,
  isic: '620',
  is_sensitive_business: false,
  has_complex_structure: false,
  has_namecheck_hits: false,
  provider_company_screening_result: {},
  provider_batch_screening_result: {},
};
