import {
  type ExecutionResult,
  getOperationAST,
  type GraphQLError,
  type GraphQLSchema,
  subscribe,
} from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { ResultStream } from '../../../pipeline/graphql-kit/request-context.ts';
import type { OperationError } from '../../../kernel/errors.ts';
import { givingWay } from '../../../engine/async/giving-way.ts';
import { type Load, refuseOverload } from '../../../pipeline/limits/load.ts';
import type { PromiseOrValue } from '../../../engine/async/promise-or-value.ts';
import { createResultBudget } from '../plan/result-budget.ts';
import { refuseCostly } from '../limits/cost.ts';
import type { RequestState, ServerContext } from './request-state.ts';
import type { StreamPlace } from '../stream/streams.ts';
import { workloadOf } from '../limits/workload.ts';
import { COST_MAX, FIELD_ERRORS_MAX } from '../limits/limits.ts';
import type { Query } from '../document/operation-fields.ts';
import { executePlanned } from '../plan/execute-planned.ts';
import { type Prepared, prepareQuery } from '../prepare/prepare-query.ts';
import { createDocuments } from '../prepare/documents.ts';
import { refuseOperation } from '../prepare/refuse-operation.ts';
import { refuseQuery } from '../document/refusals.ts';
import type { Need } from '../prepare/requirements.ts';
import { refuseUnfit, type UnfitField } from '../values/unfit-values.ts';

/** The checks before an operation runs. */
interface Rules<Context extends object, Server extends ServerContext> {
  readonly load: Load;
  /** Charges the cost of the operation to the caller. Throws OperationError if the caller has used up its share. */
  readonly charge: (request: Request, cost: number) => void;
  /** Checks that the caller may use everything in the document. Throws OperationError, or a GraphQLError around it. */
  readonly authorize: (needs: readonly Need[], server: Server) => void;
  /**
   * Takes a place for the stream of a subscription. The stream ends if the caller loses a right that the document
   * needs. Throws OperationError if there are too many streams.
   */
  readonly openStream: (request: Request, needs: readonly Need[], server: Server) => StreamPlace;
  /** Makes the context of the resolvers; it is passed on unchanged. May throw OperationError. */
  readonly context: (
    request: Request,
    server: Server,
    prepared: Prepared,
    stream: ResultStream | null,
  ) => Context;
  /** The error of an operation for arguments that do not fit the schema; null if it has none. */
  readonly validateValues: (field: UnfitField, context: Context) => Promise<OperationError | null>;
}

export interface OperationOptions<Context extends object, Server extends ServerContext> extends Rules<
  Context,
  Server
> {
  readonly schema: GraphQLSchema;
  /** Whether clients may introspect the schema. If not, errors suggest no names. */
  readonly introspection: boolean;
}

/** One result, or the results of a subscription. */
export type Results = ExecutionResult | AsyncIterable<ExecutionResult>;

export type RunRequest<Server extends ServerContext> = (
  request: Request,
  params: GraphQLParams,
  state: RequestState<Server>,
) => Promise<Results>;

/**
 * Returns a function that checks and runs an operation. All checks come first, in the order of the contract: the
 * document, permission of every field, cost, the idempotency key, values. Then graphql's executor runs the operation
 * with a plan.
 */
export function createRunRequest<Context extends object, Server extends ServerContext>({
  schema,
  introspection,
  load,
  charge,
  authorize,
  openStream,
  context,
  validateValues,
}: OperationOptions<Context, Server>): RunRequest<Server> {
  const documents = createDocuments(schema, { introspection });
  return async (request, params, state) => {
    const giveWay = givingWay();
    const { document, errors } = documents.read(params.query ?? '');
    const operationName = params.operationName ?? null;
    state.isSubscription = getOperationAST(document, operationName)?.operation === 'subscription';
    refuseOperation(document, operationName, request.method);
    const invalid = errors();
    if (invalid.length > 0) return { errors: invalid };
    const query: Query = { schema, document, operationName, variables: params.variables ?? {} };
    const { server } = state;
    const prepared = prepareQuery(query);
    if (load.level > 0) refuseOverload(load, workloadOf(schema, document, prepared.operation));
    charge(request, Math.min(prepared.cost, COST_MAX));
    authorize(prepared.needs, server);
    refuseCostly(prepared);
    const contextFor = (stream: ResultStream | null): PromiseOrValue<Context> => {
      const contextValue = context(request, server, prepared, stream);
      const { operation } = prepared;
      const unfit = refuseUnfit({ ...query, operation, suggests: introspection }, (field) =>
        validateValues(field, contextValue),
      );
      return unfit === null ? contextValue : unfit.then(() => contextValue);
    };
    if (!state.isSubscription) {
      const checked = contextFor(null);
      const contextValue = checked instanceof Promise ? await checked : checked;
      const turn = giveWay();
      if (turn !== null) await turn;
      return await run(query, contextValue, !introspection);
    }
    const place = openStream(request, prepared.needs, server);
    try {
      const results = await subscribeTo(query, await contextFor(place), !introspection);
      if (isStream(results)) state.place = place;
      return results;
    } finally {
      if (state.place === null) place.end();
    }
  };
}

export const isStream = (results: unknown): results is AsyncIterable<ExecutionResult> =>
  typeof results === 'object' && results !== null && Symbol.asyncIterator in results;

/** The results of a subscription; one result with errors if it could not begin. */
async function subscribeTo(query: Query, contextValue: object, hideSuggestions: boolean): Promise<Results> {
  const results = await subscribe(argumentsOf(query, contextValue, hideSuggestions));
  // A result without `data` means that nothing ran, so the error decides the HTTP status.
  return isStream(results) ? results : { errors: results.errors ?? [] };
}

/** The arguments of graphql-js for a request. */
const argumentsOf = (
  { schema, document, operationName, variables: variableValues }: Query,
  contextValue: object,
  hideSuggestions: boolean,
) => ({
  schema,
  document,
  operationName,
  variableValues,
  contextValue,
  hideSuggestions,
  // One error is enough to show that `refuseUnfit` has missed a problem.
  options: { maxCoercionErrors: 1 },
});

async function run(query: Query, contextValue: object, hideSuggestions: boolean): Promise<ExecutionResult> {
  const result = await executePlanned(
    argumentsOf(query, contextValue, hideSuggestions),
    createResultBudget(),
  );
  if (!('data' in result))
    throw refuseQuery('parameter_invalid', 'The variables do not have their declared types.');
  return result.errors === undefined ? result : { ...result, errors: shownErrors(result.errors) };
}

const shownErrors = (errors: readonly GraphQLError[]) => errors.slice(0, FIELD_ERRORS_MAX);
