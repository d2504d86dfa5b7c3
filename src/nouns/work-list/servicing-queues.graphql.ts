import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import type { ConnectionType } from '../../pipeline/graphql-kit/connection.ts';
import { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import { RepaymentObject } from '../repayment/edges/repayment.graphql.ts';
import { queueArgs, queueField, type WorkListType } from './queue-page.graphql.ts';
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
    of: 'overdue settlements',
    rows: OVERDUE_FILTERS,
  });
  const ofExcess = listFilter(builder, {
    name: 'ServicedSettlementFilter',
    of: 'settlements with excess',
    rows: EXCESS_FILTERS,
  });
  builder.objectFields(workList, (t) => ({
    overdueSettlements: t.field({
      type: settlements,
      description: 'Settlements whose last day for the payment has passed, the longest overdue first.',
      args: queueArgs(builder, ofOverdue),
      ...queueField({
        kinds: [OVERDUE],
        list: listOverdueSettlements,
        count: countOverdueSettlements,
        filter: ofOverdue,
      }),
    }),
    settlementsWithOldExcess: t.field({
      type: settlements,
      description: 'Settlements with excess that was held for more than 30 days, the oldest first.',
      args: queueArgs(builder, ofExcess),
      ...queueField({
        kinds: [OLD_EXCESS],
        list: listSettlementsWithOldExcess,
        count: countSettlementsWithOldExcess,
        filter: ofExcess,
      }),
    }),
  }));
}

/** The reports of partners that wait for an answer. */
export function defineReportedRepayments(
  builder: Builder,
  workList: WorkListType,
  repayments: ConnectionType,
): void {
  const filter = listFilter(builder, {
    name: 'ReportedRepaymentFilter',
    of: 'reported repayments',
    rows: REPORTED_FILTERS,
  });
  builder.objectField(workList, 'reportedRepayments', (t) =>
    t.field({
      type: repayments,
      description: 'Reports of partners that wait for an answer, the oldest report first.',
      args: queueArgs(builder, filter),
      ...queueField({
        kinds: [REPORTED],
        list: listReportedRepayments,
        count: countReportedRepayments,
        filter,
      }),
    }),
  );
  builder.objectField(RepaymentObject, 'longUnanswered', (t) =>
    t.boolean({
      description: `Whether it was reported more than ${ANSWER_DAYS} days ago and the provider has not answered.`,
      resolve: (view, _args, { gateway }) => isLongUnanswered(view, gateway.clock()),
    }),
  );
}
