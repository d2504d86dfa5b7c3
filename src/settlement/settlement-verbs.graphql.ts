import type { Builder } from '../edge/builder.ts';
import { describedValues } from '../edge/naming.ts';
import { carryOut } from '../edge/perform.ts';
import { UNDERWRITING_DENIALS } from './denial.rules.ts';
import {
  disburseInstantSettlement,
  repayInstantSettlement,
  revokeInstantSettlement,
} from './servicing.operations.ts';
import type { SettlementType } from './settlement.graphql.ts';
import {
  approveInstantSettlement,
  denyInstantSettlement,
  withdrawInstantSettlement,
} from './underwriting.operations.ts';

/** What the provider’s people do with a settlement; partner keys are refused. */
export function defineVerbs(builder: Builder, settlement: SettlementType): void {
  const denial = builder.enumType('UnderwritingDenialReason', {
    description: 'Why a request is denied; the partner sees it.',
    values: describedValues(UNDERWRITING_DENIALS),
  });

  builder.mutationFields((t) => {
    const id = t.arg.id({ required: true });
    const stepBackReason = t.arg.string({ required: true, description: 'For operators only.' });
    return {
      approveInstantSettlement: t.field({
        type: settlement,
        description: 'Makes an offer of a request. For operators.',
        args: {
          id,
          interestRate: t.arg.float({ description: 'As a decimal; the partner’s pricing when absent.' }),
        },
        resolve: (_root, { id: funding_id, interestRate }, context, info) =>
          carryOut(
            context,
            approveInstantSettlement,
            { ids: anyCustomer(funding_id), input: { interest_rate: interestRate } },
            info,
          ),
      }),
      denyInstantSettlement: t.field({
        type: settlement,
        description: 'Denies a request. For operators.',
        args: {
          id,
          reason: t.arg({ type: denial, required: true }),
          note: t.arg.string({ description: 'For operators only.' }),
        },
        resolve: (_root, { id: funding_id, ...input }, context, info) =>
          carryOut(context, denyInstantSettlement, { ids: anyCustomer(funding_id), input }, info),
      }),
      withdrawInstantSettlement: t.field({
        type: settlement,
        description: 'Takes back an offer that was not answered yet. For operators.',
        args: { id, reason: stepBackReason },
        resolve: (_root, { id: funding_id, ...input }, context, info) =>
          carryOut(context, withdrawInstantSettlement, { ids: anyCustomer(funding_id), input }, info),
      }),
      disburseInstantSettlement: t.field({
        type: settlement,
        description:
          'Notes that the money was sent. The KYC of the customer must still be complete, and as it was approved or as it is ' +
          'confirmed. For operators.',
        args: {
          id,
          reference: t.arg.string({ required: true, description: 'Of the payment, 1 to 255 characters.' }),
          confirmKycRevision: t.arg.int({
            description:
              'The present `revision` of the customer’s KYC, which you have looked at; needed where it changed since the approval.',
          }),
        },
        resolve: (_root, { id: funding_id, reference, confirmKycRevision }, context, info) =>
          carryOut(
            context,
            disburseInstantSettlement,
            {
              ids: anyCustomer(funding_id),
              input: { reference, confirm_kyc_revision: confirmKycRevision },
            },
            info,
          ),
      }),
      revokeInstantSettlement: t.field({
        type: settlement,
        description: 'Steps back from an accepted offer whose money was not sent yet. For operators.',
        args: { id, reason: stepBackReason },
        resolve: (_root, { id: funding_id, ...input }, context, info) =>
          carryOut(context, revokeInstantSettlement, { ids: anyCustomer(funding_id), input }, info),
      }),
      repayInstantSettlement: t.field({
        type: settlement,
        description: 'Notes that the money was paid back. For operators.',
        args: { id },
        resolve: (_root, { id: funding_id }, context, info) =>
          carryOut(context, repayInstantSettlement, { ids: anyCustomer(funding_id) }, info),
      }),
    };
  });
}

const anyCustomer = (funding_id: string) => ({ funding_id, customer_id: 'any' }) as const;
