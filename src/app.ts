import { Response as PlainResponse } from '@whatwg-node/fetch';
import type { Config } from './config.ts';
import { addAnswerHeaders } from './http/answer-headers.ts';
import { type Cors, createCors } from './http/cors.ts';
import type { Gateway } from './pipeline/gateway.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { type Reply, replyError } from './rest-kit/reply.ts';
import { answerTo, DISCARD_OF_CALLER, DISCARD_OF_STRANGER } from './http/request-body.ts';
import { requestIdOf } from './http/request-id.ts';
import { consoleResponse, createConsoleHandler, isConsolePath } from './console/handler.ts';
import { createGraphqlHandler } from './graphql/handler.ts';
import { OperationError, refusal } from './kernel/errors.ts';
import type { Caller } from './kernel/caller.ts';
import { createOidc } from './session/oidc.ts';
import { createSessions, type Sessions } from './session/sessions.ts';
import { createAuthenticator } from './api-key/authenticate.ts';
import { healthRoutes } from './rest/health.ts';
import { createRestHandler } from './rest/handler.ts';
import { createReadiness } from './rest/readiness.ts';
import { openApiRoute } from './rest/openapi/openapi.ts';
import { routes } from './rest/routes.ts';
import type { Logger } from './http/log.ts';

export interface App {
  /** Answers a request. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** The public address of the gateway; errors link to its documentation. */
  readonly publicUrl: string;
  /**
   * From now on `/readyz` answers 503, so that a balancer stops sending requests, and each response closes its
   * connection.
   */
  drain(): void;
  close(): Promise<void>;
}

type AppConfig = Pick<
  Config,
  'mode' | 'introspection' | 'corsOrigins' | 'requestsPerSecond' | 'console' | 'oidc'
>;

/** REST and GraphQL over one gateway: the seam that the server and every test use. */
export function createApp(gateway: Gateway, config: AppConfig, log: Logger): App {
  const cors = createCors(config.corsOrigins);
  const { publicUrl } = gateway;
  gateway.commits.listen(log.committed);
  let draining = false;
  const sessions = config.console ? createSessions(gateway) : null;
  const callers = createCallers(gateway, sessions, config.requestsPerSecond);
  const logFailure = (error: unknown, requestId: string) => log.failure(error, requestId);
  const checkReady = createReadiness(gateway);
  const handlerOptions = { gateway, authenticate: callers.authenticate, logFailure };
  const rest = createRestHandler({
    ...handlerOptions,
    routes: [...routes, openApiRoute(routes), ...healthRoutes({ checkReady, isStopping: () => draining })],
  });
  const { introspection } = config;
  const graphql = createGraphqlHandler({
    ...handlerOptions,
    authenticate: callers.authenticatePage,
    graphiql: config.mode === 'development',
    introspection,
  });
  const page =
    sessions === null ? null : createPage({ ...handlerOptions, sessions, callers, oidc: config.oidc });
  const route = router({ cors, rest, graphql, page });

  return {
    async fetch(request) {
      const startedAt = performance.now();
      const requestId = requestIdOf(request);
      const { response, template, ...ignored } = await route(request, requestId).catch((error: unknown) => {
        const failure =
          error instanceof OperationError
            ? error
            : refusal('internal_error', 'The gateway could not answer the request.', { cause: error });
        if (failure.code === 'internal_error') logFailure(error, requestId);
        const reply = replyError(failure, { requestId, publicUrl });
        return { response: toResponse(request, reply), template: 'unknown' };
      });
      addAnswerHeaders(response.headers, requestId);
      if (draining) response.headers.set('Connection', 'close');
      for (const [name, value] of Object.entries(cors.headers(request))) response.headers.set(name, value);
      log.request({
        requestId,
        method: request.method,
        template,
        status: response.status,
        startedAt,
        ...ignored,
      });
      return answerTo(request, response, callers.has(request) ? DISCARD_OF_CALLER : DISCARD_OF_STRANGER);
    },
    publicUrl,
    drain() {
      draining = true;
    },
    close: () => graphql.dispose(),
  };
}

