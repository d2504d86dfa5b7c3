import { execute, type ExecutionResult, type GraphQLError } from 'graphql';
import { executePlanned, type PlannedArgs } from '../../../../src/api/graphql/plan/execute-planned.ts';

/** Everything in which a client could see a difference between two results, including the order of members. */
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
 * The results of an operation by graphql's own `execute` and by a plan, which runs twice: the first run makes the plan,
 * the second reuses it. Each run has its own arguments, so that no run sees changes of another.
 */
export async function bothWays(argsOf: () => PlannedArgs) {
  const plain = await outcomeOf(() => execute(argsOf()));
  const first = await outcomeOf(() => executePlanned(argsOf()));
  const second = await outcomeOf(() => executePlanned(argsOf()));
  return { plain, planned: [first, second] };
}
