import { execute, type ExecutionArgs, type ExecutionResult, validateExecutionArgs } from 'graphql';
import type { Meter } from './meter.ts';
import { planFor } from './plans.ts';
import { PlannedExecutor } from './planned-executor.ts';

/** What graphql's `execute` takes and the gateway has a use for. Its resolvers stand in the schema. */
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
 * Runs an operation as graphql's `execute` does, with the same data, errors and order, and with a plan of the operation
 * that is made at its first run. Rejects with what the meter throws.
 */
export async function executePlanned(
  args: PlannedArgs,
  meter: Meter | null = null,
): Promise<ExecutionResult> {
  const validated = validateExecutionArgs(args);
  if (!('schema' in validated)) return { errors: validated };
  // Answers in several parts are for an executor that can make them; graphql's says so.
  if (validated.schema.getDirective('defer') || validated.schema.getDirective('stream')) return execute(args);
  const executor = new PlannedExecutor(validated, planFor(validated), meter);
  try {
    return await executor.executeRootSelectionSet();
  } catch (error) {
    throw executor.reasonFor(error);
  }
}
