import {
  countCustomersWithKycWarnings,
  listCustomersWithKycWarnings,
  WARNED_CUSTOMERS,
} from './customer-queue.operations.ts';
import { filterOf, ofCurrency, ofPartner } from '../../pipeline/graphql-kit/arguments.ts';
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
import { runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { describedValues } from '../../pipeline/graphql-kit/naming.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import type { RequestContext } from '../../pipeline/graphql-kit/request-context.ts';
import {
  countLapsingOffers,
  countSettlementsToDisburse,
  countSettlementsToReview,
  LAPSING_OFFERS,
  listLapsingOffers,
  listSettlementsToDisburse,
  listSettlementsToReview,
  openWorkList,
  TO_DISBURSE,
  TO_REVIEW,
} from './settlement-queue.operations.ts';
import { WAITING_ORDERS, type WaitingOrder } from './waiting-queue.ts';

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
  const waitingFilter = builder.inputType('WaitingSettlementFilter', {
    description: 'Which waiting settlements a list has.',
    fields: (t) => ({
      partnerId: t.id(ofPartner),
      currency: t.string(ofCurrency),
      waitingSince: t.field({
        type: 'DateTime',
        description: 'Only those that have waited since then, or longer.',
      }),
      amountMin: t.field({
        type: 'SafeInt',
        description: 'The smallest amount, in minor units. It takes a currency.',
      }),
      amountMax: t.field({
        type: 'SafeInt',
        description: 'The largest amount, in minor units. It takes a currency.',
      }),
    }),
  });
  const order = builder.enumType('WaitingOrder', {
    description: 'The order of settlements that wait.',
    values: describedValues(WAITING_ORDERS),
  });
  const ordered = builder.args((t) => ({
    filter: t.field(filterOf(waitingFilter)),
    order: t.field({ type: order, description: 'URGENT if it is not given. A cursor belongs to its order.' }),
  }));
  builder.objectFields(workList, (t) => ({
    settlementsToReview: t.field({
      type: settlements,
      description: 'Submitted and not yet approved or denied, the longest waiting first.',
      args: { ...builder.args(pageArgs), ...ordered },
      validate: { schema: queueArgumentsSchema(...Object.values(TO_REVIEW)) },
      extensions: runs(listSettlementsToReview, countSettlementsToReview),
      resolve: (_root, args, context) => pageOf(context, toReview, args),
    }),
    settlementsToDisburse: t.field({
      type: settlements,
      description:
        'Accepted and not yet disbursed: first those whose KYC changed since the approval (`kycChanged`), and in both groups ' +
        'the longest waiting first.',
      args: { ...builder.args(pageArgs), ...ordered },
      validate: { schema: queueArgumentsSchema(...Object.values(TO_DISBURSE)) },
      extensions: runs(listSettlementsToDisburse, countSettlementsToDisburse),
      resolve: (_root, args, context) => pageOf(context, toDisburse, args),
    }),
  }));
}

function defineLapsingOffers(builder: Builder, workList: WorkListType, settlements: ConnectionType): void {
  const offerFilter = builder.inputType('LapsingOfferFilter', {
    description: 'Which offers a list has.',
    fields: (t) => ({
      partnerId: t.id(ofPartner),
      currency: t.string(ofCurrency),
      until: t.field({ type: 'LocalDate', description: 'The last day on which an offer lapses, UTC.' }),
    }),
  });
  builder.objectField(workList, 'lapsingOffers', (t) =>
    t.field({
      type: settlements,
      description: 'Approved and not yet answered by the partner, the soonest to lapse first.',
      args: { ...builder.args(pageArgs), filter: t.arg(filterOf(offerFilter)) },
      validate: { schema: queueArgumentsSchema(LAPSING_OFFERS) },
      extensions: runs(listLapsingOffers, countLapsingOffers),
      resolve: async (_root, args, context) => {
        const { partnerId, currency, until } = args.filter ?? {};
        const ids = { owner_id: partnerId ?? null };
        const filters = { ...given('currency', currency), ...given('until', until) };
        const input = { ...queueArguments(args), ...filters };
        const page = await runQuery(context, listLapsingOffers, { ids, input });
        return queueConnectionOf(page, () => runQuery(context, countLapsingOffers, { ids, input: filters }));
      },
    }),
  );
}

function defineCustomersWithWarnings(
  builder: Builder,
  workList: WorkListType,
  customers: ConnectionType,
): void {
  const customerFilter = builder.inputType('WarnedCustomerFilter', {
    description: 'Which customers with warnings a list has.',
    fields: (t) => ({ partnerId: t.id(ofPartner) }),
  });
  builder.objectField(workList, 'customersWithKycWarnings', (t) =>
    t.field({
      type: customers,
      description: 'Customers whose KYC details or files have warnings, the oldest warnings first.',
      args: { ...builder.args(pageArgs), filter: t.arg(filterOf(customerFilter)) },
      validate: { schema: queueArgumentsSchema(WARNED_CUSTOMERS) },
      extensions: runs(listCustomersWithKycWarnings, countCustomersWithKycWarnings),
      resolve: async (_root, args, context) => {
        const ids = { owner_id: args.filter?.partnerId ?? null };
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

interface Filter {
  readonly partnerId?: string | null | undefined;
  readonly currency?: string | null | undefined;
  readonly waitingSince?: string | null | undefined;
  readonly amountMin?: number | null | undefined;
  readonly amountMax?: number | null | undefined;
}

interface WaitingArguments extends PageArguments {
  readonly filter?: Filter | null | undefined;
  readonly order?: WaitingOrder | null | undefined;
}

async function pageOf(
  context: RequestContext,
  { list, count }: typeof toReview,
  args: WaitingArguments,
): Promise<Connection> {
  const ids = { owner_id: args.filter?.partnerId ?? null };
  const { currency, waitingSince, amountMin, amountMax } = args.filter ?? {};
  const filters = {
    ...given('currency', currency),
    ...given('waiting_since', waitingSince),
    ...given('amount_min', amountMin),
    ...given('amount_max', amountMax),
  };
  const order = given('order', args.order);
  const page = await runQuery(context, list, {
    ids,
    input: { ...queueArguments(args), ...filters, ...order },
  });
  return queueConnectionOf(page, () => runQuery(context, count, { ids, input: filters }));
}

/** A filter of one member; empty where the value is null or absent. */
function given<Value>(name: string, value: Value | null | undefined): Readonly<Record<string, Value>> {
  return value === null || value === undefined ? {} : { [name]: value };
}
