import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { defineStep } from '../edges/operator-step.graphql.ts';
import type { SettlementType } from '../edges/settlement-type.graphql.ts';
import { OPERATOR_STEPS } from './underwriting.operations.ts';

/** A mutation for each step of operators. It refuses keys of partners. */
export function defineUnderwriting(builder: Builder, settlement: SettlementType): void {
  const define = defineStep(builder, settlement);
  for (const step of OPERATOR_STEPS) step(define);
}
