import { z } from 'zod';
import { countryField, emailField, phoneField, textField } from '../kernel/fields.ts';
import { isKycCountry, type KycCountryCode } from '../kyc/countries/index.ts';
import { because } from '../pipeline/read-input.ts';

/** Where a company can be onboarded; anything else of two letters is `country_not_supported`. */
const KycCountry = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, { error: 'must be an ISO 3166-1 alpha-2 country code', abort: true })
  .refine(
    (code): code is KycCountryCode => isKycCountry(code),
    because('country_not_supported', 'must be HK or MY'),
  )
  .meta({ pattern: '^[A-Za-z]{2}$' });

export const CreateCustomerInput = z
  .strictObject({
    external_customer_id: textField(),
    contact_email: emailField(),
    contact_name: textField(),
    contact_phone: phoneField(),
    contact_country: countryField(),
    company_name: textField(),
    company_country: KycCountry,
    company_sector: textField(),
  })
  .meta({ id: 'CreateCustomerInput' });

/** Everything but the country of incorporation, which stays; sending the same one is fine. */
export const UpdateCustomerInput = CreateCustomerInput.extend({
  company_country: z.string().nullish(),
}).meta({
  id: 'UpdateCustomerInput',
});

/** The same for a customer of a given country: another one is `company_country_immutable`. */
export function updateCustomerInputOf(country: string): typeof UpdateCustomerInput {
  return UpdateCustomerInput.extend({
    company_country: z
      .string()
      .refine(
        (code) => code.trim().toUpperCase() === country,
        because('company_country_immutable', 'cannot be changed'),
      )
      .nullish(),
  });
}
