import { consoleResponse, type ConsoleHandler, isConsolePath } from './pages/console/handler.ts';
import type { FrontPage } from './pages/docs/front-page.ts';
import type { createGraphqlHandler } from './api/graphql/handler.ts';
import type { PartnersPage } from './pages/graphiql/partners-page.ts';
import { type ResponseTo, withResponseHeaders } from './engine/http/response-headers.ts';
import type { Cors } from './engine/http/cors.ts';
import { requireNoExpectation } from './engine/http/expectation.ts';
import { pathAndQueryOf } from './engine/http/wire/path-and-query.ts';
import { WholeResponse } from './engine/http/wire/whole-response.ts';
import type { OperationError } from './kernel/errors.ts';
import { toResponse } from './pipeline/rest-kit/reply-response.ts';
import type { createRestHandler } from './api/rest/handler.ts';

interface Handlers {
  readonly cors: Cors;
  readonly rest: ReturnType<typeof createRestHandler>;
  readonly graphql: ReturnType<typeof createGraphqlHandler>;
  /** Null if the console is off. */
  readonly page: ConsoleHandler | null;
  readonly graphiql: PartnersPage;
  readonly front: FrontPage;
}

export interface Routed {
  readonly response: Response;
  /** The path template, for the log. */
  readonly template: string;
  readonly ignoredMembers?: number | undefined;
}

type Refuse = (request: Request, error: OperationError, to: ResponseTo) => Routed;

export type Route = (request: Request, to: ResponseTo) => Promise<Routed>;

/** Chooses the part of the app that answers a path. The route rejects if none can answer. */
export function router({ cors, rest, graphql, page, graphiql, front }: Handlers): Route {
  return async (request, to) => {
    requireNoExpectation(request);
    const pathAndQuery = pathAndQueryOf(request.url);
    const query = pathAndQuery.indexOf('?');
    const pathname = query === -1 ? pathAndQuery : pathAndQuery.slice(0, query);
    if (cors.isPreflight(request))
      return { response: preflight(cors.preflightHeaders, to), template: 'preflight' };
    const shown = graphiql(request, pathname);
    if (shown !== null) return { response: toResponse(request, await shown, to), template: '/graphql' };
    const opened = front(request, pathname);
    if (opened !== null) return { response: toResponse(request, opened, to), template: '/' };
    if (pathname === '/graphql') return { response: await graphql.fetch(request, to), template: pathname };
    const { requestId } = to;
    if (page !== null && isConsolePath(pathname)) {
      const reply = await page({ request, requestId, pathname });
      to.facts.code = reply.code ?? null;
      return { response: consoleResponse(request, reply), template: '/console' };
    }
    const { reply, template, operation } = await rest({ request, requestId, pathname, pathAndQuery });
    to.facts.operation = operation;
    return { response: toResponse(request, reply, to), template, ignoredMembers: reply.ignoredMembers };
  };
}

/** How a request is refused in the form of the API that it is for; `fail` is the form of everything but GraphQL. */
export const refuser =
  ({ refuse }: Handlers['graphql'], fail: Refuse): Refuse =>
  (request, error, to) => {
    const [pathname] = pathAndQueryOf(request.url).split('?', 1);
    if (pathname !== '/graphql') return fail(request, error, to);
    return { response: refuse(request, error, to), template: pathname };
  };

const preflight = (headers: Readonly<Record<string, string>>, to: ResponseTo) =>
  new WholeResponse({ status: 204, headers: withResponseHeaders(headers, to), body: null });
