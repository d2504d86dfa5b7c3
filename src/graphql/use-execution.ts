import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import { refuseCostly } from './cost.ts';
import type { ExchangeOf, ServerContext } from './exchange.ts';
import { explainCoercion } from './explain-coercion.ts';
import { executePlanned } from './plan/execute-planned.ts';

interface Options<Server extends ServerContext> {
  readonly introspection: boolean;
  /** Makes what resolvers get as their context; it reaches them as it is. */
  readonly context: (request: Request, server: Server) => object;
  readonly exchangeOf: ExchangeOf<Server>;
}

interface Query {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Runs the operation by graphql's own executor, with a plan; it coerces as the specification says. */
export function useExecution<Server extends ServerContext>({
  introspection,
  context,
  exchangeOf,
}: Options<Server>): Plugin<YogaInitialContext> {
  const run = async (query: Query, contextValue: object): Promise<ExecutionResult> => {
    const { schema, document, operationName, variables: variableValues } = query;
    const hideSuggestions = !introspection;
    const result = await executePlanned({
      schema,
      document,
      operationName,
      variableValues,
      contextValue,
      hideSuggestions,
    });
    if ('data' in result) return result;
    // The operation is known to exist and to be valid, so what stopped it are its variables.
    throw explainCoercion(query);
  };
  return {
    onExecute({ args, setExecuteFn }) {
      const { request } = args.contextValue;
      const { server } = exchangeOf(request);
      setExecuteFn(({ schema, document, operationName, variableValues }) => {
        const query: Query = {
          schema,
          document,
          operationName: operationName ?? null,
          variables: variableValues ?? {},
        };
        refuseCostly(query);
        return run(query, context(request, server));
      });
    },
  };
}
