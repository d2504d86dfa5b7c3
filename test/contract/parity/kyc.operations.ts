import {
  getKycDocument,
  KYC_COUNTRIES,
  type KycCountryName,
  updateKycDocument,
} from '../../support/kyc-countries.ts';
import { type Call, inputOf, onBothApis, type OnBothApis } from './on-both-apis.ts';
import { kycView } from './views.ts';

/** The name of an operation on the KYC of one country. */
export type KycOperationName = `${'get' | 'update'}${string}Kyc`;

/** One entry for each country and each of its two operations. */
export function ofEachCountry<Entry>(
  entries: (country: KycCountryName) => { readonly get: Entry; readonly update: Entry },
): Readonly<Record<KycOperationName, Entry>> {
  return Object.fromEntries(
    KYC_COUNTRIES.flatMap((country) => {
      const { get, update } = entries(country);
      return [
        [`get${country.prefix}Kyc`, get],
        [`update${country.prefix}Kyc`, update],
      ];
    }),
  );
}

const customerId = ({ ids }: Call) => ids?.['customer_id'];

/** The operations on KYC records, as both APIs have them. */
export const kycOperations = ofEachCountry<OnBothApis>((country) => ({
  get: onBothApis({
    rows: [`GET /v1/kyc/${country.code}/{customer_id}`],
    field: 'Query.kyc',
    document: getKycDocument(country),
    variables: (call) => ({ customerId: customerId(call) }),
    view: kycView,
    pick: ({ kyc }) => kyc,
  }),
  update: onBothApis({
    rows: [`PUT /v1/kyc/${country.code}/{customer_id}`],
    field: `Mutation.update${country.prefix}Kyc`,
    document: updateKycDocument(country),
    variables: (call) => ({ customerId: customerId(call), input: inputOf(call) }),
    view: kycView,
    pick: (data) => data[`update${country.prefix}Kyc`],
  }),
}));
