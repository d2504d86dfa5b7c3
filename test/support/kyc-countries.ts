import { readdirSync } from 'node:fs';
import { TypedDocumentString } from './graphql/generated/graphql.ts';
import { UpdateHkKyc } from './graphql/documents.ts';

/** A country with KYC, as the contract tests name it. */
export interface KycCountryName {
  /** In lower case, as in paths. */
  readonly code: string;
  /** As in names of GraphQL: `Hk`. */
  readonly prefix: string;
}

/** The countries whose tests have a folder, so that the tables of the contract tests need no row for a country. */
export const KYC_COUNTRIES: readonly KycCountryName[] = readdirSync(
  new URL('../kyc/countries/', import.meta.url),
  { withFileTypes: true },
)
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ code: name, prefix: name.slice(0, 1).toUpperCase() + name.slice(1) }))
  .toSorted((a, b) => (a.code < b.code ? -1 : 1));

/** The document that replaces the KYC details of a customer of a country. */
export const updateKycDocument = ({ prefix }: KycCountryName) =>
  new TypedDocumentString<Record<string, unknown>, { customerId: string; input: unknown }>(
    UpdateHkKyc.toString().replaceAll('HkKyc', `${prefix}Kyc`),
  );
