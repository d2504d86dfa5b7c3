import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { describedValues } from '../../../pipeline/graphql-kit/naming.ts';
import { defineStep } from '../edges/operator-step.graphql.ts';
import type { SettlementType } from '../edges/settlement-type.graphql.ts';
import { UNDERWRITING_DENIALS } from '../denial.rules.ts';
import { OPERATOR_STEPS } from './underwriting.operations.ts';

/** A mutation for each step of operators. It refuses keys of partners. */
export function defineUnderwriting(builder: Builder, settlement: SettlementType): void {
  const UnderwritingDenialReason = builder.enumType('UnderwritingDenialReason', {
    description: 'Why a request is denied; the partner sees it.',
    values: describedValues(UNDERWRITING_DENIALS),
  });
  const define = defineStep(builder, settlement, { enums: { UnderwritingDenialReason } });
  for (const step of OPERATOR_STEPS) step(define);
}
