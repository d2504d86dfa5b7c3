import { addResponseHeaders, type ResponseTo } from './engine/http/response-headers.ts';
import { type Cors, createCors } from './engine/http/cors.ts';
import type { Gateway, LiveProcesses } from './pipeline/gateway.ts';
import { timestamp } from './kernel/clock.ts';
import type { PartnerClocks } from './pipeline/moment.ts';
import { inTraces, methodOf } from './engine/tracing/telemetry.ts';
import type { ClientAddress } from './engine/http/client-address.ts';
import { type Load, NO_LOAD } from './pipeline/limits/load.ts';
import type { AddressLimit } from './pipeline/limits/address-limit.ts';
import { replyError } from './pipeline/rest-kit/reply.ts';
import { toResponse } from './pipeline/rest-kit/reply-response.ts';
import { waitedForBody } from './engine/http/body/body-state.ts';
import { DISCARD_WITH_KEY, DISCARD_WITHOUT_KEY, respondAfterBody } from './engine/http/body/request-body.ts';
import { requestIdOf } from './engine/log/request-id.ts';
import { noFacts, type RequestFacts } from './engine/log/request-facts.ts';
import { createConsoleHandler } from './pages/console/handler.ts';
import { createExports } from './pages/export/exports.ts';
import { madePages } from './pages/docs/reference/made-pages.ts';
import { createFrontPage } from './pages/docs/front-page.ts';
import { docsRoutes } from './pages/docs/routes.ts';
import { createGraphqlHandler } from './api/graphql/handler.ts';
import { operatorsPage } from './pages/graphiql/operators-page.ts';
import { createPartnersPage, type PartnersPage } from './pages/graphiql/partners-page.ts';
import { gatewaySchema, routesOf } from './features.ts';
import { masked } from './kernel/masked-error.ts';
import type { Callers } from './nouns/session/callers.ts';
import { MAGIC_AMOUNTS } from './nouns/settlement/magic-amounts.rules.ts';
import { FAULT_HEADER, withFaults } from './nouns/sandbox/faults.ts';
import { clientParts } from './nouns/session/client-parts.ts';
import { createOidc, type OidcSettings } from './nouns/session/oidc/oidc.ts';
import type { Sessions } from './nouns/session/sessions.ts';
import { healthRoutes } from './api/rest/health.ts';
import { createRestHandler } from './api/rest/handler.ts';
import { createReadiness } from './api/rest/readiness.ts';
import { openApiRoute } from './api/rest/openapi/openapi.ts';
import { WholeResponse } from './engine/http/wire/whole-response.ts';
import type { Logger } from './engine/log/log.ts';
import { refuser, type Route, type Routed, router } from './route.ts';
import { world } from './kernel/world.ts';

export interface App {
  /** Answers a request. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Fills the caches, so the first requests are as fast as later ones. */
  warmUp(): Promise<void>;
  /** The public address of the gateway; errors link to its documentation. */
  readonly publicUrl: string;
  /**
   * From now on `/readyz` is 503, responses close their connections, waiting requests are answered, and streams end.
   */
  drain(): void;
  /** Counts a connection that was refused because there were too many. */
  onRefused(): void;
  close(): Promise<void>;
}

const NO_ADDRESS =
  'X-Forwarded-For has no address where TRUST_PROXY says: all clients of the proxy count as one, so wrong keys of one lock out others';

const CLOCK_HEADER = 'Fundgate-Sandbox';
/** The headers that only a sandbox knows. */
const SANDBOX_HEADERS = { allowed: [FAULT_HEADER], exposed: [CLOCK_HEADER] };

/** The part of the configuration that the app reads. */
interface AppConfig {
  readonly mode: 'development' | 'production' | 'test';
  readonly introspection: boolean;
  readonly corsOrigins: readonly string[];
  /** The limit of each key; null without a limit. */
  readonly requestsPerSecond: number | null;
  readonly rateLimitShare: 'live' | 'each';
  readonly uploadsMax: number;
  /** How many proxies are before the gateway. */
  readonly trustProxy: number;
  readonly console: boolean;
  /** Null without an issuer. */
  readonly oidc: OidcSettings | null;
}

/** REST and GraphQL for one gateway. The server and every test use this seam. */
export function createApp(gateway: Gateway, config: AppConfig, log: Logger, load: Load = NO_LOAD): App {
  const { publicUrl, telemetry, policy } = gateway;
  const cors = createCors(config.corsOrigins, policy.sandbox ? SANDBOX_HEADERS : undefined);
  gateway.commits.listen(log.committed);
  const draining = new AbortController();
  const isDraining = () => draining.signal.aborted;
  const clients = clientParts(gateway, config, () => log.note(NO_ADDRESS, {}, 'warn'));
  const { callers } = clients;
  const logFailure = (error: unknown, requestId: string) => log.failure(error, requestId);
  const checkReady = createReadiness(gateway);
  const handlerOptions = { gateway, authenticate: callers.authenticateAndCharge, logFailure, load };
  const graphql = createGraphqlHandler({
    ...handlerOptions,
    schema: gatewaySchema(),
    authenticate: callers.authenticatePage,
    chargeCost: callers.chargeCost,
    introspection: config.introspection,
  });
  const rest = createRestHandler({
    ...handlerOptions,
    routes: [...describedRoutes(gateway), ...healthRoutes({ checkReady, isStopping: isDraining })],
  });
  // The gateway itself requests the pages of an export, like any client.
  const ask = async (request: Request) => (await respond(request, noFacts())).response;
  const page = createPage({ gateway, ...clients, oidc: config.oidc, log, ask });
  const fail = failing({ publicUrl, logFailure });
  const front = createFrontPage({ publicUrl, sandbox: policy.sandbox, ...pagesOf(config) });
  const graphiql = graphiqlOf(config, publicUrl);
  const route = router({ cors, rest, graphql, page, graphiql, front });
  const faulty = { route, refuse: refuser(graphql, fail), stopping: draining.signal };
  const respond = responding(policy.sandbox ? withFaults(faulty) : route, {
    cors,
    callers,
    log,
    clocks: gateway.clocks,
    isDraining,
    fail,
  });
  const traced = inTraces(telemetry, respond);
  const discardOf = (request: Request) => (callers.has(request) ? DISCARD_WITH_KEY : DISCARD_WITHOUT_KEY);

  return {
    async fetch(request) {
      const facts = noFacts();
      telemetry.requestBegan();
      const { response } = await traced(request, facts);
      telemetry.requestDone(facts);
      return respondAfterBody(request, response, discardOf);
    },
    warmUp: () => graphql.warmUp(),
    publicUrl,
    drain() {
      draining.abort();
      graphql.drain();
      gateway.feedWatch.end();
    },
    onRefused: () => telemetry.shed('connection'),
    close: () => graphql.dispose(),
  };
}

