import { z } from 'zod';
import {
  countryCode,
  countryField,
  emailField,
  optionalText,
  phoneField,
  textField,
} from '../../kernel/input/fields.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { countries, isKycCountry, type KycCountryCode } from '../kyc/countries/index.ts';
import { failsWith } from '../../pipeline/input/read-input.ts';

/** Countries in which a company can be onboarded. Another two-letter code gets `country_not_supported`. */
const KycCountry = countryCode()
  .refine(
    (code): code is KycCountryCode => isKycCountry(code),
    failsWith('country_not_supported', `must be ${Object.keys(countries).join(' or ')}`),
  )
  .meta({
    pattern: '^[A-Za-z]{2}$',
    description: `Where the company is incorporated, ${Object.keys(countries).join(' or ')}; it cannot be changed.`,
  });

export const CreateCustomerInput = z
  .strictObject({
    external_customer_id: textField().describe(
      'Your own id of the customer; several customers may have the same one.',
    ),
    contact_email: emailField().describe('The e-mail address of the contact person at the company.'),
    contact_name: textField().describe('The name of the contact person at the company.'),
    contact_phone: phoneField().describe(
      'The phone number of the contact person; E.164, such as +85223456789.',
    ),
    contact_country: countryField().describe('The country of the contact person; ISO 3166-1 alpha-2.'),
    company_name: textField().describe('The name by which you know the company.'),
    company_country: KycCountry,
    company_sector: textField().describe('Its line of business, in your own words.'),
  })
  .meta({ id: 'CreateCustomerInput', description: 'A company to onboard.' });

/** All properties except the country of incorporation, which cannot change. The same country may be sent. */
export const UpdateCustomerInput = CreateCustomerInput.extend({
  company_country: optionalText(countryAsSent()),
}).meta({
  id: 'UpdateCustomerInput',
  description: 'All properties of a customer that can change; they replace the present ones.',
});

/** The same input for a customer of a known country. Another country gets `company_country_immutable`. */
export function updateCustomerInputOf(country: string): typeof UpdateCustomerInput {
  return UpdateCustomerInput.extend({
    company_country: optionalText(
      countryAsSent().refine(
        (code) => code === country,
        failsWith('company_country_immutable', 'cannot be changed'),
      ),
    ),
  });
}

/** Any text, because it is only compared with the country of the customer. */
function countryAsSent() {
  const schema = z
    .string()
    .transform((text) => text.trim())
    .transform((text) => (/^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : text))
    .meta({ description: 'It may be sent, but must not differ from the country of the customer.' });
  return typeNamed('CountryCode', schema);
}

/** The filters of a list of customers. */
export const CUSTOMER_FILTERS = {
  external_customer_id: textField().describe('Only customers with this id, which is your own.').optional(),
  company_name: textField()
    .describe('Only customers whose name begins with this text, in upper or lower case.')
    .optional(),
};
