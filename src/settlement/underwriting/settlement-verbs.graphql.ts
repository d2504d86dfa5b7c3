import type { Builder } from '../../graphql-kit/builder.ts';
import type { RawArguments } from '../../graphql-kit/field-facts.ts';
import { describedValues } from '../../graphql-kit/naming.ts';
import { commandField } from '../../graphql-kit/run-operation.ts';
import {
  denyInstantSettlement,
  revokeInstantSettlement,
  withdrawInstantSettlement,
} from './denial.operations.ts';
import { UNDERWRITING_DENIALS } from './denial.rules.ts';
import { disburseInstantSettlement, repayInstantSettlement } from './servicing.operations.ts';
import { settlementIdOf, type SettlementType } from '../settlement.graphql.ts';
import { approveInstantSettlement } from './underwriting.operations.ts';

/** The mutations of operators on a settlement; keys of partners are refused. */
export function defineVerbs(builder: Builder, settlement: SettlementType): void {
  defineUnderwriting(builder, settlement);
  defineServicing(builder, settlement);
}

const REASON = { required: true, description: 'For operators only.' } as const;

function defineUnderwriting(builder: Builder, settlement: SettlementType): void {
  const denial = builder.enumType('UnderwritingDenialReason', {
    description: 'Why a request is denied; the partner sees it.',
    values: describedValues(UNDERWRITING_DENIALS),
  });

  builder.mutationFields((t) => ({
    approveInstantSettlement: t.field({
      type: settlement,
      description: 'Makes an offer of a request. For operators.',
      args: {
        id: t.arg.id({ required: true }),
        interestRate: t.arg.float({ description: 'As a decimal; the partner’s pricing when absent.' }),
      },
      ...commandField(approveInstantSettlement, (args) => ({
        ids: settlementIdOf(args),
        input: { interest_rate: args['interestRate'] },
      })),
    }),
    denyInstantSettlement: t.field({
      type: settlement,
      description: 'Denies a request. For operators.',
      args: {
        id: t.arg.id({ required: true }),
        reason: t.arg({ type: denial, required: true }),
        note: t.arg.string({ description: 'For operators only.' }),
      },
      ...commandField(denyInstantSettlement, ofVerb),
    }),
    withdrawInstantSettlement: t.field({
      type: settlement,
      description: 'Withdraws an offer that was not answered yet. For operators.',
      args: { id: t.arg.id({ required: true }), reason: t.arg.string(REASON) },
      ...commandField(withdrawInstantSettlement, ofVerb),
    }),
  }));
}

function defineServicing(builder: Builder, settlement: SettlementType): void {
  builder.mutationFields((t) => ({
    disburseInstantSettlement: t.field({
      type: settlement,
      description:
        'Records that the money was sent. The KYC of the customer must still be complete, and either unchanged since the ' +
        'approval or confirmed. For operators.',
      args: {
        id: t.arg.id({ required: true }),
        reference: t.arg.string({ required: true, description: 'Of the payment, 1 to 255 characters.' }),
        confirmKycRevision: t.arg.int({
          description:
            'The present `revision` of the customer’s KYC, which you have looked at; needed where it changed since the approval.',
        }),
      },
      ...commandField(disburseInstantSettlement, ({ id: _id, confirmKycRevision, ...input }) => ({
        ids: settlementIdOf({ id: _id }),
        input: { ...input, confirm_kyc_revision: confirmKycRevision },
      })),
    }),
    revokeInstantSettlement: t.field({
      type: settlement,
      description: 'Revokes an accepted offer whose money was not sent yet. For operators.',
      args: { id: t.arg.id({ required: true }), reason: t.arg.string(REASON) },
      ...commandField(revokeInstantSettlement, ofVerb),
    }),
    repayInstantSettlement: t.field({
      type: settlement,
      description: 'Records that the money was paid back. For operators.',
      args: { id: t.arg.id({ required: true }) },
      ...commandField(repayInstantSettlement, ofVerb),
    }),
  }));
}

/** Arguments and id of a mutation whose other arguments have the names of its operation's input. */
function ofVerb(args: RawArguments) {
  const { id: _id, ...input } = args;
  return { ids: settlementIdOf(args), input };
}
