import type { Builder, InputFieldBuilder } from '../graphql-kit/builder.ts';
import type { IdentityTypeRef } from './kyc-record.graphql.ts';

/** The fields of the KYC input of every country, and their types. */
export function defineKycInputParts(builder: Builder, identityType: IdentityTypeRef) {
  const address = builder.inputType('AddressInput', {
    fields: (t) => ({
      addressLine1: t.string({ required: true }),
      addressLine2: t.string(),
      addressLine3: t.string(),
      postalCode: t.string({ required: true, description: 'May be empty: Hong Kong has none.' }),
      city: t.string({ required: true }),
      country: t.string({ required: true, description: 'Free text.' }),
    }),
  });
  const director = builder.inputType('DirectorIdentityInput', {
    fields: (t) => ({
      type: t.field({ type: identityType, required: true }),
      id: t.string({ required: true }),
    }),
  });
  const shareholder = builder.inputType('ShareholderIdentityInput', {
    fields: (t) => ({
      companyLegalName: t.string({ required: true }),
      type: t.field({ type: identityType, required: true }),
      id: t.string({ required: true }),
    }),
  });
  return (t: InputFieldBuilder) => ({
    legalName: t.string({ required: true }),
    registeredAddress: t.field({ type: address, required: true }),
    operatingAddress: t.field({ type: address }),
    website: t.field({ type: 'URL' }),
    businessRegistrationNumber: t.string({ required: true }),
    dateOfIncorporation: t.field({ type: 'LocalDate', required: true }),
    directorsIdentityNumber: t.field({ type: [director], required: true }),
    shareholdersIdentityNumber: t.field({ type: [shareholder], required: true }),
    corporateEntitiesNumber: t.field({ type: 'NonNegativeInt', required: true }),
    isic: t.string({ required: true }),
    isSensitiveBusiness: t.boolean(),
    hasComplexStructure: t.boolean(),
    hasNamecheckHits: t.boolean(),
    providerCompanyScreeningResult: t.field({ type: 'JSONObject' }),
    providerBatchScreeningResult: t.field({ type: 'JSONObject' }),
  });
}
