import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import type { ConnectionType } from '../../pipeline/graphql-kit/connection.ts';
import { runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import { defineCustomersWithWarnings } from './customer-queue.graphql.ts';
import { workListRef } from './queue-page.graphql.ts';
import { defineReportedRepayments, defineServicingQueues } from './servicing-queues.graphql.ts';
import { openWorkList } from './settlement-queue.operations.ts';
import { defineLapsingOffers, defineWaitingSettlements } from './settlement-queues.graphql.ts';

interface Lists {
  readonly customers: ConnectionType;
  readonly settlements: ConnectionType;
  readonly repayments: ConnectionType;
}

/** The work list of the provider's operators: queues that begin with the most urgent items. */
export function defineWorkList(builder: Builder, { customers, settlements, repayments }: Lists): void {
  const workList = workListRef(builder).implement({
    description: 'What waits for the provider’s people. Each list begins with what is most urgent.',
  });
  defineWaitingSettlements(builder, workList, settlements);
  defineLapsingOffers(builder, workList, settlements);
  defineServicingQueues(builder, workList, settlements);
  defineReportedRepayments(builder, workList, repayments);
  defineCustomersWithWarnings(builder, workList, customers);
  builder.queryField('workList', (t) =>
    t.field({
      type: workList,
      description: 'The records that wait for operators. For operators.',
      extensions: runs(openWorkList),
      resolve: (_root, _args, context) => runQuery(context, openWorkList, { ids: {} }),
    }),
  );
}
