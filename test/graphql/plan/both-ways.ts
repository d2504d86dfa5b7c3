import { execute, type ExecutionResult, type GraphQLError } from 'graphql';
import { executePlanned, type PlannedArgs } from '../../../src/graphql/plan/execute-planned.ts';

/** All that a client could tell two results apart by, the order of members included. */
function shownOf({ data, errors }: ExecutionResult) {
  return {
    data: JSON.stringify(data),
    errors: errors?.map((error: GraphQLError) => ({
      message: error.message,
      path: error.path,
      locations: error.locations,
      cause: String(error.originalError),
    })),
  };
}

async function outcomeOf(run: () => Promise<ExecutionResult> | ExecutionResult) {
  try {
    return shownOf(await run());
  } catch (error) {
    return { thrown: String(error) };
  }
}

/**
 * The results of an operation by graphql's own `execute` and by a plan, run twice: the first run makes the plan, the second reuses it.
 * Each run has arguments of its own, so that none sees what another has left.
 */
export async function bothWays(argsOf: () => PlannedArgs) {
  const plain = await outcomeOf(() => execute(argsOf()));
  const first = await outcomeOf(() => executePlanned(argsOf()));
  const second = await outcomeOf(() => executePlanned(argsOf()));
  return { plain, planned: [first, second] };
}
