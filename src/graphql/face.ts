import type { Gateway } from '../edge/gateway.ts';
import { graphqlForm, readGraphqlUpload } from '../edge/read-upload.ts';
import { readJson } from '../edge/read-json.ts';
import type { RequestContext } from '../edge/request-context.ts';
import type { Caller } from '../kernel/caller.ts';
import { OperationError, refusal } from '../kernel/errors.ts';
import { readIdempotencyKey } from '../pipeline/idempotency.ts';
import { asksForGraphiql } from './graphiql.ts';
import { type Log, replyWithRefusal } from './respond.ts';
import { createGatewaySchema } from './schema.ts';
import { freeInputFields } from './free-input-fields.ts';
import { createGraphqlServer } from './server.ts';

interface GraphqlFaceOptions {
  readonly gateway: Gateway;
  readonly admitCaller: (request: Request) => Promise<Caller>;
  readonly graphiql: boolean;
  readonly introspection: boolean;
  readonly logFailure: Log;
}

interface AdmittedRequest {
  readonly requestId: string;
  /** Null only for the GraphiQL page, which runs nothing. */
  readonly caller: Caller | null;
}

/** The GraphQL face: tells the caller, then lets the server answer over the gateway's schema. */
export function createGraphqlFace({
  gateway,
  admitCaller,
  graphiql,
  introspection,
  logFailure,
}: GraphqlFaceOptions) {
  const schema = createGatewaySchema();
  const form = graphqlForm(freeInputFields(schema));
  const server = createGraphqlServer<RequestContext, AdmittedRequest>({
    schema,
    graphiql,
    introspection,
    log: logFailure,
    readJson: (request) => readJson(request, form),
    readUpload: (request) => readGraphqlUpload(gateway, request, form),
    context(request, { requestId, caller }) {
      if (caller === null)
        throw refusal('api_key_missing', 'Send your API key as "Authorization: Bearer <key>".');
      return { gateway, caller, requestId, idempotencyKey: idempotencyKeyOf(request) };
    },
  });

  return {
    async fetch(request: Request, requestId: string): Promise<Response> {
      try {
        const caller = graphiql && asksForGraphiql(request) ? null : await admitCaller(request);
        return await server.fetch(request, { requestId, caller });
      } catch (error) {
        if (!(error instanceof OperationError)) throw error;
        return replyWithRefusal(request, error, requestId, logFailure);
      }
    },
    dispose: () => server.dispose(),
  };
}

/** As on REST, a multipart request has none. */
function idempotencyKeyOf(request: Request): string | null {
  const header = request.headers.get('idempotency-key');
  const isJson = /^application\/json\b/i.test(request.headers.get('content-type') ?? '');
  return header === null || !isJson ? null : readIdempotencyKey(header);
}