interface PageOptions {
  readonly gateway: Gateway;
  readonly sessions: Sessions;
  readonly callers: ReturnType<typeof createCallers>;
  readonly oidc: Config['oidc'];
  readonly logFailure: (error: unknown, requestId: string) => void;
}

/** The page of the operators. */
function createPage({ callers, oidc, ...options }: PageOptions) {
  const { gateway, sessions, logFailure } = options;
  return createConsoleHandler({
    ...options,
    authenticate: callers.authenticateKey,
    oidc: oidc === null ? null : createOidc(gateway, sessions, oidc, logFailure),
  });
}

/** Authenticates requests and remembers which of them had a valid key. */
function createCallers(
  gateway: Gateway,
  sessions: Sessions | null,
  requestsPerSecond: AppConfig['requestsPerSecond'],
) {
  const authenticator = createAuthenticator(gateway, gateway.clock, gateway.keyUses);
  const limitRate = createRateLimit(requestsPerSecond, gateway.clock);
  const known = new WeakSet<Request>();
  const welcome = (request: Request, caller: Caller): Caller => {
    known.add(request);
    limitRate(caller);
    return caller;
  };
  const authenticate = async (request: Request): Promise<Caller> =>
    welcome(request, await authenticator(request.headers.get('authorization')));
  return {
    authenticate,
    /** Also by the session of the console. */
    async authenticatePage(request: Request): Promise<Caller> {
      const caller = (await sessions?.callerOf(request)) ?? null;
      return caller === null ? authenticate(request) : welcome(request, caller);
    },
    authenticateKey: authenticator,
    has: (request: Request): boolean => known.has(request),
  };
}

interface Handlers {
  readonly cors: Cors;
  readonly rest: ReturnType<typeof createRestHandler>;
  readonly graphql: ReturnType<typeof createGraphqlHandler>;
  /** Null where the console is off. */
  readonly page: ReturnType<typeof createConsoleHandler> | null;
}

interface Routed {
  readonly response: Response;
  /** The path template, for the log. */
  readonly template: string;
  readonly ignoredMembers?: number;
}

/** Returns a function that answers a request by CORS, GraphQL or REST. It rejects where that is not possible. */
function router({ cors, rest, graphql, page }: Handlers) {
  return async (request: Request, requestId: string): Promise<Routed> => {
    requireNoExpectation(request);
    const pathAndQuery = pathAndQueryOf(request.url);
    const pathname = pathAndQuery.split('?', 1)[0] ?? '';
    if (cors.isPreflight(request))
      return { response: preflight(cors.preflightHeaders), template: 'preflight' };
    if (pathname === '/graphql')
      return { response: await graphql.fetch(request, requestId), template: pathname };
    if (page !== null && isConsolePath(pathname))
      return {
        response: consoleResponse(request, await page({ request, requestId, pathname })),
        template: '/console',
      };
    const { reply, template } = await rest({ request, requestId, pathname, pathAndQuery });
    const { ignoredMembers } = reply;
    return {
      response: toResponse(request, reply),
      template,
      ...(ignoredMembers !== undefined && { ignoredMembers }),
    };
  };
}

function toResponse(request: Request, { status, headers, body }: Reply): Response {
  return new PlainResponse(request.method === 'HEAD' ? null : body, { status, headers });
}

/** Throws for an `Expect` header other than `100-continue`, which the server handles when the body is read. */
function requireNoExpectation({ headers }: Request): void {
  const expectation = headers.get('expect') ?? '100-continue';
  if (expectation.toLowerCase() !== '100-continue')
    throw refusal('expectation_failed', 'The only Expect header that is understood is "100-continue".');
}

/** Path and query as received; `new URL` would normalise them. */
function pathAndQueryOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  return start === -1 ? '/' : url.slice(start);
}

const preflight = (headers: Readonly<Record<string, string>>) =>
  new PlainResponse(null, { status: 204, headers });
