import type { Gateway } from '../edge/gateway.ts';
import { type Reply, replyError } from '../edge/reply.ts';
import type { Route, RouteCall } from '../edge/route.ts';
import type { Caller } from '../kernel/caller.ts';
import { catalogue, OperationError, refusal } from '../kernel/errors.ts';
import { createRestRouter } from './router.ts';

interface RestHandlerOptions {
  readonly gateway: Gateway;
  readonly routes: readonly Route[];
  /** Tells the caller of a request, or refuses it: an API key, a rate limit. */
  readonly admitCaller: (request: Request) => Promise<Caller>;
  /** Called for each error that is not the client's. */
  readonly logFailure: (error: unknown, requestId: string) => void;
}

interface RestRequest {
  readonly request: Request;
  readonly requestId: string;
  readonly pathname: string;
  readonly pathAndQuery: string;
}

export interface RestAnswer {
  readonly reply: Reply;
  /** The path template, for the log: paths hold ids. */
  readonly template: string;
}

/** The REST face: finds the row, lets it answer, and turns whatever was thrown into an error of the catalogue. */
export function createRestHandler({ gateway, routes, admitCaller, logFailure }: RestHandlerOptions) {
  const match = createRestRouter(routes);

  async function answer(route: Route, call: RouteCall): Promise<Reply> {
    const reply =
      route.access === 'anyone'
        ? await route.answer(call)
        : await route.answer({ ...call, caller: await admitCaller(call.request) });
    return route.successor === undefined
      ? reply
      : withDeprecation(reply, route.successor, call, gateway.publicUrl);
  }

  return async ({ request, requestId, pathname, pathAndQuery }: RestRequest): Promise<RestAnswer> => {
    let template = 'unknown';
    try {
      const { route, params } = match(request.method, pathname);
      template = route.path;
      return { reply: await answer(route, { gateway, request, requestId, params, pathAndQuery }), template };
    } catch (error) {
      const known = error instanceof OperationError ? error : internalError(error);
      if (catalogue[known.code].status >= 500) logFailure(known.cause ?? known, requestId);
      return { reply: replyError(known, requestId), template };
    }
  };
}

function internalError(cause: unknown): OperationError {
  return refusal('internal_error', 'The gateway could not answer the request.', { cause });
}

/** When the spellings that the interface never documented were declared deprecated, as RFC 9745 writes it. */
const DEPRECATED_SINCE = '@1767225600';

function withDeprecation(reply: Reply, successor: string, { params }: RouteCall, publicUrl: string): Reply {
  const path = successor.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const headers = {
    ...reply.headers,
    Deprecation: DEPRECATED_SINCE,
    Link: `<${publicUrl}${path}>; rel="successor-version"`,
  };
  return { ...reply, headers };
}
