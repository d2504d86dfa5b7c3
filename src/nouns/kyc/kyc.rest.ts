import type { Ids } from '../../pipeline/operation.ts';
import { operationRoute } from '../../pipeline/rest-kit/operation-route.ts';
import { customerIdOf } from '../../pipeline/rest-kit/path-ids.ts';
import type { Route } from '../../pipeline/rest-kit/route.ts';
import { countries } from './countries/index.ts';
import { kycInputOf } from './kyc.input.ts';
import { getKyc, updateKyc } from './kyc.operations.ts';
import { kycViewOf, presentOnRest } from './kyc.present.ts';

/** Two routes for each country. */
export const kycRoutes: readonly Route[] = Object.values(countries).flatMap(({ code, name }) => {
  const row = {
    path: `/v1/kyc/${code.toLowerCase()}/{customer_id}`,
    tag: 'KYC',
    response: kycViewOf(code),
    respond: presentOnRest,
  } as const;
  const ids = (params: Ids) => ({ ...customerIdOf(params), country: code });
  const errors = ['kyc_type_mismatch'] as const;
  return [
    operationRoute({
      ...row,
      method: 'GET',
      summary: `Retrieve the KYC record of a customer in ${name}`,
      operation: getKyc,
      ids,
      errors,
    }),
    operationRoute({
      ...row,
      method: 'PUT',
      summary: `Replace the KYC information of a customer in ${name}`,
      operation: updateKyc,
      ids,
      body: kycInputOf(code),
      errors,
    }),
  ];
});
