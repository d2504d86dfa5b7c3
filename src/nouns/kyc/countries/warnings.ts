import type { Path } from '../../../kernel/errors.ts';
import type { Country, Doubt, RegistrationNumberForm } from '../country/country.ts';
import { INDUSTRY_SCHEMES, isIndustryCode, isIndustrySection } from './industry.ts';
import type { KycDetails } from '../country/kyc-details.ts';
import { doubtsOfPeople, PEOPLE_CHECKS, type PeopleField, type PeopleWarningCode } from './people.ts';

/** The checks of the registration number, with the form of each country. */
const REGISTRATION_CHECKS = [
  {
    code: 'registration_number_format',
    when: 'The business registration number does not have a form that the country uses.',
    isDoubted: (value: string, form: RegistrationNumberForm) => !form.passes(value),
  },
  {
    code: 'registration_number_placeholder',
    when: 'The business registration number is a placeholder, such as 00000000.',
    isDoubted: (value: string, form: RegistrationNumberForm) => PLACEHOLDER.test(form.serial(value) ?? ''),
  },
] as const;

/**
 * Registers count from 1. A real company may have a short number of equal digits, but only one in ten million has a
 * longer one.
 */
const PLACEHOLDER = /^(?:0+|(\d)\1{6,})$/;

const INDUSTRY_SOURCE =
  'United Nations Statistics Division: ISIC Rev. 4 (2008) and Rev. 5 (2024), of two to four digits. Department of Statistics Malaysia: divisions of MSIC 2008, of five. Census and Statistics Department of Hong Kong: divisions of HSIC 2.0 (2008), of six.';

const INDUSTRY_CHECKS = [
  {
    code: 'isic_class_unknown',
    when: `The scheme of the industry code has no such division, group or class. The number of digits tells the scheme: ${INDUSTRY_SCHEMES.map(({ title, digits }) => `${title} ${digits.join(', ')}`).join('; ')}.`,
    source: INDUSTRY_SOURCE,
    passes: isIndustryCode,
  },
  {
    code: 'isic_section_mismatch',
    when: 'The letter of the industry code is not the section of its division.',
    source: INDUSTRY_SOURCE,
    passes: isIndustrySection,
  },
] as const;

export type SharedWarningCode =
  (typeof REGISTRATION_CHECKS)[number]['code'] | (typeof INDUSTRY_CHECKS)[number]['code'] | PeopleWarningCode;

/** The warnings of every country. `registers` names the registers of the countries. */
export const sharedWarnings = (registers: string): readonly Doubt<SharedWarningCode>[] => [
  ...REGISTRATION_CHECKS.map(({ code, when }) => ({ code, when, source: registers })),
  ...PEOPLE_CHECKS,
  ...INDUSTRY_CHECKS,
];

/** The most warnings about a person, and about the company, that every country can give. */
export const SHARED_WARNINGS_MAX = {
  /** One for each checked member. */
  person: new Set(PEOPLE_CHECKS.map(({ member }) => member)).size,
  company: REGISTRATION_CHECKS.length + INDUSTRY_CHECKS.length,
};

/** A doubt about stored KYC details: its code and the field. It refuses nothing and never contains a value. */
export interface Warning<Code extends string> {
  readonly code: Code;
  /** The path of the field, in the names of the API. */
  readonly path: Path;
}

/**
 * The warnings about a company's KYC details by the rules of its country: about the company, its people, its industry.
 * `today` is the day when they were sent.
 */
export function findWarnings<Code extends string>(
  country: Country<Code>,
  details: KycDetails,
  today: string,
): Warning<SharedWarningCode | Code>[] {
  return [
    ...registrationWarnings(country, details),
    ...country.detailsChecks.flatMap(({ code, field, passes }) =>
      warnUnless(passes(details, today), code, field),
    ),
    ...peopleWarnings(country, details, 'directors_identity_number'),
    ...peopleWarnings(country, details, 'shareholders_identity_number'),
    ...INDUSTRY_CHECKS.flatMap(({ code, passes }) => warnUnless(passes(details.isic), code, 'isic')),
    ...ownWarnings(country, details),
  ];
}

function warnUnless<const Code extends string>(passes: boolean, code: Code, ...path: Path): Warning<Code>[] {
  return passes ? [] : [{ code, path }];
}

function registrationWarnings(
  { registrationNumber }: Country,
  { business_registration_number: value }: KycDetails,
) {
  return REGISTRATION_CHECKS.flatMap(({ code, isDoubted }) =>
    warnUnless(!isDoubted(value, registrationNumber), code, 'business_registration_number'),
  );
}

/**
 * The warnings about the people of a list, in the order of the list. Each number gives at most its first warning. So
 * there are no more warnings than people, and `00000000` is not also a wrong identity card.
 */
function peopleWarnings<Code extends string>(
  country: Country<Code>,
  details: KycDetails,
  field: PeopleField,
): Warning<PeopleWarningCode | Code>[] {
  const numbers = new Map<Path[number] | undefined, Warning<PeopleWarningCode | Code>>();
  for (const warning of [
    ...doubtsOfPeople(details, field, 'id'),
    ...nationalIdWarnings(country, details, field),
  ]) {
    const [, index] = warning.path;
    if (!numbers.has(index)) numbers.set(index, warning);
  }
  return [...numbers.values(), ...doubtsOfPeople(details, field, 'company_legal_name')].toSorted(
    (one, other) => Number(one.path[1]) - Number(other.path[1]),
  );
}

function nationalIdWarnings<Code extends string>(
  { nationalIdChecks }: Country<Code>,
  details: KycDetails,
  field: PeopleField,
): Warning<Code>[] {
  return details[field].flatMap(({ type, id }, index) => {
    if (type !== 'national_id') return [];
    return nationalIdChecks.flatMap(({ code, passes }) => warnUnless(passes(id), code, field, index, 'id'));
  });
}

function ownWarnings<Code extends string>({ ownFields = [] }: Country<Code>, details: KycDetails) {
  return ownFields.flatMap(({ name, checks }) => {
    const value: unknown = Reflect.get(details, name);
    if (typeof value !== 'string') return [];
    return checks.flatMap(({ code, passes }) => warnUnless(passes(value), code, name));
  });
}
