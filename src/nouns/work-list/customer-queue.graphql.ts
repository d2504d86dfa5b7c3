import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import type { ConnectionType } from '../../pipeline/graphql-kit/connection.ts';
import { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import {
  countCustomersWithKycWarnings,
  listCustomersWithKycWarnings,
  WARNED_CUSTOMERS,
} from './customer-queue.operations.ts';
import { ROW_FILTERS } from './row-filters.ts';
import { queueArgs, queueField, type WorkListType } from './queue-page.graphql.ts';

/** The customers whose KYC a person should look at. */
export function defineCustomersWithWarnings(
  builder: Builder,
  workList: WorkListType,
  customers: ConnectionType,
): void {
  const filter = listFilter(builder, {
    name: 'WarnedCustomerFilter',
    of: 'customers with warnings',
    rows: ROW_FILTERS,
  });
  builder.objectField(workList, 'customersWithKycWarnings', (t) =>
    t.field({
      type: customers,
      description: 'Customers whose KYC details or files have warnings, the oldest warnings first.',
      args: queueArgs(builder, filter),
      ...queueField({
        kinds: [WARNED_CUSTOMERS],
        list: listCustomersWithKycWarnings,
        count: countCustomersWithKycWarnings,
        filter,
      }),
    }),
  );
}
