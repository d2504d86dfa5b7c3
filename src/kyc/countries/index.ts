import type { Country } from './country.ts';
import { hongKong } from './hk/hong-kong.ts';
import type { KycDetails } from './kyc-details.ts';
import { malaysia } from './my/malaysia.ts';
import { findWarnings, sharedWarnings, type SharedWarningCode, type Warning } from './warnings.ts';

/** The countries with KYC. Another one is a folder beside this file and a line here. */
export const countries = {
  HK: hongKong,
  MY: malaysia,
} as const satisfies Readonly<Record<string, Country>>;

export type KycCountryCode = keyof typeof countries;
type KycCountry = (typeof countries)[KycCountryCode];

/** A supporting document type of any country. */
export type DocumentType = KycCountry['documentTypes'][number]['type'];

export type WarningCode = SharedWarningCode | KycCountry['nationalIdChecks'][number]['code'];
export type KycWarning = Warning<WarningCode>;

/** The document types of all countries, each once, in the order of the countries. */
export const documentTypes: readonly DocumentType[] = [
  ...new Set(Object.values(countries).flatMap((country) => country.documentTypes.map(({ type }) => type))),
];

/** Every warning that any country gives, and what it tells an operator. */
export const warningKinds: readonly { readonly code: WarningCode; readonly when: string }[] = [
  ...sharedWarnings,
  ...Object.values(countries).flatMap((country) =>
    country.nationalIdChecks.map(({ code, when }) => ({ code, when })),
  ),
];

/** The most warnings that one record can have which names so many people. */
export function warningsOfPeopleMax(people: number): number {
  const checks = Math.max(...Object.values(countries).map(({ nationalIdChecks }) => nationalIdChecks.length));
  return sharedWarnings.length + people * (checks + 1);
}

/** Whether a country code, upper-case, is one of the registered. */
export function isKycCountry(code: string): code is KycCountryCode {
  return Object.hasOwn(countries, code);
}

/** What the country of a KYC record supplies. */
export function countryOf(code: KycCountryCode): KycCountry {
  return countries[code];
}

/** What an operator should look at in a company's text; pure, and never a reason to refuse. */
export function kycWarnings(code: KycCountryCode, text: KycDetails): KycWarning[] {
  return findWarnings(countries[code], text);
}
