import { AbortedGraphQLExecutionError, execute, type ExecutionResult, type GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { OperationError } from '../kernel/errors.ts';
import { countAnswers, createAnswerBudget, limitAnswer } from './answer-budget.ts';
import { refuseCostly } from './cost.ts';
import type { Exchange, ServerContext } from './exchange.ts';
import { FIELD_ERRORS_MAX } from './limits.ts';
import type { Query } from './operation-fields.ts';
import { type Prepared, prepareQuery } from './prepare.ts';
import { refuseQuery } from './refusals.ts';
import type { Need } from './requirements.ts';
import { refuseUnfit, type UnfitField } from './unfit-values.ts';

/** What the operations behind the fields have to say before anything runs. */
export interface Rules<Context extends object, Server extends ServerContext> {
  /** Refuses a caller who may not run all that the operation names. Throws OperationError, or a GraphQLError around it. */
  readonly authorize: (needs: readonly Need[], server: Server) => void;
  /** Makes what resolvers get as their context; it reaches them as it is. May throw OperationError. */
  readonly context: (request: Request, server: Server, prepared: Prepared) => Context;
  /** What the operation behind a field says of arguments that do not fit; null where it has nothing to say. */
  readonly judge: (field: UnfitField, context: Context) => Promise<OperationError | null>;
}

interface Options<Context extends object, Server extends ServerContext> extends Rules<Context, Server> {
  readonly introspection: boolean;
}

/**
 * Runs the operation with graphql's own executor. First comes all that can be wrong with it, in the order of the contract:
 * permission of every field, cost, the idempotency key, values.
 */
export function useExecution<Context extends object, Server extends ServerContext>({
  introspection,
  authorize,
  context,
  judge,
}: Options<Context, Server>): Plugin<Exchange<Server>> {
  return {
    onSchemaChange: ({ schema }) => countAnswers(schema),
    onExecute({ args, setExecuteFn }) {
      const { request, server } = args.contextValue;
      setExecuteFn(async ({ schema, document, operationName, variableValues }) => {
        const query: Query = {
          schema,
          document,
          operationName: operationName ?? null,
          variables: variableValues ?? {},
        };
        const prepared = prepareQuery(query);
        authorize(prepared.needs, server);
        refuseCostly(prepared.cost);
        const contextValue = context(request, server, prepared);
        await refuseUnfit({ ...query, operation: prepared.operation }, (field) => judge(field, contextValue));
        return run(query, contextValue, !introspection);
      });
    },
  };
}

async function run(query: Query, contextValue: object, hideSuggestions: boolean): Promise<ExecutionResult> {
  const { schema, document, operationName, variables: variableValues } = query;
  const budget = createAnswerBudget();
  limitAnswer(contextValue, budget);
  const result = await endedEarly(async () =>
    execute({
      schema,
      document,
      operationName,
      variableValues,
      contextValue,
      hideSuggestions,
      abortSignal: budget.signal,
      // One is enough to know that there is something which `refuseUnfit` did not foresee.
      options: { maxCoercionErrors: 1 },
    }),
  );
  if (!('data' in result))
    throw refuseQuery('parameter_invalid', 'The variables do not have their declared types.');
  return result.errors === undefined ? result : { ...result, errors: shownErrors(result.errors) };
}

const shownErrors = (errors: readonly GraphQLError[]) => errors.slice(0, FIELD_ERRORS_MAX);

/** What ends an execution early is the refusal of its answer. */
async function endedEarly(work: () => Promise<ExecutionResult>): Promise<ExecutionResult> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AbortedGraphQLExecutionError ? error.cause : error;
  }
}
