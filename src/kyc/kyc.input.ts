import { z } from 'zod';
import {
  dateField,
  integerField,
  jsonObjectField,
  optionalText,
  orNull,
  textField,
  webAddressField,
} from '../kernel/fields.ts';
import { typeNamed } from '../kernel/type-name.ts';

/** More than any company that is funded here has; it keeps a record under a megabyte. */
export const PEOPLE_MAX = 100;
const IDENTITY_NUMBER_LENGTH_MAX = 64;
/** Screening reports have tens of kilobytes. */
const SCREENING_RESULT_BYTES_MAX = 256 * 1024;
export const SCREENING_RESULT_SIZE = { bytes: SCREENING_RESULT_BYTES_MAX };

export const IDENTITY_TYPES = ['national_id', 'passport', 'driver_license'] as const;

const Address = z
  .strictObject({
    address_line_1: textField(),
    address_line_2: optionalText(textField()),
    address_line_3: optionalText(textField()),
    // Integrations send an empty one.
    postal_code: textField(0).describe('May be empty: Hong Kong has none.'),
    city: textField(),
    // Integrations send "Hong Kong".
    country: textField().describe('Free text.'),
  })
  .meta({ id: 'AddressInput' });

const IdentityTypeField = typeNamed('IdentityType', z.enum(IDENTITY_TYPES));

const DirectorIdentity = typeNamed(
  'DirectorIdentityInput',
  z.strictObject({ type: IdentityTypeField, id: textField(1, IDENTITY_NUMBER_LENGTH_MAX) }),
);

const ShareholderIdentity = typeNamed(
  'ShareholderIdentityInput',
  z.strictObject({
    company_legal_name: textField(),
    type: IdentityTypeField,
    id: textField(1, IDENTITY_NUMBER_LENGTH_MAX),
  }),
);

/** All details of a KYC record; an absent member becomes null. */
export const KycInput = z
  .strictObject({
    legal_name: textField(),
    registered_address: Address,
    operating_address: orNull(Address),
    website: optionalText(webAddressField()),
    business_registration_number: textField(),
    date_of_incorporation: dateField(),
    directors_identity_number: z.array(DirectorIdentity).min(1).max(PEOPLE_MAX),
    shareholders_identity_number: z.array(ShareholderIdentity).max(PEOPLE_MAX),
    corporate_entities_number: typeNamed('NonNegativeInt', integerField(0, Number.MAX_SAFE_INTEGER)),
    isic: z
      .string()
      .trim()
      .regex(
        /^[A-V]?\d{1,6}$/,
        'must be an ISIC code such as G4690: one to six digits, with a section letter from A to V before them or not',
      ),
    is_sensitive_business: orNull(z.boolean()),
    has_complex_structure: orNull(z.boolean()),
    has_namecheck_hits: orNull(z.boolean()),
    provider_company_screening_result: orNull(jsonObjectField(SCREENING_RESULT_BYTES_MAX)),
    provider_batch_screening_result: orNull(jsonObjectField(SCREENING_RESULT_BYTES_MAX)),
  })
  .meta({ id: 'KycInput' });
export type KycInput = z.output<typeof KycInput>;

/** The members that a complete record must have. */
export const REQUIRED_FIELDS: readonly string[] = Object.entries(KycInput.shape)
  .filter(([, member]) => !member.safeParse(null).success)
  .map(([name]) => name);

/** The same input, with no date of incorporation after today in the first time zone of the world. */
export function kycInputOn(today: string): typeof KycInput {
  return KycInput.extend({
    date_of_incorporation: dateField().refine((date) => date <= today, 'must not be in the future'),
  });
}
