import { operationRoute } from '../../pipeline/rest-kit/operation-route.ts';
import { onlyMembersOf } from '../../pipeline/rest-kit/interface-bodies.ts';
import type { Route } from '../../pipeline/rest-kit/route.ts';
import { countries } from './countries/index.ts';
import { kycInputOf } from './kyc.input.ts';
import { getKyc, updateKyc } from './kyc.operations.ts';
import { type KycView, kycViewOf, presentOnRest } from './kyc.present.ts';

/** The members that the first interface named. A country's own fields are not among them. */
const ofInterface = onlyMembersOf<KycView>([
  'customer_id',
  'type',
  'status',
  'legal_name',
  'registered_address',
  'operating_address',
  'website',
  'business_registration_number',
  'date_of_incorporation',
  'directors_identity_number',
  'shareholders_identity_number',
  'corporate_entities_number',
  'isic',
  'is_sensitive_business',
  'has_complex_structure',
  'has_namecheck_hits',
  'namecheck_result',
  'provider_company_screening_result',
  'provider_batch_screening_result',
  'supporting_documents',
  'created_at',
  'updated_at',
]);

/** Two routes for each country. */
export const kycRoutes: readonly Route[] = Object.values(countries).flatMap(({ code, name }) => {
  const row = {
    path: `/v1/kyc/${code.toLowerCase()}/{customer_id}`,
    tag: 'KYC',
    response: kycViewOf(code),
    respond: presentOnRest,
    ofInterface,
    ids: { country: code },
    errors: ['kyc_type_mismatch'],
  } as const;
  return [
    operationRoute({
      ...row,
      method: 'GET',
      summary: `Retrieve the KYC record of a customer in ${name}`,
      operation: getKyc,
    }),
    operationRoute({
      ...row,
      method: 'PUT',
      summary: `Replace the KYC information of a customer in ${name}`,
      operation: updateKyc,
      body: kycInputOf(code),
    }),
  ];
});
