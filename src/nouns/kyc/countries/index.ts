import type { Country, DetailsCheck, Doubt, OwnField } from '../country/country.ts';
import type { KycDetails } from '../country/kyc-details.ts';
import * as table from './table.ts';
import {
  findWarnings,
  SHARED_WARNINGS_MAX,
  sharedWarnings,
  type SharedWarningCode,
  type Warning,
} from './warnings.ts';

/** The rules of every country with KYC, by its upper-case code. */
export const countries = { ...table } satisfies Readonly<Record<string, Country>>;

export type KycCountryCode = keyof typeof countries;
type KycCountry = (typeof countries)[KycCountryCode];

/** A supporting document type of any country. */
export type DocumentType = KycCountry['documentTypes'][number]['type'];

type OwnCode<Each> = Each extends { readonly ownFields: readonly OwnField<infer Code>[] } ? Code : never;
type DetailsCode<Each> = Each extends { readonly detailsChecks: readonly DetailsCheck<infer Code>[] }
  ? Code
  : never;
type WarningCode =
  | SharedWarningCode
  | KycCountry['nationalIdChecks'][number]['code']
  | DetailsCode<KycCountry>
  | OwnCode<KycCountry>;
export type KycWarning = Warning<WarningCode>;

/** The document types of all countries, each once, in the order of the countries. */
export const documentTypes: readonly DocumentType[] = [
  ...new Set(Object.values(countries).flatMap((country) => country.documentTypes.map(({ type }) => type))),
];

const meaningsOfDocuments: ReadonlyMap<string, string> = new Map(
  Object.values(countries).flatMap((country) =>
    country.documentTypes.map(({ type, means }) => [type, means]),
  ),
);

/** What a document of that type shows. */
export function meaningOfDocument(type: DocumentType): string {
  const means = meaningsOfDocuments.get(type);
  if (means === undefined) throw new Error(`There is no document type ${type}.`);
  return means;
}

/** Every warning of any country: its meaning for an operator, and the source of its rule. */
export const warningKinds: readonly Doubt<WarningCode>[] = [
  ...sharedWarnings(
    Object.values(countries)
      .map(({ registrationNumber: { source } }) => source)
      .join(' '),
  ),
  ...Object.values(countries).flatMap((country) =>
    [...country.detailsChecks, ...country.nationalIdChecks, ...ownChecksOf(country)].map(
      ({ code, when, source }) => ({ code, when, source }),
    ),
  ),
];

/** The most warnings of a record with that number of people. */
export function warningsOfPeopleMax(people: number): number {
  const most = (count: (country: Country) => number) => Math.max(...Object.values(countries).map(count));
  const ofCompany = most((country) => country.detailsChecks.length + ownChecksOf(country).length);
  return SHARED_WARNINGS_MAX.company + ofCompany + people * SHARED_WARNINGS_MAX.person;
}

function ownChecksOf<Code extends string>({ ownFields = [] }: Country<Code>) {
  return ownFields.flatMap(({ checks }) => checks);
}

/** Whether the country of an upper-case code has KYC. */
export function isKycCountry(code: string): code is KycCountryCode {
  return Object.hasOwn(countries, code);
}

/** The rules of a country. */
export function countryOf(code: KycCountryCode): KycCountry {
  return countries[code];
}

/** The details that only this country requires or accepts. */
export function ownFieldsOf(code: KycCountryCode): readonly OwnField[] {
  const country: Country = countries[code];
  return country.ownFields ?? [];
}

/**
 * What an operator should check in a company's KYC details that were sent on the day `today`. Pure. A warning is never
 * a reason to refuse.
 */
export function kycWarnings(code: KycCountryCode, details: KycDetails, today: string): KycWarning[] {
  return findWarnings(countries[code], details, today);
}
