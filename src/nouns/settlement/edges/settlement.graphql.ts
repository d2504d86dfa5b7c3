import { type CustomerType, customerOfId, partnerOfCustomer } from '../../customer/customer.graphql.ts';
import { listCustomersById, listPartnersOfCustomers } from '../../customer/customer.operations.ts';
import { idOf, inputOf } from '../../../pipeline/graphql-kit/arguments.ts';
import type { Builder, EnumRef } from '../../../pipeline/graphql-kit/builder.ts';
import {
  type Connection,
  connectionOf,
  type ConnectionType,
  defineConnection,
  NO_ITEMS,
} from '../../../pipeline/graphql-kit/connection.ts';
import { listArguments, pageArgs, pageArguments } from '../../../pipeline/graphql-kit/page-arguments.ts';
import { byPartner, type RawArguments, runs, upTo } from '../../../pipeline/graphql-kit/field-facts.ts';
import { inputFromZod } from '../../../pipeline/graphql-kit/input-from-zod.ts';
import { listFilter } from '../../../pipeline/graphql-kit/list-filter.ts';
import { defineLoader } from '../../../pipeline/graphql-kit/loader.ts';
import { describedValues, toOperationNames } from '../../../pipeline/graphql-kit/naming.ts';
import { nodeFinder, type NodeType } from '../../../pipeline/graphql-kit/node.ts';
import { operatorOnly } from '../../../pipeline/graphql-kit/operator-only.ts';
import {
  runQuery,
  queryOrNull,
  commandField,
  idArgument,
  recordDisclosure,
} from '../../../pipeline/graphql-kit/run-operation.ts';
import { shownBy } from '../../../pipeline/graphql-kit/shown-by.ts';
import type { PartnerType } from '../../partner/partner.graphql.ts';
import { CreateInstantSettlementInput, SETTLEMENT_FILTERS, TRANSACTIONS_SIZE } from '../settlement.input.ts';
import { type SettlementStatus, STATUS_MEANINGS } from '../settlement.machine.ts';
import {
  createInstantSettlement,
  decideInstantSettlement,
  getInstantSettlement,
} from '../settlement.operations.ts';
import {
  countInstantSettlements,
  countSettlementsOfCustomers,
  listInstantSettlements,
  listSettlementsOfCustomers,
} from '../list/settlement-list.operations.ts';
import { type InstantSettlementSummary, InstantSettlementView } from '../settlement.present.ts';
import { pagesOfCustomers } from '../list/settlement-pages.graphql.ts';
import { readTransactions } from '../transactions-read.operations.ts';

/** Lists do not load `transactions`. */
type SettlementShape = InstantSettlementSummary & Partial<Pick<InstantSettlementView, 'transactions'>>;

/** Records that the transactions of settlements are shown, once for each settlement in a request. */
const transactionsRead = defineLoader(async (context, funding_ids) => {
  await recordDisclosure(context, readTransactions, { funding_ids });
  return new Map(funding_ids.map((id) => [id, true]));
});

interface Dependencies {
  readonly node: NodeType;
  readonly customer: CustomerType;
  readonly partner: PartnerType;
}

export const settlementNode = nodeFinder('fun', getInstantSettlement, (funding_id) => ({
  funding_id,
  customer_id: null,
}));

/** Instant settlements: the type, the queries, the mutations, and the list of each customer. */
export function defineSettlement(builder: Builder, { node, customer, partner }: Dependencies) {
  const status = builder.enumType('InstantSettlementStatus', {
    description: 'How far a request for funding has come.',
    values: describedValues(STATUS_MEANINGS),
  });
  const settlement = settlementRef(builder).implement({
    description: 'A request for funding, and what came after it.',
    extensions: shownBy(InstantSettlementView),
    interfaces: [node],
    fields: (t) => ({
      id: t.exposeID('funding_id'),
      customerId: t.exposeID('customer_id'),
      customer: t.field({
        type: customer,
        description: 'The customer to be funded.',
        extensions: runs(listCustomersById),
        resolve: async ({ customer_id }, _args, context) => {
          const found = await customerOfId(context, customer_id);
          if (found === null) throw new Error('An instant settlement has no customer.');
          return found;
        },
      }),
      partner: t.field({
        type: partner,
        nullable: true,
        extensions: { ...operatorOnly, ...runs(listPartnersOfCustomers) },
        resolve: ({ customer_id }, _args, context) => partnerOfCustomer(context, customer_id),
      }),
      currency: t.exposeString('currency'),
      amount: t.expose('amount', { type: 'SafeInt' }),
      accountChargebackRate: t.exposeFloat('account_chargeback_rate', { nullable: true }),
      accountRefundRate: t.exposeFloat('account_refund_rate', { nullable: true }),
      settlementPeriod: t.exposeInt('settlement_period'),
      interestRate: t.exposeFloat('interest_rate'),
      transactions: t.field({
        type: 'JSONObject',
        nullable: true,
        description: 'What the partner sent; null in lists, because it may be large.',
        extensions: { ...runs(readTransactions), ...upTo(TRANSACTIONS_SIZE), nullInPages: true },
        async resolve({ funding_id, transactions = null }, _args, context) {
          if (transactions !== null) await transactionsRead(context, funding_id);
          return transactions;
        },
      }),
      status: t.expose('status', { type: status }),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      updatedAt: t.expose('updated_at', { type: 'DateTime' }),
    }),
  });
  const settlements = defineConnection(builder, 'InstantSettlement', settlement);
  const types = { settlement, settlements, status, customer };
  defineCustomerList(builder, types, defineQueries(builder, types));
  defineMutations(builder, settlement);
  return { settlement, settlements, status };
}

