import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import type { ConnectionType } from '../../pipeline/graphql-kit/connection.ts';
import { runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import { describedValues } from '../../pipeline/graphql-kit/naming.ts';
import { pageArgs, queueArgumentsSchema } from '../../pipeline/graphql-kit/page-arguments.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import { queuePage, type QueueReads, type WorkListType } from './queue-page.graphql.ts';
import {
  countLapsingOffers,
  countSettlementsToDisburse,
  countSettlementsToReview,
  LAPSING_OFFERS,
  listLapsingOffers,
  listSettlementsToDisburse,
  listSettlementsToReview,
  OFFER_FILTERS,
  TO_DISBURSE,
  TO_REVIEW,
} from './settlement-queue.operations.ts';
import { WAITING_FILTERS, WAITING_ORDERS, type WaitingOrder } from './waiting-queue.ts';

/** The settlements that wait for an operator's review or payment. */
export function defineWaitingSettlements(
  builder: Builder,
  workList: WorkListType,
  settlements: ConnectionType,
): void {
  const filter = listFilter(builder, {
    name: 'WaitingSettlementFilter',
    description: 'Selects the waiting settlements of a list.',
    rows: WAITING_FILTERS,
  });
  const order = builder.enumType('WaitingOrder', {
    description: 'The order of settlements that wait.',
    values: describedValues(WAITING_ORDERS),
  });
  const ordered = builder.args((t) => ({
    filter: t.field(filter.argument),
    order: t.field({
      type: order,
      description: 'URGENT if absent. A cursor works only with the order that it came from.',
    }),
  }));
  builder.objectFields(workList, (t) => ({
    settlementsToReview: t.field({
      type: settlements,
      description: 'Submitted and not yet approved or denied, the longest waiting first.',
      args: { ...builder.args(pageArgs), ...ordered },
      validate: { schema: queueArgumentsSchema(...Object.values(TO_REVIEW)) },
      extensions: runs(listSettlementsToReview, countSettlementsToReview),
      resolve: (_root, args, context) =>
        queuePage(context, toReview, args, filter.read(args.filter), orderOf(args)),
    }),
    settlementsToDisburse: t.field({
      type: settlements,
      description:
        'Accepted and not yet disbursed: first those whose KYC changed since the approval (`kycChanged`), and in both groups ' +
        'the longest waiting first.',
      args: { ...builder.args(pageArgs), ...ordered },
      validate: { schema: queueArgumentsSchema(...Object.values(TO_DISBURSE)) },
      extensions: runs(listSettlementsToDisburse, countSettlementsToDisburse),
      resolve: (_root, args, context) =>
        queuePage(context, toDisburse, args, filter.read(args.filter), orderOf(args)),
    }),
  }));
}

/** The offers that wait for the partner. */
export function defineLapsingOffers(
  builder: Builder,
  workList: WorkListType,
  settlements: ConnectionType,
): void {
  const filter = listFilter(builder, {
    name: 'LapsingOfferFilter',
    description: 'Selects the offers of a list.',
    rows: OFFER_FILTERS,
  });
  builder.objectField(workList, 'lapsingOffers', (t) =>
    t.field({
      type: settlements,
      description: 'Approved and not yet answered by the partner, the soonest to lapse first.',
      args: { ...builder.args(pageArgs), filter: t.arg(filter.argument) },
      validate: { schema: queueArgumentsSchema(LAPSING_OFFERS) },
      extensions: runs(listLapsingOffers, countLapsingOffers),
      resolve: (_root, args, context) => queuePage(context, lapsing, args, filter.read(args.filter)),
    }),
  );
}

const toReview: QueueReads = {
  page: (context, query) => runQuery(context, listSettlementsToReview, query),
  total: (context, query) => runQuery(context, countSettlementsToReview, query),
};
const toDisburse: QueueReads = {
  page: (context, query) => runQuery(context, listSettlementsToDisburse, query),
  total: (context, query) => runQuery(context, countSettlementsToDisburse, query),
};
const lapsing: QueueReads = {
  page: (context, query) => runQuery(context, listLapsingOffers, query),
  total: (context, query) => runQuery(context, countLapsingOffers, query),
};

const orderOf = ({ order }: { readonly order?: WaitingOrder | null | undefined }) =>
  order === null || order === undefined ? {} : { order };
