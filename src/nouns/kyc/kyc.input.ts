import { z } from 'zod';
import {
  dateField,
  integerField,
  optionalText,
  orNull,
  textField,
  webAddressField,
} from '../../kernel/input/fields.ts';
import { jsonObjectField } from '../../engine/json/json-object-field.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import type { OwnField } from './country/country.ts';
import { countries, type KycCountryCode, ownFieldsOf } from './countries/index.ts';

/** More than any funded company has. It keeps a record under a megabyte. */
export const PEOPLE_MAX = 100;
const IDENTITY_NUMBER_LENGTH_MAX = 64;
/** Screening reports have tens of kilobytes. */
const SCREENING_RESULT_BYTES_MAX = 256 * 1024;
export const SCREENING_RESULT_SIZE = { bytes: SCREENING_RESULT_BYTES_MAX };

export const IDENTITY_TYPES = ['national_id', 'passport', 'driver_license'] as const;
export const IDENTITY_TYPE_MEANINGS: Readonly<Record<(typeof IDENTITY_TYPES)[number], string>> = {
  national_id: 'An identity card, such as HKID or MyKad.',
  passport: 'A passport of any country.',
  driver_license: 'A driving licence of any country.',
};

export const Address = z
  .strictObject({
    address_line_1: textField().describe('The first line, such as a building and a street.'),
    address_line_2: optionalText(textField()).describe('The second line; null if there is none.'),
    address_line_3: optionalText(textField()).describe('The third line; null if there is none.'),
    // Integrations send it empty.
    postal_code: textField(0).describe('It may be empty: Hong Kong has no postal codes.'),
    city: textField().describe('The city or town.'),
    // Integrations send "Hong Kong".
    country: textField().describe('Free text, such as Hong Kong.'),
  })
  .meta({ id: 'AddressInput', description: 'An address in any country.' });

/** Repeated for each use, because a schema with a second description would lose its name. */
export const REGISTERED_ADDRESS_MEANING = 'The address in the register of companies.';

const IdentityTypeField = typeNamed('IdentityType', z.enum(IDENTITY_TYPES)).describe(
  'The kind of document that has the number.',
);
const identityNumber = () =>
  textField(1, IDENTITY_NUMBER_LENGTH_MAX).describe('The number on the document, 1 to 64 characters.');

export const DirectorIdentity = typeNamed(
  'DirectorIdentityInput',
  z.strictObject({ type: IdentityTypeField, id: identityNumber() }).describe('A director of the company.'),
);

export const ShareholderIdentity = typeNamed(
  'ShareholderIdentityInput',
  z
    .strictObject({
      company_legal_name: textField().describe(
        'The legal name of the company in which the person holds shares: `legal_name`, or the name of a company that holds shares of it.',
      ),
      type: IdentityTypeField,
      id: identityNumber(),
    })
    .describe('A person who holds shares of the company, or of one that holds shares.'),
);

/** The details of every country. An absent member becomes null. */
export const KycInput = z
  .strictObject({
    legal_name: textField().describe('The registered name of the company.'),
    registered_address: Address,
    operating_address: orNull(Address).describe(
      'The address at which the company works, if it is another one.',
    ),
    website: optionalText(webAddressField()).describe('A host name, or an http or https URL.'),
    business_registration_number: textField().describe(
      'The number of the company in the register of its country.',
    ),
    date_of_incorporation: dateField().describe(
      'The day of its registration as a company; not in the future.',
    ),
    directors_identity_number: z
      .array(DirectorIdentity)
      .min(1)
      .max(PEOPLE_MAX)
      .describe('The identity number of each director.'),
    shareholders_identity_number: z
      .array(ShareholderIdentity)
      .max(PEOPLE_MAX)
      .describe('The persons who hold 25 % of the shares or more; empty if no one does.'),
    corporate_entities_number: typeNamed('NonNegativeInt', integerField(0, Number.MAX_SAFE_INTEGER)).describe(
      'How many related companies there are; 0 if there is none.',
    ),
    isic: z
      .string()
      .trim()
      .regex(
        /^[A-V]?\d{1,6}$/,
        'must be an ISIC code such as G4690: one to six digits; the letter of the section, A to V, may stand before them',
      )
      .describe(
        'Code of the economic activity, such as G4690: ISIC of up to four digits, MSIC of five or HSIC of six. The letter of the section before the digits may be left out.',
      ),
    is_sensitive_business: orNull(z.boolean()).describe('Whether its business is a sensitive one.'),
    has_complex_structure: orNull(z.boolean()).describe('Whether the company has a complex structure.'),
    has_namecheck_hits: orNull(z.boolean()).describe(
      'Whether a search for the names of its directors found something.',
    ),
    provider_company_screening_result: orNull(jsonObjectField(SCREENING_RESULT_BYTES_MAX)).describe(
      'What your own screening of the company found, in any form.',
    ),
    provider_batch_screening_result: orNull(jsonObjectField(SCREENING_RESULT_BYTES_MAX)).describe(
      'What your own screening of several names at once found, in any form.',
    ),
  })
  .meta({
    id: 'KycInput',
    description: 'The whole KYC information of a company; it replaces the present one.',
  });
export type KycInput = z.output<typeof KycInput>;

/** The own fields of a country as members of an object. */
function ownMembers(fields: readonly OwnField[]): Readonly<Record<never, z.ZodType>> {
  return Object.fromEntries(
    fields.map(({ name, description, required }) => {
      const member = required ? textField() : optionalText(textField());
      return [name, member.describe(description)];
    }),
  );
}

const inputs: ReadonlyMap<string, typeof KycInput> = new Map(
  Object.values(countries).map(({ code }) => {
    const fields = ownFieldsOf(code);
    const own = KycInput.extend(ownMembers(fields)).meta({ ...KycInput.meta(), id: `KycInput${code}` });
    return [code, fields.length === 0 ? KycInput : own];
  }),
);

/** All details of a record of a country. */
export const kycInputOf = (code: KycCountryCode): typeof KycInput => inputs.get(code) ?? KycInput;

/** The details of a record of any country. The country of the record decides which own fields it may have. */
export const AnyKycInput: typeof KycInput = KycInput.extend(
  ownMembers(
    Object.values(countries).flatMap(({ code }) =>
      ownFieldsOf(code).map((field) => ({ ...field, required: false })),
    ),
  ),
);

/** The members that a complete record of a country must have. */
export function requiredFieldsOf(code: KycCountryCode): readonly string[] {
  return Object.entries(kycInputOf(code).shape)
    .filter(([, member]) => !member.safeParse(null).success)
    .map(([name]) => name);
}

/** The input of a country. The date of incorporation must not be after today in the first time zone of the world. */
export function kycInputOn(code: KycCountryCode, today: string): typeof KycInput {
  return kycInputOf(code).extend({
    date_of_incorporation: dateField().refine((date) => date <= today, 'must not be in the future'),
  });
}