/** The routes of all nouns, and the routes that describe them. */
function describedRoutes({ publicUrl, policy }: Gateway) {
  const routes = routesOf(policy);
  const pages = madePages({ routes, schema: gatewaySchema(), publicUrl });
  return [
    ...routes,
    openApiRoute(routes, policy),
    ...docsRoutes({ publicUrl, sandbox: policy.sandbox }, pages),
  ];
}

/** The pages for people that this gateway has. */
const pagesOf = ({ console, mode }: AppConfig) => ({ console, graphiql: mode === 'development' });

const graphiqlOf = ({ mode }: AppConfig, publicUrl: string): PartnersPage =>
  mode === 'development' ? createPartnersPage(publicUrl) : () => null;

type Respond = (request: Request, facts: RequestFacts) => Promise<Routed>;

interface Responding {
  readonly cors: Cors;
  readonly callers: Callers;
  readonly log: Logger;
  readonly clocks: PartnerClocks | null;
  readonly isDraining: () => boolean;
  /** The response to a request that failed with the error. */
  readonly fail: (request: Request, error: unknown, to: ResponseTo) => Routed;
}

/** Adds the headers of every response, turns an error into a response, and writes the line of the log. */
function responding(route: Route, { cors, callers, log, clocks, isDraining, fail }: Responding): Respond {
  return async (request, facts) => {
    const startedAt = world.elapsedMs();
    const requestId = requestIdOf(request);
    const to = { requestId, cors: cors.headers(request), facts };
    let routed: Routed;
    try {
      routed = await route(request, to);
    } catch (error) {
      routed = fail(request, error, to);
    }
    const { response, template, ignoredMembers } = routed;
    if (!(response instanceof WholeResponse)) addResponseHeaders(response.headers, to);
    callers.leave(request, response);
    if (clocks !== null)
      response.headers.set(CLOCK_HEADER, timestamp(await clocks.shownTo(callers.of(request))));
    if (isDraining()) response.headers.set('Connection', 'close');
    facts.respondedAt = world.elapsedMs();
    facts.durationMs = facts.respondedAt - startedAt;
    facts.bodyWaitMs = waitedForBody(request);
    facts.requestId = requestId;
    facts.method = methodOf(request.method);
    facts.template = template;
    facts.status = response.status;
    facts.ignoredMembers = ignoredMembers;
    facts.caller = callers.of(request);
    log.request(facts);
    return routed;
  };
}

interface Failing {
  readonly publicUrl: string;
  readonly logFailure: (error: unknown, requestId: string) => void;
}

/** Answers a request if no API did, because it was refused before or because the gateway failed. */
const failing =
  ({ publicUrl, logFailure }: Failing): Responding['fail'] =>
  (request, error, to) => {
    const { requestId } = to;
    const failure = masked(error);
    if (failure.code === 'internal_error') logFailure(error, requestId);
    const reply = replyError(failure, { requestId, publicUrl });
    return { response: toResponse(request, reply, to), template: 'unknown' };
  };

interface PageOptions {
  readonly gateway: Gateway;
  /** Null if the console is off. */
  readonly sessions: Sessions | null;
  readonly callers: Callers;
  readonly clientAddress: ClientAddress;
  readonly addressLimit: AddressLimit;
  /** The processes that share the limits of addresses. */
  readonly processes: LiveProcesses;
  readonly oidc: OidcSettings | null;
  readonly log: Logger;
  /** Answers a request that the gateway itself makes. */
  readonly ask: (request: Request) => Promise<Response>;
}

/** The page of the operators; null if the console is off. */
function createPage({ callers, oidc, ask, sessions, addressLimit, log, ...options }: PageOptions) {
  const { gateway } = options;
  if (sessions === null) return null;
  const logFailure = (error: unknown, requestId: string) => log.failure(error, requestId);
  return createConsoleHandler({
    magicAmounts: MAGIC_AMOUNTS,
    ...options,
    sessions,
    authenticate: callers.authenticateKey,
    graphiql: operatorsPage,
    exports: createExports({ gateway, sessions, respond: ask, logFailure }),
    oidc: oidc === null ? null : createOidc(gateway, sessions, { ...oidc, addressLimit, log }),
    logFailure,
  });
}
