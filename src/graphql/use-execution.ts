import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  getOperationAST,
  type GraphQLSchema,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { refuseCostly } from './cost.ts';
import type { Exchange, ServerContext } from './exchange.ts';
import { explainCoercion } from './explain-coercion.ts';

interface Options<Server extends ServerContext> {
  readonly introspection: boolean;
  /** Makes what resolvers get as their context; it reaches them as it is. */
  readonly context: (request: Request, server: Server, isMutation: boolean) => object;
}

interface Query {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Runs the operation with graphql's own executor, which coerces as the specification says. */
export function useExecution<Server extends ServerContext>({
  introspection,
  context,
}: Options<Server>): Plugin<Exchange<Server>> {
  const run = async (query: Query, contextValue: object): Promise<ExecutionResult> => {
    const { schema, document, operationName, variables: variableValues } = query;
    const hideSuggestions = !introspection;
    const result = await execute({
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
      const { request, server } = args.contextValue;
      setExecuteFn(({ schema, document, operationName, variableValues }) => {
        const query: Query = {
          schema,
          document,
          operationName: operationName ?? null,
          variables: variableValues ?? {},
        };
        refuseCostly(query);
        const isMutation = getOperationAST(document, query.operationName)?.operation === 'mutation';
        return run(query, context(request, server, isMutation));
      });
    },
  };
}