export type SettlementType = ReturnType<ReturnType<typeof settlementRef>['implement']>;
const settlementRef = (builder: Builder) => builder.objectRef<SettlementShape>('InstantSettlement');

interface Types {
  readonly settlement: SettlementType;
  readonly settlements: ConnectionType;
  readonly status: EnumRef<SettlementStatus>;
  readonly customer: CustomerType;
}

function defineQueries(builder: Builder, { settlement, settlements, status }: Types) {
  const filter = listFilter(builder, {
    name: 'InstantSettlementFilter',
    description: 'Selects the settlements of a list.',
    rows: SETTLEMENT_FILTERS,
    enums: { InstantSettlementStatus: status },
  });
  const { validate, refusalOf } = listArguments('fun', listInstantSettlements);

  builder.queryFields((t) => ({
    instantSettlement: t.field({
      type: settlement,
      nullable: true,
      description: 'An instant settlement by its id, with `transactions`; null if there is none.',
      args: { id: t.arg.id(idOf('funding_id')) },
      extensions: runs(getInstantSettlement),
      resolve: (_root, { id }, context) =>
        queryOrNull(context, getInstantSettlement, { funding_id: id, customer_id: null }),
    }),
    instantSettlements: t.field({
      type: settlements,
      description: 'Newest first.',
      args: { ...builder.args(pageArgs), filter: t.arg(filter.argument) },
      validate,
      extensions: { ...runs(listInstantSettlements, countInstantSettlements), ...byPartner(), refusalOf },
      resolve: async (_root, args, context) => {
        const { filters, owner_id } = filter.read(args.filter);
        const ids = { customer_id: null, owner_id };
        const page = await runQuery(context, listInstantSettlements, {
          ids,
          input: { ...pageArguments(args), ...filters },
        });
        return connectionOf(page, fundingIdOf, () =>
          runQuery(context, countInstantSettlements, { ids, input: filters }),
        );
      },
    }),
  }));
  return { filter, validate };
}

/** The list of a customer's settlements. */
function defineCustomerList(
  builder: Builder,
  { settlements, customer }: Types,
  { filter, validate }: ReturnType<typeof defineQueries>,
): void {
  builder.objectField(customer, 'instantSettlements', (t) =>
    t.field({
      type: settlements,
      description: 'Newest first.',
      args: { ...builder.args(pageArgs), filter: t.arg(filter.argument) },
      validate,
      extensions: {
        ...runs(listSettlementsOfCustomers, countSettlementsOfCustomers),
        ...byPartner(listPartnersOfCustomers),
      },
      resolve: async ({ customer_id }, args, context): Promise<Connection> => {
        const { filters: asked, owner_id: partnerId } = filter.read(args.filter);
        const { customer_id: named, ...filters } = asked;
        const input = { ...pageArguments(args), ...filters };
        if (named !== undefined && named !== customer_id) return NO_ITEMS;
        if (partnerId !== null && (await partnerOfCustomer(context, customer_id))?.partner_id !== partnerId)
          return NO_ITEMS;
        return pagesOfCustomers(context, customer_id, input);
      },
    }),
  );
}

function defineMutations(builder: Builder, settlement: SettlementType): void {
  const create = inputFromZod(builder, 'CreateInstantSettlementInput', CreateInstantSettlementInput, {
    describes: { currency: 'ISO 4217; see `viewer.currencies`.' },
  });

  builder.mutationFields((t) => ({
    createInstantSettlement: t.field({
      type: settlement,
      description: 'Requests funding for a customer whose KYC is complete.',
      args: { input: t.arg(inputOf(create)) },
      ...commandField(
        createInstantSettlement,
        ({ input }) => ({ ids: {}, input: toOperationNames(CreateInstantSettlementInput, input) }),
        ['transactions'],
      ),
    }),
    acceptInstantSettlement: t.field({
      type: settlement,
      description: 'Accepts an offer.',
      args: { id: t.arg.id(idOf('funding_id')) },
      ...commandField(decideInstantSettlement, (args) => ({
        ids: settlementIdOf(args),
        input: { type: 'accept' },
      })),
    }),
    rejectInstantSettlement: t.field({
      type: settlement,
      description: 'Rejects an offer and says why.',
      args: {
        id: t.arg.id(idOf('funding_id')),
        reason: t.arg.string({
          required: true,
          description: 'Why the offer is rejected; 1 to 1,000 characters.',
        }),
      },
      ...commandField(decideInstantSettlement, (args) => ({
        ids: settlementIdOf(args),
        input: { type: 'reject', reason: args['reason'] },
      })),
    }),
  }));
}

/** The ids of a mutation on a settlement of any customer. */
export const settlementIdOf = (args: RawArguments) =>
  ({ funding_id: idArgument(args, 'id'), customer_id: null }) as const;

const fundingIdOf = ({ funding_id }: InstantSettlementSummary) => funding_id;
