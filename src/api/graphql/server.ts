import type { GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { createRequestStates, type ServerContext } from './request/request-state.ts';
import type { Log } from './request/respond.ts';
import { createRunRequest, type OperationOptions } from './request/run-request.ts';
import type { BodyReaders } from './request/read-request.ts';
import { useResponse } from './request/use-response.ts';

interface GraphqlServerOptions<Context extends object, Server extends ServerContext>
  extends BodyReaders<Server>, OperationOptions<Context, Server> {
  readonly schema: GraphQLSchema;
  /** Called once for each error that is not the client's fault. */
  readonly log: Log;
}

interface GraphqlServer<Server extends ServerContext> {
  /** Responds to a request for `/graphql`. Never rejects. */
  fetch(request: Request, server: Server): Promise<Response>;
  dispose(): Promise<void>;
}

/**
 * A GraphQL server over a schema: queries and mutations over HTTP, subscriptions as streams. Its caller handles
 * authentication, rate limit, CORS and request id.
 */
export function createGraphqlServer<Context extends object, Server extends ServerContext = ServerContext>(
  options: GraphqlServerOptions<Context, Server>,
): GraphqlServer<Server> {
  const { schema, log } = options;

  const { begin, stateOf } = createRequestStates<Server>();
  const yoga = createYoga({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    plugins: [useResponse({ ...options, runRequest: createRunRequest(options), stateOf })],
    parserAndValidationCache: false,
    // The app or the plugin above replaces these features of yoga.
    batching: false,
    cors: false,
    landingPage: false,
    logging: false,
    maskedErrors: false,
    maxRequestBodySize: false,
    multipart: false,
    // yoga treats any URL with this ending as a health check; no URL ends in a space.
    healthCheckEndpoint: ' ',
  });

  const { handleRequest } = yoga;

  return {
    async fetch(request, server) {
      const requestState = begin(request, server);
      try {
        // Unlike `yoga.fetch`, this waits for the operation if the client disconnects, so no upload is discarded while
        // it is in use. It passes no context, because yoga would put a proxy before ours. `Reflect.apply` is needed,
        // because the types require a context.
        const response: Response = await Reflect.apply(handleRequest, yoga, [request]);
        return response;
      } finally {
        for (const upload of requestState.uploads) {
          await upload.discard().catch((error: unknown) => log(error, server.requestId));
        }
      }
    },
    async dispose() {
      await yoga.dispose();
    },
  };
}
