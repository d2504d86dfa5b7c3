import type { Path } from '../../kernel/errors.ts';
import type { Country } from './country.ts';
import { isIsicCode, isIsicSection } from './isic.ts';
import type { KycDetails } from './kyc-details.ts';
import { unspaced } from './spelling.ts';

/** The warnings that every country has, each with what it tells an operator. */
export const sharedWarnings = [
  {
    code: 'registration_number_format',
    when: 'The business registration number does not have a form that the country uses.',
  },
  {
    code: 'isic_class_unknown',
    when: 'ISIC Rev. 4 has no such division, group or class.',
  },
  {
    code: 'isic_section_mismatch',
    when: 'The letter of the ISIC code is not the section of its division.',
  },
  {
    code: 'shareholder_company_unexpected',
    when: 'A shareholder belongs to another company, but the customer states no related corporate entities.',
  },
] as const;

export type SharedWarningCode = (typeof sharedWarnings)[number]['code'];

/** A doubt about stored KYC details: its code and the field. It refuses nothing and never holds a value. */
export interface Warning<Code extends string> {
  readonly code: Code;
  /** The path of the field, in the names of the API. */
  readonly path: Path;
}

/** The warnings about a company's KYC details by the rules of its country, in the order of the fields. */
export function findWarnings<Code extends string>(
  country: Country<Code>,
  details: KycDetails,
): Warning<SharedWarningCode | Code>[] {
  return [
    ...warnUnless(
      country.isRegistrationNumber(details.business_registration_number),
      'registration_number_format',
      'business_registration_number',
    ),
    ...nationalIdWarnings(country, details, 'directors_identity_number'),
    ...nationalIdWarnings(country, details, 'shareholders_identity_number'),
    ...shareholderCompanyWarnings(details),
    ...warnUnless(isIsicCode(details.isic), 'isic_class_unknown', 'isic'),
    ...warnUnless(isIsicSection(details.isic), 'isic_section_mismatch', 'isic'),
    ...ownWarnings(country, details),
  ];
}

function warnUnless<const Code extends string>(passes: boolean, code: Code, ...path: Path): Warning<Code>[] {
  return passes ? [] : [{ code, path }];
}

function nationalIdWarnings<Code extends string>(
  { nationalIdChecks }: Country<Code>,
  details: KycDetails,
  field: 'directors_identity_number' | 'shareholders_identity_number',
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

function shareholderCompanyWarnings(details: KycDetails): Warning<'shareholder_company_unexpected'>[] {
  if (details.corporate_entities_number > 0) return [];
  const customer = companyName(details.legal_name);
  return details.shareholders_identity_number.flatMap((shareholder, index) =>
    warnUnless(
      companyName(shareholder.company_legal_name) === customer,
      'shareholder_company_unexpected',
      'shareholders_identity_number',
      index,
      'company_legal_name',
    ),
  );
}

const companyName = (name: string) => unspaced(name).toLowerCase();
