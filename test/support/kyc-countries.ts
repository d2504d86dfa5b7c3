import { readdirSync } from 'node:fs';
import { graphqlName } from '../../src/pipeline/graphql-kit/naming.ts';
import { isKycCountry, type KycCountryCode, ownFieldsOf } from '../../src/nouns/kyc/countries/index.ts';
import { TypedDocumentString } from './graphql/generated/graphql.ts';
import { GetKyc, UpdateHkKyc } from './graphql/documents.ts';

/** A country with KYC, as the contract tests name it. */
export interface KycCountryName {
  /** In lower case, as in paths. */
  readonly code: string;
  /** As in names of GraphQL: `Hk`. */
  readonly prefix: string;
}

/** The countries with a folder of tests. So the tables of the contract tests need no row for a country. */
export const KYC_COUNTRIES: readonly KycCountryName[] = readdirSync(
  new URL('../nouns/kyc/countries/', import.meta.url),
  { withFileTypes: true },
)
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ code: name, prefix: name.slice(0, 1).toUpperCase() + name.slice(1) }))
  .toSorted((a, b) => (a.code < b.code ? -1 : 1));

/** The country in the table of countries. */
export function kycCountryOf({ code }: KycCountryName): KycCountryCode {
  const country = code.toUpperCase();
  if (!isKycCountry(country)) throw new Error(`${country} has no row in the table of countries.`);
  return country;
}

/** The document that reads the KYC record of a customer of a country, with the fields that only this country has. */
export const getKycDocument = (country: KycCountryName) =>
  new TypedDocumentString<{ kyc: unknown }, { customerId: string }>(
    withOwnFields(GetKyc.toString(), country),
  );

/** The document that replaces the KYC details of a customer of a country. */
export const updateKycDocument = (country: KycCountryName) =>
  new TypedDocumentString<Record<string, unknown>, { customerId: string; input: unknown }>(
    withOwnFields(UpdateHkKyc.toString().replaceAll('HkKyc', `${country.prefix}Kyc`), country),
  );

function withOwnFields(document: string, country: KycCountryName): string {
  const names = ownFieldsOf(kycCountryOf(country)).map(({ name }) => graphqlName(name));
  const own = names.length === 0 ? '' : ` ... on ${country.prefix}KycRecord { ${names.join(' ')} }`;
  return document.replace('...KycFields', `...KycFields${own}`);
}
