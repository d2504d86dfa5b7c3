import { runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { loaderOf } from '../../pipeline/graphql-kit/list-loader.ts';
import type { RequestContext } from '../../pipeline/graphql-kit/request-context.ts';
import { listKycOfCustomers } from './kyc.operations.ts';
import type { KycView } from './kyc.present.ts';

/** Loads the KYC records of all customers on a page in one query. */
const kycOfCustomer = loaderOf(listKycOfCustomers, 'customer_ids');

/** The options of a field that shows the KYC record of a customer. */
export const kycOfCustomerField = {
  nullable: true,
  extensions: runs(listKycOfCustomers),
  async resolve(
    { customer_id }: { readonly customer_id: string },
    _args: object,
    context: RequestContext,
  ): Promise<KycView> {
    const record = await kycOfCustomer(context, customer_id);
    if (record === null) throw new Error('A customer has no KYC record.');
    return record;
  },
} as const;
