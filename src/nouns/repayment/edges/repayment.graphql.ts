import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { type ConnectionType, defineConnection } from '../../../pipeline/graphql-kit/connection.ts';
import { runs } from '../../../pipeline/graphql-kit/field-facts.ts';
import { listField } from '../../../pipeline/graphql-kit/list-field.ts';
import { listFilter } from '../../../pipeline/graphql-kit/list-filter.ts';
import { foundById, nodeFinder, NodeInterface } from '../../../pipeline/graphql-kit/node.ts';
import { listArguments, pageArgs, pageArguments } from '../../../pipeline/graphql-kit/page-arguments.ts';
import { shownBy } from '../../../pipeline/graphql-kit/shown-by.ts';
import { listSettlementsById } from '../../settlement/list/settlement-list.operations.ts';
import { settlementOfId } from '../../settlement/list/settlement-pages.graphql.ts';
import { SettlementObject } from '../../settlement/edges/settlement-type.graphql.ts';
import {
  countRepayments,
  countRepaymentsOfSettlements,
  listRepayments,
  listRepaymentsOfSettlements,
} from '../list/repayment-list.operations.ts';
import { pagesOfSettlements } from '../list/repayment-pages.graphql.ts';
import { FILTERS_OF_SETTLEMENT, REPAYMENT_FILTERS } from '../repayment.input.ts';
import { REPAYMENT_MEANINGS } from '../repayment.machine.ts';
import { getRepayment } from '../repayment.operations.ts';
import { AllocationView, ReportedView, RepaymentView, ReversalView } from '../repayment.present.ts';
import { REVERSAL_MEANINGS, SOURCE_MEANINGS } from '../repayment.rules.ts';
import { enumOf } from '../../../pipeline/graphql-kit/enum.ts';
import { objectNamed } from '../../../pipeline/graphql-kit/object.ts';

export const RepaymentObject = objectNamed<RepaymentView>('Repayment');
export const RepaymentAllocationObject = objectNamed<RepaymentView['allocated']>('RepaymentAllocation');

const RepaymentStatusEnum = enumOf('RepaymentStatus', 'The status of a repayment.', REPAYMENT_MEANINGS);
const RepaymentSourceEnum = enumOf('RepaymentSource', 'The way in which money comes.', SOURCE_MEANINGS);
const ReversalKindEnum = enumOf('ReversalKind', 'Why a repayment is undone.', REVERSAL_MEANINGS);

export const repaymentNode = nodeFinder('rep', getRepayment, (repayment_id) => ({ repayment_id }));

/** Repayments: the type, the queries, and the list of each settlement. */
export function defineRepayment(builder: Builder): ConnectionType {
  const parts = defineParts(builder);
  builder.objectType(RepaymentObject, {
    description: 'Money that came back for a settlement, or that a partner says was paid.',
    extensions: shownBy(RepaymentView),
    interfaces: [NodeInterface],
    fields: (t) => ({
      id: t.exposeID('repayment_id'),
      fundingId: t.exposeID('funding_id'),
      settlement: t.field({
        type: SettlementObject,
        description: 'The settlement that it pays back.',
        extensions: runs(listSettlementsById),
        resolve: async ({ funding_id }, _args, context) => {
          const found = await settlementOfId(context, funding_id);
          if (found === null) throw new Error('A repayment has no settlement.');
          return found;
        },
      }),
      customerId: t.exposeID('customer_id'),
      currency: t.exposeString('currency'),
      amount: t.expose('amount', { type: 'SafeInt' }),
      receivedOn: t.expose('received_on', { type: 'LocalDate' }),
      source: t.expose('source', { type: RepaymentSourceEnum }),
      reference: t.exposeString('reference', { nullable: true }),
      status: t.expose('status', { type: RepaymentStatusEnum }),
      allocated: t.expose('allocated', { type: RepaymentAllocationObject }),
      reported: t.expose('reported', { type: parts.reported, nullable: true }),
      reversal: t.expose('reversal', { type: parts.reversal, nullable: true }),
      declineReason: t.exposeString('decline_reason', { nullable: true }),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      updatedAt: t.expose('updated_at', { type: 'DateTime' }),
    }),
  });
  const repayments = defineConnection(builder, 'Repayment', RepaymentObject);
  defineQueries(builder, repayments);
  defineSettlementList(builder, repayments);
  return repayments;
}

function defineParts(builder: Builder) {
  builder.objectType(RepaymentAllocationObject, {
    description: 'What a repayment paid, in the minor unit of the currency.',
    extensions: shownBy(AllocationView),
    fields: (t) => ({
      principal: t.expose('principal', { type: 'SafeInt' }),
      fee: t.expose('fee', { type: 'SafeInt' }),
      excess: t.expose('excess', { type: 'SafeInt' }),
      recovery: t.expose('recovery', { type: 'SafeInt' }),
    }),
  });
  const reported = builder.objectRef<ReportedView>('ReportedRepayment').implement({
    description: 'What a partner reported.',
    extensions: shownBy(ReportedView),
    fields: (t) => ({
      amount: t.expose('amount', { type: 'SafeInt' }),
      receivedOn: t.expose('received_on', { type: 'LocalDate' }),
      reference: t.exposeString('reference', { nullable: true }),
    }),
  });
  const reversal = builder.objectRef<NonNullable<RepaymentView['reversal']>>('RepaymentReversal').implement({
    description: 'Why and when a repayment was undone.',
    extensions: shownBy(ReversalView),
    fields: (t) => ({
      reversedOn: t.expose('reversed_on', { type: 'LocalDate' }),
      kind: t.expose('kind', { type: ReversalKindEnum }),
      reason: t.exposeString('reason'),
    }),
  });
  return { reported, reversal };
}

function defineQueries(builder: Builder, repayments: ConnectionType): void {
  const filter = listFilter(builder, { name: 'RepaymentFilter', of: 'repayments', rows: REPAYMENT_FILTERS });

  builder.queryFields((t) => ({
    repayment: t.field({
      type: RepaymentObject,
      description: 'A repayment by its id; null if there is none.',
      ...foundById(builder, repaymentNode),
    }),
    repayments: t.field({
      type: repayments,
      description: 'Newest first.',
      ...listField(builder, {
        prefix: 'rep',
        list: listRepayments,
        count: countRepayments,
        filter,
        idsOf: (owner_id) => ({ funding_id: null, owner_id }),
      }),
    }),
  }));
}

/** The list of a settlement's repayments. */
function defineSettlementList(builder: Builder, repayments: ConnectionType): void {
  const ofSettlement = listFilter(builder, {
    name: 'SettlementRepaymentFilter',
    description: 'Selects the repayments in the list of a settlement.',
    rows: FILTERS_OF_SETTLEMENT,
    isByPartner: false,
  });
  const nested = listArguments('rep', listRepaymentsOfSettlements);
  builder.objectField(SettlementObject, 'repayments', (t) =>
    t.field({
      type: repayments,
      description: 'Newest first.',
      args: { ...builder.args(pageArgs), filter: t.arg(ofSettlement.argument) },
      validate: nested.validate,
      extensions: runs(listRepaymentsOfSettlements, countRepaymentsOfSettlements),
      resolve: ({ funding_id }, args, context) =>
        pagesOfSettlements(context, funding_id, {
          ...pageArguments(args),
          ...ofSettlement.read(args.filter).filters,
        }),
    }),
  );
}
