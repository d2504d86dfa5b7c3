import { z } from 'zod';
import type { Builder } from '../../graphql-kit/builder.ts';
import { argumentsFromZod, type InputOptions } from '../../graphql-kit/input-from-zod.ts';
import { describedValues, toOperationNames } from '../../graphql-kit/naming.ts';
import { commandField } from '../../graphql-kit/run-operation.ts';
import type { Command } from '../../pipeline/operation.ts';
import {
  denyInstantSettlement,
  revokeInstantSettlement,
  withdrawInstantSettlement,
} from './denial.operations.ts';
import { UNDERWRITING_DENIALS } from './denial.rules.ts';
import { disburseInstantSettlement, repayInstantSettlement } from './servicing.operations.ts';
import { settlementIdOf, type SettlementType } from '../settlement.graphql.ts';
import type { InstantSettlementView } from '../settlement.present.ts';
import { approveInstantSettlement } from './underwriting.operations.ts';

/** The mutations of operators on a settlement; keys of partners are refused. */
export function defineVerbs(builder: Builder, settlement: SettlementType): void {
  const UnderwritingDenialReason = builder.enumType('UnderwritingDenialReason', {
    description: 'Why a request is denied; the partner sees it.',
    values: describedValues(UNDERWRITING_DENIALS),
  });
  const verb = createVerbs(builder, settlement, { enums: { UnderwritingDenialReason } });

  verb(approveInstantSettlement, 'Makes an offer of a request.');
  verb(denyInstantSettlement, 'Denies a request.');
  verb(withdrawInstantSettlement, 'Withdraws an offer that was not answered yet.');
  verb(
    disburseInstantSettlement,
    'Records that the money was sent. The KYC of the customer must still be complete, and either unchanged since the ' +
      'approval or confirmed.',
  );
  verb(revokeInstantSettlement, 'Revokes an accepted offer whose money was not sent yet.');
  verb(repayInstantSettlement, 'Records that the money was paid back.');
}

/** Makes mutations of operations: the arguments are the id of a settlement and the members of the input. */
function createVerbs(builder: Builder, settlement: SettlementType, options: InputOptions) {
  return <Input extends z.ZodType, Subject>(
    operation: Command<ReturnType<typeof settlementIdOf>, Input, Subject, InstantSettlementView>,
    description: string,
  ): void => {
    const { name, input } = operation;
    if (!(input instanceof z.ZodObject)) throw new Error(`${name} has no members of its own.`);
    builder.mutationField(name, (t) =>
      t.field({
        type: settlement,
        description: `${description} For operators.`,
        args: { id: t.arg.id({ required: true }), ...argumentsFromZod(builder, input, options) },
        ...commandField(operation, ({ id, ...args }) => ({
          ids: settlementIdOf({ id }),
          input: toOperationNames(input, args),
        })),
      }),
    );
  };
}
