import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import type { ConnectionType } from '../../pipeline/graphql-kit/connection.ts';
import { runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import { pageArgs, queueArgumentsSchema } from '../../pipeline/graphql-kit/page-arguments.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import {
  countCustomersWithKycWarnings,
  listCustomersWithKycWarnings,
  WARNED_CUSTOMERS,
} from './customer-queue.operations.ts';
import { ROW_FILTERS } from './row-filters.ts';
import { queuePage, type QueueReads, type WorkListType } from './queue-page.graphql.ts';

/** The customers whose KYC a person should look at. */
export function defineCustomersWithWarnings(
  builder: Builder,
  workList: WorkListType,
  customers: ConnectionType,
): void {
  const filter = listFilter(builder, {
    name: 'WarnedCustomerFilter',
    description: 'Selects the customers with warnings of a list.',
    rows: ROW_FILTERS,
  });
  builder.objectField(workList, 'customersWithKycWarnings', (t) =>
    t.field({
      type: customers,
      description: 'Customers whose KYC details or files have warnings, the oldest warnings first.',
      args: { ...builder.args(pageArgs), filter: t.arg(filter.argument) },
      validate: { schema: queueArgumentsSchema(WARNED_CUSTOMERS) },
      extensions: runs(listCustomersWithKycWarnings, countCustomersWithKycWarnings),
      resolve: (_root, args, context) => queuePage(context, warned, args, filter.read(args.filter)),
    }),
  );
}

const warned: QueueReads = {
  page: (context, query) => runQuery(context, listCustomersWithKycWarnings, query),
  total: (context, query) => runQuery(context, countCustomersWithKycWarnings, query),
};
