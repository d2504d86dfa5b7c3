import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import type { ConnectionType } from '../../pipeline/graphql-kit/connection.ts';
import { runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import { pageArgs, queueArgumentsSchema } from '../../pipeline/graphql-kit/page-arguments.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import type { RepaymentType } from '../repayment/edges/repayment.graphql.ts';
import { queuePage, type QueueReads, type WorkListType } from './queue-page.graphql.ts';
import {
  ANSWER_DAYS,
  countReportedRepayments,
  isLongUnanswered,
  listReportedRepayments,
  REPORTED,
  REPORTED_FILTERS,
} from './repayment-queue.operations.ts';
import {
  countOverdueSettlements,
  countSettlementsWithOldExcess,
  EXCESS_FILTERS,
  listOverdueSettlements,
  listSettlementsWithOldExcess,
  OLD_EXCESS,
  OVERDUE,
  OVERDUE_FILTERS,
} from './servicing-queue.operations.ts';

/** Settlements whose money was sent, and that a person should look at. */
export function defineServicingQueues(
  builder: Builder,
  workList: WorkListType,
  settlements: ConnectionType,
): void {
  const ofOverdue = listFilter(builder, {
    name: 'OverdueSettlementFilter',
    description: 'Selects the overdue settlements of a list.',
    rows: OVERDUE_FILTERS,
  });
  const ofExcess = listFilter(builder, {
    name: 'ServicedSettlementFilter',
    description: 'Selects the settlements with excess of a list.',
    rows: EXCESS_FILTERS,
  });
  builder.objectFields(workList, (t) => ({
    overdueSettlements: t.field({
      type: settlements,
      description: 'Settlements whose last day for the payment has passed, the longest overdue first.',
      args: { ...builder.args(pageArgs), filter: t.arg(ofOverdue.argument) },
      validate: { schema: queueArgumentsSchema(OVERDUE) },
      extensions: runs(listOverdueSettlements, countOverdueSettlements),
      resolve: (_root, args, context) => queuePage(context, overdue, args, ofOverdue.read(args.filter)),
    }),
    settlementsWithOldExcess: t.field({
      type: settlements,
      description: 'Settlements with excess that was held for more than 30 days, the oldest first.',
      args: { ...builder.args(pageArgs), filter: t.arg(ofExcess.argument) },
      validate: { schema: queueArgumentsSchema(OLD_EXCESS) },
      extensions: runs(listSettlementsWithOldExcess, countSettlementsWithOldExcess),
      resolve: (_root, args, context) => queuePage(context, oldExcess, args, ofExcess.read(args.filter)),
    }),
  }));
}

interface Repayments {
  readonly repayment: RepaymentType;
  readonly repayments: ConnectionType;
}

/** The reports of partners that wait for an answer. */
export function defineReportedRepayments(
  builder: Builder,
  workList: WorkListType,
  { repayment, repayments }: Repayments,
): void {
  const filter = listFilter(builder, {
    name: 'ReportedRepaymentFilter',
    description: 'Selects the reported repayments of a list.',
    rows: REPORTED_FILTERS,
  });
  builder.objectField(workList, 'reportedRepayments', (t) =>
    t.field({
      type: repayments,
      description: 'Reports of partners that wait for an answer, the oldest report first.',
      args: { ...builder.args(pageArgs), filter: t.arg(filter.argument) },
      validate: { schema: queueArgumentsSchema(REPORTED) },
      extensions: runs(listReportedRepayments, countReportedRepayments),
      resolve: (_root, args, context) => queuePage(context, reported, args, filter.read(args.filter)),
    }),
  );
  builder.objectField(repayment, 'longUnanswered', (t) =>
    t.boolean({
      description: `Whether it was reported more than ${ANSWER_DAYS} days ago and the provider has not answered.`,
      resolve: (view, _args, { gateway }) => isLongUnanswered(view, gateway.clock()),
    }),
  );
}

const overdue: QueueReads = {
  page: (context, query) => runQuery(context, listOverdueSettlements, query),
  total: (context, query) => runQuery(context, countOverdueSettlements, query),
};
const oldExcess: QueueReads = {
  page: (context, query) => runQuery(context, listSettlementsWithOldExcess, query),
  total: (context, query) => runQuery(context, countSettlementsWithOldExcess, query),
};
const reported: QueueReads = {
  page: (context, query) => runQuery(context, listReportedRepayments, query),
  total: (context, query) => runQuery(context, countReportedRepayments, query),
};
