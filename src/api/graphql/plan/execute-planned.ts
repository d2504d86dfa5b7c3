import { execute, type ExecutionArgs, type ExecutionResult, validateExecutionArgs } from 'graphql';
import type { Meter } from './meter.ts';
import { planFor } from './plans.ts';
import { PlannedExecutor } from './planned-executor.ts';

/** The arguments of graphql's `execute` that the gateway uses. Resolvers come from the schema. */
export type PlannedArgs = Pick<
  ExecutionArgs,
  | 'schema'
  | 'document'
  | 'operationName'
  | 'rootValue'
  | 'contextValue'
  | 'variableValues'
  | 'hideSuggestions'
  | 'abortSignal'
  | 'options'
>;

/**
 * Runs an operation like graphql's `execute`, with the same data, errors and order, but with a plan. The first run
 * makes the plan. Rejects with the error that the meter throws.
 */
export async function executePlanned(
  args: PlannedArgs,
  meter: Meter | null = null,
): Promise<ExecutionResult> {
  const validated = validateExecutionArgs(args);
  if (!('schema' in validated)) return { errors: validated };
  const plan = planFor(validated);
  // graphql's own executor reports `@defer` and `@stream`.
  if (plan === null) return execute(args);
  const executor = new PlannedExecutor(validated, plan, meter);
  try {
    return await executor.executeRootSelectionSet();
  } catch (error) {
    throw executor.reasonFor(error);
  }
}
