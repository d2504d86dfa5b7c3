import { CustomerObject } from '../../customer/customer.graphql.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { atMost, runs } from '../../../pipeline/graphql-kit/field-facts.ts';
import { loaderOf } from '../../../pipeline/graphql-kit/list-loader.ts';
import { operatorOnly } from '../../../pipeline/graphql-kit/operator-only.ts';
import { CURRENCIES } from '../../../kernel/currency.ts';
import type { CustomerExposure } from '../exposure.ts';
import { listExposureOfCustomers } from './customer-exposure.operations.ts';

/** Loads the exposure of all customers on a page in one query. */
const exposureOf = loaderOf(listExposureOfCustomers, 'customer_ids');

/** The description of a sum of settlements, which may be too large for an exact JSON number. */
const SUM = 'In the minor unit of the currency, as an exact decimal text.';

/** What a customer owes, for operators. */
export function defineExposure(builder: Builder): void {
  const exposure = builder.objectRef<CustomerExposure>('CustomerExposure').implement({
    description:
      'The money of a customer in one currency: what it owes, what it was promised, and the largest amount that was sent.',
    fields: (t) => ({
      currency: t.exposeString('currency'),
      outstanding: t.string({
        description: `Principal and fee of what was sent to it and has not come back. ${SUM}`,
        resolve: ({ outstanding }) => String(outstanding),
      }),
      outstandingCount: t.exposeInt('outstanding_count', {
        description: 'How many settlements these are.',
      }),
      committed: t.string({
        description: `Amount and fee of its open and accepted offers, whose money was not sent yet. ${SUM}`,
        resolve: ({ committed }) => String(committed),
      }),
      committedCount: t.exposeInt('committed_count', { description: 'How many settlements that is.' }),
      claims: t.string({
        description: `What was written off and has not been recovered. ${SUM}`,
        resolve: ({ claims }) => String(claims),
      }),
      claimsCount: t.exposeInt('claims_count', { description: 'How many settlements that is.' }),
      largestFunded: t.expose('largest_funded', {
        type: 'SafeInt',
        nullable: true,
        description:
          'The largest single amount that was sent to the customer, in the minor unit; null if none was sent.',
      }),
    }),
  });
  builder.objectField(CustomerObject, 'exposure', (t) =>
    t.field({
      type: [exposure],
      nullable: true,
      description: 'What the customer owes, by currency. A currency in which it owes nothing is not listed.',
      extensions: { ...operatorOnly, ...runs(listExposureOfCustomers), ...atMost(CURRENCIES.length) },
      resolve: async ({ customer_id }, _args, context) => (await exposureOf(context, customer_id)) ?? [],
    }),
  );
}
