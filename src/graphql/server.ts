import type { GraphQLSchema } from 'graphql';
import { _createLRUCache, createYoga } from 'graphql-yoga';
import type { Exchange, ServerContext } from './exchange.ts';
import { graphiqlPage } from './graphiql.ts';
import { DOCUMENTS_KEPT_MAX } from './limits.ts';
import type { Log } from './respond.ts';
import { useExecution } from './use-execution.ts';
import { useMediaType } from './use-media-type.ts';
import { useParser } from './use-parser.ts';
import { type BodyReaders, useRequestBody } from './use-request-body.ts';
import { useResponse } from './use-response.ts';
import { useValidation } from './use-validation.ts';

export interface GraphqlServerOptions<
  Context extends object,
  Server extends ServerContext,
> extends BodyReaders<Server> {
  readonly schema: GraphQLSchema;
  /** Makes the context of one request; resolvers get this very object. May throw OperationError. */
  readonly context: (request: Request, server: Server, isMutation: boolean) => Context;
  /** Whether browsers get the GraphiQL page. */
  readonly graphiql: boolean;
  /** Whether clients may ask for the schema; without, wrong names are not met with suggestions either. */
  readonly introspection: boolean;
  /** Called once for each error that is not the client's. */
  readonly log: Log;
}

export interface GraphqlServer<Server extends ServerContext> {
  /** Answers a request for `/graphql`; whatever is wrong is in the answer, it never rejects. */
  fetch(request: Request, server: Server): Promise<Response>;
  dispose(): Promise<void>;
}

/**
 * The GraphQL face over a schema: queries and mutations over HTTP. Who may call, how often, from which origins and
 * under which request id is decided before.
 */
export function createGraphqlServer<Context extends object, Server extends ServerContext = ServerContext>(
  options: GraphqlServerOptions<Context, Server>,
): GraphqlServer<Server> {
  const { schema, introspection, log } = options;
  if (schema.getSubscriptionType()) throw new Error('The GraphQL server does not do subscriptions.');

  const yoga = createYoga<Exchange<Server>>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: options.graphiql ? graphiqlPage : false,
    plugins: [
      useMediaType(),
      useRequestBody(options),
      useParser(),
      useValidation({ introspection }),
      useExecution({ introspection, context: options.context }),
      useResponse(log),
    ],
    parserAndValidationCache: {
      documentCache: _createLRUCache({ max: DOCUMENTS_KEPT_MAX }),
      errorCache: _createLRUCache({ max: DOCUMENTS_KEPT_MAX }),
    },
    // What yoga would do besides is done by the app, or by the plugins above.
    batching: false,
    cors: false,
    landingPage: false,
    logging: false,
    maskedErrors: false,
    maxRequestBodySize: false,
    multipart: false,
    // Yoga takes any URL that ends so for a health check; none can end in a space.
    healthCheckEndpoint: ' ',
  });

  return {
    async fetch(request, server) {
      const exchange: Exchange<Server> = { server, uploads: [] };
      try {
        // Unlike `yoga.fetch` this waits for the operation when the client goes away, so that no upload is discarded in use.
        return await yoga.handleRequest(request, exchange);
      } finally {
        for (const upload of exchange.uploads) {
          await upload.discard().catch((error: unknown) => log(error, server.requestId));
        }
      }
    },
    async dispose() {
      await yoga.dispose();
    },
  };
}
