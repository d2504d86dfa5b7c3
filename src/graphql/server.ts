import type { GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { createExchanges, type ServerContext } from './request-state.ts';
import { wantsGraphiql, graphiqlResponse } from './graphiql.ts';
import type { Log } from './respond.ts';
import { type Rules, useOperation } from './plugins/use-operation.ts';
import { useMediaType } from './plugins/use-media-type.ts';
import { type BodyReaders, useRequestBody } from './plugins/use-request-body.ts';
import { useResponse } from './plugins/use-response.ts';

export interface GraphqlServerOptions<Context extends object, Server extends ServerContext>
  extends BodyReaders<Server>, Rules<Context, Server> {
  readonly schema: GraphQLSchema;
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
  const { schema, log } = options;
  if (schema.getSubscriptionType()) throw new Error('The GraphQL server does not do subscriptions.');

  const { begin, exchangeOf } = createExchanges<Server>();
  const yoga = createYoga({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    plugins: [
      useMediaType(exchangeOf),
      useRequestBody(options, exchangeOf),
      useOperation({ ...options, exchangeOf }),
      useResponse(log, exchangeOf),
    ],
    parserAndValidationCache: false,
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
      if (options.graphiql && wantsGraphiql(request)) return graphiqlResponse();
      const requestState = begin(request, server);
      try {
        // Unlike `yoga.fetch` this waits for the operation when the client goes away, so that no upload is discarded in use.
        // Given no context, yoga makes a plain one; it would put a proxy before ours. Its types ask for one all the same.
        const answer: Response = await Reflect.apply(yoga.handleRequest, yoga, [request]);
        return answer;
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
