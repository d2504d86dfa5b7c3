import { z } from 'zod';
import { partnerOfCustomer, CustomerObject } from '../../customer/customer.graphql.ts';
import { listPartnersOfCustomers } from '../../customer/customer.operations.ts';
import { idOf, inputOf, ofPartner } from '../../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import {
  type Connection,
  connectionOf,
  type ConnectionType,
  defineConnection,
  NO_ITEMS,
} from '../../../pipeline/graphql-kit/connection.ts';
import {
  listArguments,
  pageArgs,
  pageArguments,
  pageArgumentsSchema,
} from '../../../pipeline/graphql-kit/page-arguments.ts';
import { byPartner, type RawArguments, runs } from '../../../pipeline/graphql-kit/field-facts.ts';
import { inputFromZod } from '../../../pipeline/graphql-kit/input-from-zod.ts';
import { listField } from '../../../pipeline/graphql-kit/list-field.ts';
import { listFilter } from '../../../pipeline/graphql-kit/list-filter.ts';
import { foundById, nodeFinder } from '../../../pipeline/graphql-kit/node.ts';
import { commandField, idArgument, runQuery } from '../../../pipeline/graphql-kit/run-operation.ts';
import { CreateInstantSettlementInput, SETTLEMENT_FILTERS } from '../settlement.input.ts';
import { createInstantSettlement, decideInstantSettlement } from '../settlement.operations.ts';
import { getInstantSettlement } from '../servicing/get-settlement.operations.ts';
import {
  countInstantSettlements,
  countSettlementsOfCustomers,
  listInstantSettlements,
  listSettlementsOfCustomers,
} from '../list/settlement-list.operations.ts';
import {
  countSettlementsByReference,
  listSettlementsByReference,
} from '../list/settlements-by-reference.operations.ts';
import { defineSettlementType, SettlementObject } from './settlement-type.graphql.ts';
import { pagesOfCustomers } from '../list/settlement-pages.graphql.ts';

export const settlementNode = nodeFinder('fun', getInstantSettlement, (funding_id) => ({
  funding_id,
  customer_id: null,
}));

/** Instant settlements: the type, the queries, the mutations, and the list of each customer. */
export function defineSettlement(builder: Builder): ConnectionType {
  defineSettlementType(builder);
  const settlements = defineConnection(builder, 'InstantSettlement', SettlementObject, { mayStop: true });
  defineCustomerList(builder, settlements, defineQueries(builder, settlements));
  defineReferenceQuery(builder, settlements);
  defineMutations(builder);
  return settlements;
}

function defineQueries(builder: Builder, settlements: ConnectionType) {
  const filter = listFilter(builder, {
    name: 'InstantSettlementFilter',
    of: 'settlements',
    rows: SETTLEMENT_FILTERS,
  });
  const { validate } = listArguments('fun', listInstantSettlements);

  builder.queryFields((t) => ({
    instantSettlement: t.field({
      type: SettlementObject,
      description: 'An instant settlement by its id, with `transactions`; null if there is none.',
      ...foundById(builder, settlementNode),
    }),
    instantSettlements: t.field({
      type: settlements,
      description: 'Newest first.',
      ...listField(builder, {
        prefix: 'fun',
        list: listInstantSettlements,
        count: countInstantSettlements,
        filter,
        idsOf: (owner_id) => ({ customer_id: null, owner_id }),
      }),
    }),
  }));
  return { filter, validate };
}

function defineReferenceQuery(builder: Builder, settlements: ConnectionType): void {
  builder.queryField('instantSettlementsByReference', (t) =>
    t.field({
      type: settlements,
      description: 'Settlements whose payout has a reference, newest first. For operators.',
      args: {
        ...builder.args(pageArgs),
        reference: t.arg.string({ required: true, description: 'The whole reference of the payout.' }),
        partnerId: t.arg.id(ofPartner),
      },
      validate: { schema: pageArgumentsSchema('fun', { reference: z.string() }) },
      extensions: runs(listSettlementsByReference, countSettlementsByReference),
      resolve: async (_root, { partnerId, reference, ...args }, context) => {
        const ids = { owner_id: partnerId ?? null };
        const input = { ...pageArguments(args), reference };
        const page = await runQuery(context, listSettlementsByReference, { ids, input });
        return connectionOf(page, 'funding_id', () =>
          runQuery(context, countSettlementsByReference, { ids, input: { reference } }),
        );
      },
    }),
  );
}

/** The list of a customer's settlements. */
function defineCustomerList(
  builder: Builder,
  settlements: ConnectionType,
  { filter, validate }: ReturnType<typeof defineQueries>,
): void {
  builder.objectField(CustomerObject, 'instantSettlements', (t) =>
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

function defineMutations(builder: Builder): void {
  const create = inputFromZod(builder, 'CreateInstantSettlementInput', CreateInstantSettlementInput, {
    describes: { currency: 'ISO 4217; see `viewer.currencies`.' },
  });

  builder.mutationFields((t) => ({
    createInstantSettlement: t.field({
      type: SettlementObject,
      description: 'Requests funding for a customer whose KYC is complete.',
      args: { input: t.arg(inputOf(create)) },
      ...commandField(createInstantSettlement, ({ input }) => ({ ids: {}, input }), ['transactions']),
    }),
    acceptInstantSettlement: t.field({
      type: SettlementObject,
      description: 'Accepts an offer.',
      args: { id: t.arg.id(idOf('funding_id')) },
      ...commandField(decideInstantSettlement, (args) => ({
        ids: settlementIdOf(args),
        input: { type: 'accept' },
      })),
    }),
    rejectInstantSettlement: t.field({
      type: SettlementObject,
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
