import {
  countCustomersWithKycWarnings,
  listCustomersWithKycWarnings,
  WARNED_CUSTOMERS,
} from './customer-queue.operations.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import {
  type Connection,
  type ConnectionType,
  queueConnectionOf,
} from '../../pipeline/graphql-kit/connection.ts';
import {
  type PageArguments,
  pageArgs,
  queueArguments,
  queueArgumentsSchema,
} from '../../pipeline/graphql-kit/page-arguments.ts';
import { listFilter, type Selected } from '../../pipeline/graphql-kit/list-filter.ts';
import { runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { describedValues } from '../../pipeline/graphql-kit/naming.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import type { RequestContext } from '../../pipeline/graphql-kit/request-context.ts';
import {
  countLapsingOffers,
  countSettlementsToDisburse,
  countSettlementsToReview,
  LAPSING_OFFERS,
  OFFER_FILTERS,
  listLapsingOffers,
  listSettlementsToDisburse,
  listSettlementsToReview,
  openWorkList,
  TO_DISBURSE,
  TO_REVIEW,
} from './settlement-queue.operations.ts';
import type { QueueKind } from '../../pipeline/rows/find-queue.ts';
import {
  countOverdueSettlements,
  countSettlementsWithOldExcess,
  listOverdueSettlements,
  listSettlementsWithOldExcess,
  OLD_EXCESS,
  OVERDUE,
} from './servicing-queue.operations.ts';
import { CURRENCY_FILTER, WAITING_FILTERS, WAITING_ORDERS, type WaitingOrder } from './waiting-queue.ts';

interface Lists {
  readonly customers: ConnectionType;
  readonly settlements: ConnectionType;
}

/** The work list of the provider's operators: queues that begin with the most urgent items. */
export function defineWorkList(builder: Builder, { customers, settlements }: Lists): void {
  const workList = workListRef(builder).implement({
    description: 'What waits for the provider’s people. Each list begins with what is most urgent.',
  });
  defineWaitingSettlements(builder, workList, settlements);
  defineLapsingOffers(builder, workList, settlements);
  defineServicingQueues(builder, workList, settlements);
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

const workListRef = (builder: Builder) => builder.objectRef<object>('WorkList');
type WorkListType = ReturnType<ReturnType<typeof workListRef>['implement']>;

/** The settlements that wait for an operator's review or payment. */
function defineWaitingSettlements(
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
        pageOf(context, toReview, args, filter.read(args.filter), orderOf(args)),
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
        pageOf(context, toDisburse, args, filter.read(args.filter), orderOf(args)),
    }),
  }));
}

function defineLapsingOffers(builder: Builder, workList: WorkListType, settlements: ConnectionType): void {
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
      resolve: (_root, args, context) => pageOf(context, lapsing, args, filter.read(args.filter)),
    }),
  );
}

/** Settlements whose money was sent, and that a person should look at. */
function defineServicingQueues(builder: Builder, workList: WorkListType, settlements: ConnectionType): void {
  const filter = listFilter(builder, {
    name: 'ServicedSettlementFilter',
    description: 'Which settlements whose money was sent a list has.',
    rows: CURRENCY_FILTER,
  });
  const shared = (kind: QueueKind) => ({
    type: settlements,
    args: {
      ...builder.args(pageArgs),
      filter: builder.args((t) => ({ filter: t.field(filter.argument) })).filter,
    },
    validate: { schema: queueArgumentsSchema(kind) },
  });
  builder.objectFields(workList, (t) => ({
    overdueSettlements: t.field({
      ...shared(OVERDUE),
      description: 'Those whose last day for the payment has passed, the longest overdue first.',
      extensions: runs(listOverdueSettlements, countOverdueSettlements),
      resolve: (_root, args, context) => pageOf(context, overdue, args, filter.read(args.filter)),
    }),
    settlementsWithOldExcess: t.field({
      ...shared(OLD_EXCESS),
      description:
        'Those with money that was paid too much and held for more than 30 days, the oldest first.',
      extensions: runs(listSettlementsWithOldExcess, countSettlementsWithOldExcess),
      resolve: (_root, args, context) => pageOf(context, oldExcess, args, filter.read(args.filter)),
    }),
  }));
}

function defineCustomersWithWarnings(
  builder: Builder,
  workList: WorkListType,
  customers: ConnectionType,
): void {
  const filter = listFilter(builder, {
    name: 'WarnedCustomerFilter',
    description: 'Selects the customers with warnings of a list.',
    rows: {},
  });
  builder.objectField(workList, 'customersWithKycWarnings', (t) =>
    t.field({
      type: customers,
      description: 'Customers whose KYC details or files have warnings, the oldest warnings first.',
      args: { ...builder.args(pageArgs), filter: t.arg(filter.argument) },
      validate: { schema: queueArgumentsSchema(WARNED_CUSTOMERS) },
      extensions: runs(listCustomersWithKycWarnings, countCustomersWithKycWarnings),
      resolve: async (_root, args, context) => {
        const { owner_id } = filter.read(args.filter);
        const ids = { owner_id };
        const page = await runQuery(context, listCustomersWithKycWarnings, {
          ids,
          input: queueArguments(args),
        });
        return queueConnectionOf(page, () => runQuery(context, countCustomersWithKycWarnings, { ids }));
      },
    }),
  );
}

interface QueueInput {
  readonly ids: { readonly owner_id: string | null };
  readonly input: Readonly<Record<string, unknown>>;
}

interface QueueReads {
  readonly page: (context: RequestContext, query: QueueInput) => ReturnType<typeof reviewPage>;
  readonly total: (context: RequestContext, query: QueueInput) => Promise<number>;
}

const reviewPage = (context: RequestContext, query: QueueInput) =>
  runQuery(context, listSettlementsToReview, query);
const toReview: QueueReads = {
  page: reviewPage,
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

const overdue: QueueReads = {
  page: (context, query) => runQuery(context, listOverdueSettlements, query),
  total: (context, query) => runQuery(context, countOverdueSettlements, query),
};
const oldExcess: QueueReads = {
  page: (context, query) => runQuery(context, listSettlementsWithOldExcess, query),
  total: (context, query) => runQuery(context, countSettlementsWithOldExcess, query),
};

const orderOf = ({ order }: { readonly order?: WaitingOrder | null | undefined }) =>
  order === null || order === undefined ? {} : { order };

async function pageOf(
  context: RequestContext,
  { page, total }: QueueReads,
  args: PageArguments,
  { filters, ...ids }: Selected,
  order: { readonly order?: WaitingOrder } = {},
): Promise<Connection> {
  const input = { ...queueArguments(args), ...filters, ...order };
  return queueConnectionOf(await page(context, { ids, input }), () =>
    total(context, { ids, input: filters }),
  );
}
