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
  WAITING_FILTERS,
} from './settlement-queue.operations.ts';

interface Lists {
  readonly customers: ConnectionType;
  readonly settlements: ConnectionType;
}

/** The work list of the provider's operators: queues with the most urgent items first. */
export function defineWorkList(builder: Builder, { customers, settlements }: Lists): void {
  const workList = workListRef(builder).implement({
    description: 'What waits for the provider’s people. Each list begins with what is most urgent.',
  });
  defineWaitingSettlements(builder, workList, settlements);
  defineLapsingOffers(builder, workList, settlements);
  defineCustomersWithWarnings(builder, workList, customers);
  builder.queryField('workList', (t) =>
    t.field({
      type: workList,
      description: 'What waits for operators. For operators.',
      extensions: runs(openWorkList),
      resolve: (_root, _args, context) => runQuery(context, openWorkList, { ids: {} }),
    }),
  );
}

const workListRef = (builder: Builder) => builder.objectRef<object>('WorkList');
type WorkListType = ReturnType<ReturnType<typeof workListRef>['implement']>;

/** The settlements that wait for an operator: for a review, and for the payment. */
function defineWaitingSettlements(
  builder: Builder,
  workList: WorkListType,
  settlements: ConnectionType,
): void {
  const filter = listFilter(builder, {
    name: 'WaitingSettlementFilter',
    description: 'Which waiting settlements a list has.',
    rows: WAITING_FILTERS,
  });
  builder.objectFields(workList, (t) => ({
    settlementsToReview: t.field({
      type: settlements,
      description: 'Submitted and not yet approved or denied, the longest waiting first.',
      args: { ...builder.args(pageArgs), filter: t.arg(filter.argument) },
      validate: { schema: queueArgumentsSchema(TO_REVIEW) },
      extensions: runs(listSettlementsToReview, countSettlementsToReview),
      resolve: (_root, args, context) => pageOf(context, toReview, args, filter.read(args.filter)),
    }),
    settlementsToDisburse: t.field({
      type: settlements,
      description:
        'Accepted and not yet disbursed: first those whose KYC changed since the approval (`kycChanged`), and in both groups ' +
        'the longest waiting first.',
      args: { ...builder.args(pageArgs), filter: t.arg(filter.argument) },
      validate: { schema: queueArgumentsSchema(TO_DISBURSE) },
      extensions: runs(listSettlementsToDisburse, countSettlementsToDisburse),
      resolve: (_root, args, context) => pageOf(context, toDisburse, args, filter.read(args.filter)),
    }),
  }));
}

function defineLapsingOffers(builder: Builder, workList: WorkListType, settlements: ConnectionType): void {
  const filter = listFilter(builder, {
    name: 'LapsingOfferFilter',
    description: 'Which offers a list has.',
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

function defineCustomersWithWarnings(
  builder: Builder,
  workList: WorkListType,
  customers: ConnectionType,
): void {
  const filter = listFilter(builder, {
    name: 'WarnedCustomerFilter',
    description: 'Which customers with warnings a list has.',
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

const toReview = { list: listSettlementsToReview, count: countSettlementsToReview };
const toDisburse = { list: listSettlementsToDisburse, count: countSettlementsToDisburse };

const lapsing = { list: listLapsingOffers, count: countLapsingOffers };

async function pageOf(
  context: RequestContext,
  { list, count }: typeof toReview | typeof lapsing,
  args: PageArguments,
  { filters, ...ids }: Selected,
): Promise<Connection> {
  const page = await runQuery(context, list, { ids, input: { ...queueArguments(args), ...filters } });
  return queueConnectionOf(page, () => runQuery(context, count, { ids, input: filters }));
}
