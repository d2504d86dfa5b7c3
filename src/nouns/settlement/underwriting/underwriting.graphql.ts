import { idOf } from '../../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { argumentsFromZod, type InputOptions } from '../../../pipeline/graphql-kit/input-from-zod.ts';
import { describedValues, toOperationNames } from '../../../pipeline/graphql-kit/naming.ts';
import { commandField } from '../../../pipeline/graphql-kit/run-operation.ts';
import { settlementIdOf, type SettlementType } from '../edges/settlement.graphql.ts';
import { UNDERWRITING_DENIALS } from '../denial.rules.ts';
import { OPERATOR_STEPS, type UseStep } from './underwriting.operations.ts';

/** A mutation for each step of operators. It refuses keys of partners. */
export function defineUnderwriting(builder: Builder, settlement: SettlementType): void {
  const UnderwritingDenialReason = builder.enumType('UnderwritingDenialReason', {
    description: 'Why a request is denied; the partner sees it.',
    values: describedValues(UNDERWRITING_DENIALS),
  });
  const define = defineMutation(builder, settlement, { enums: { UnderwritingDenialReason } });
  for (const step of OPERATOR_STEPS) step(define);
}

/** Makes a mutation of an operation. Its arguments are the id of a settlement and the members of the input. */
function defineMutation(builder: Builder, settlement: SettlementType, options: InputOptions): UseStep {
  return (operation, { does, input }) => {
    builder.mutationField(operation.name, (t) =>
      t.field({
        type: settlement,
        description: `${does} For operators.`,
        args: { id: t.arg.id(idOf('funding_id')), ...argumentsFromZod(builder, input, options) },
        ...commandField(operation, ({ id, ...args }) => ({
          ids: settlementIdOf({ id }),
          input: toOperationNames(input, args),
        })),
      }),
    );
  };
}
