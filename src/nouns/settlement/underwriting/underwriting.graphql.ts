import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { defineStep } from '../edges/operator-step.graphql.ts';
import { OPERATOR_STEPS } from './underwriting.operations.ts';

/** A mutation for each step of operators. It refuses keys of partners. */
export function defineUnderwriting(builder: Builder): void {
  const define = defineStep(builder);
  for (const step of OPERATOR_STEPS) step(define);
}
