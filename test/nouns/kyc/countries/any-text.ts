import * as fc from 'fast-check';
import type { KycDetails } from '../../../../src/nouns/kyc/country/kyc-details.ts';
import { anyCharacter } from '../../../support/any-character.ts';

const string = fc.string({ unit: anyCharacter });
/** With any text as path: fast-check takes more than a second to make its own paths. */
const url = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), string)
  .map(([scheme, domain, path]) => `${scheme}://${domain}/${path}`);
const identity = {
  type: fc.constantFrom('national_id', 'passport', 'driver_license'),
  id: string,
};
const address = fc.record({
  address_line_1: string,
  address_line_2: fc.option(string),
  address_line_3: fc.option(string),
  postal_code: string,
  city: string,
  country: string,
});

/** Random details, also with texts that the input schema would refuse. */
export const anyText: fc.Arbitrary<KycDetails> = fc.record({
  legal_name: string,
  registered_address: address,
  operating_address: fc.option(address),
  website: fc.option(url),
  business_registration_number: string,
  date_of_incorporation: string,
  directors_identity_number: fc.array(fc.record(identity)),
  shareholders_identity_number: fc.array(fc.record({ ...identity, company_legal_name: string })),
  corporate_entities_number: fc.nat(2),
  isic: fc.oneof(string, fc.stringMatching(/^[A-V]?\d{1,4}$/)),
  is_sensitive_business: fc.option(fc.boolean()),
  has_complex_structure: fc.option(fc.boolean()),
  has_namecheck_hits: fc.option(fc.boolean()),
  provider_company_screening_result: fc.option(fc.object()),
  provider_batch_screening_result: fc.option(fc.object()),
});
