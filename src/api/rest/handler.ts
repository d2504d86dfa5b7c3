import type { Gateway } from '../../pipeline/gateway.ts';
import { type Reply, replyError } from '../../pipeline/rest-kit/reply.ts';
import { type Route, type RouteCall, workloadOf } from '../../pipeline/rest-kit/route.ts';
import { type Load, refuseOverload } from '../../pipeline/limits/load.ts';
import type { Caller } from '../../kernel/caller.ts';
import { masked } from '../../kernel/masked-error.ts';
import type { PromiseOrValue } from '../../engine/async/promise-or-value.ts';
import type { Ids } from '../../pipeline/operation.ts';
import { createRestRouter } from './router.ts';

interface RestHandlerOptions {
  readonly gateway: Gateway;
  readonly routes: readonly Route[];
  /** Returns the caller of a request. Throws if the API key is bad or the rate limit is reached. */
  readonly authenticate: (request: Request) => PromiseOrValue<Caller>;
  /** Called for every error that is not the fault of the client. */
  readonly logFailure: (error: unknown, requestId: string) => void;
  readonly load: Load;
}

interface RestRequest {
  readonly request: Request;
  readonly requestId: string;
  readonly pathname: string;
  readonly pathAndQuery: string;
}

interface RoutedReply {
  readonly reply: Reply;
  /** The path template for the log, because paths contain ids. */
  readonly template: string;
  /** The operation of the route; null if no route fits. */
  readonly operation: string | null;
}

/** The REST API: finds the row of a request, runs it, and turns every error into an error of the catalogue. */
export function createRestHandler({ gateway, routes, authenticate, logFailure, load }: RestHandlerOptions) {
  const match = createRestRouter(routes);

  async function respond(route: Route, call: RouteCall): Promise<Reply> {
    try {
      if (load.level > 0) refuseOverload(load, workloadOf(route));
      if (route.access === 'anyone') return await route.handle(call);
      const found = authenticate(call.request);
      const caller = found instanceof Promise ? await found : found;
      return await route.handle({ ...call, caller });
    } catch (error) {
      return replyFailure(error, call.requestId);
    }
  }

  async function replyTo({ request, requestId, pathname, pathAndQuery }: RestRequest): Promise<RoutedReply> {
    try {
      const { route, params } = match(request.method, pathname);
      const noteFailure = (error: unknown) => logFailure(error, requestId);
      const reply = await respond(route, { gateway, request, requestId, params, pathAndQuery, noteFailure });
      const { successor, path: template, describe, logsAs: operation = describe.operationId } = route;
      if (successor === undefined) return { reply, template, operation };
      return { reply: withDeprecation(reply, successor, params, gateway.publicUrl), template, operation };
    } catch (error) {
      return { reply: replyFailure(error, requestId), template: 'unknown', operation: null };
    }
  }

  function replyFailure(error: unknown, requestId: string): Reply {
    const known = masked(error);
    if (known.isFailure) logFailure(known.cause ?? known, requestId);
    return replyError(known, { requestId, publicUrl: gateway.publicUrl });
  }

  return replyTo;
}

/** When the undocumented paths were declared deprecated, in the format of RFC 9745. */
const DEPRECATED_SINCE = '@1767225600';

function withDeprecation(reply: Reply, successor: string, params: Ids, publicUrl: string): Reply {
  const path = successor.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const link = `<${publicUrl}${path}>; rel="successor-version"`;
  return { ...reply, headers: { ...reply.headers, Deprecation: DEPRECATED_SINCE, Link: link } };
}
