import type { z } from 'zod';
import type { ErrorCode } from '../../kernel/error-catalogue.ts';
import { execute } from '../execute.ts';
import { authorize } from '../precheck.ts';
import { freeMembers } from '../../engine/json/free-json.ts';
import { readIdempotencyKey } from '../idempotency/idempotency.ts';
import type { Ids, Operation } from '../operation.ts';
import { NOTHING_IGNORED } from '../validate-input.ts';
import { readJson } from '../../engine/http/body/read-json.ts';
import { rawQuery } from '../../engine/http/read-query.ts';
import { withIgnored } from './ignored-input.ts';
import { type InterfaceBodies, wantsInterface } from './interface-bodies.ts';
import { validateQuery } from './query-of-command.ts';
import { replyJson } from './reply.ts';
import type { Route, RouteRow } from './route.ts';

interface OperationRoute<RunIds extends Ids, Schema extends z.ZodType, Subject, View> extends Omit<
  RouteRow,
  'describe' | 'successor'
> {
  readonly operation: Operation<RunIds, Schema, Subject, View>;
  readonly ids: (params: Ids) => RunIds;
  /** The documented query of a GET. */
  readonly query?: z.ZodObject;
  /** The documented schema of the body of a POST or PUT. */
  readonly body?: z.ZodType;
  /** Whether a request without a body counts as a request with an empty object. */
  readonly mayBeBodiless?: boolean;
  readonly response: z.ZodType;
  readonly errors?: readonly ErrorCode[];
  /** Maps the view to the response body; by default they are the same. */
  readonly respond?: (view: View) => unknown;
  /** Only for rows of the first interface: the body for partners who want only its members. */
  readonly ofInterface?: InterfaceBodies<View>;
}

/**
 * A route that runs one operation. A GET reads its query, a POST or PUT a JSON body. A change takes an
 * `Idempotency-Key`.
 */
export function operationRoute<RunIds extends Ids, Schema extends z.ZodType, Subject, View>({
  operation,
  ids,
  query: documented,
  body,
  mayBeBodiless = false,
  response,
  errors = [],
  respond = (view) => view,
  ofInterface,
  ...row
}: OperationRoute<RunIds, Schema, Subject, View>): Route {
  const free = body === undefined ? new Set<string>() : freeMembers(body);
  return {
    ...row,
    access: 'key',
    describe: {
      operationId: operation.name,
      ...(documented && { query: documented }),
      ...(body && { body: { mediaType: 'application/json', schema: body, isOptional: mayBeBodiless } }),
      response,
      errors,
    },
    async handle({ gateway, request, requestId, params, pathAndQuery, caller }) {
      authorize(operation, caller);
      const query = rawQuery(pathAndQuery);
      // The input of a GET is its query. The operation validates it after it has found the resource.
      const isBodiless = mayBeBodiless && hasNoBody(request);
      const input = body === undefined ? query : isBodiless ? {} : await readJson(request, { free });
      const header = row.method === 'GET' ? null : request.headers.get('idempotency-key');
      const idempotencyKey = header === null ? null : readIdempotencyKey(header);
      const call = { caller, requestId, ids: ids(params), input, idempotencyKey, mayIgnore: true };
      const ignoredInput =
        body === undefined
          ? NOTHING_IGNORED
          : await validateQuery(query, { foundation: gateway, operation, call });
      const outcome = await execute(gateway, operation, call);
      const headers = outcome.replayed ? { 'Idempotent-Replayed': 'true' } : {};
      const shown =
        ofInterface !== undefined && wantsInterface(caller)
          ? (await ofInterface([outcome.view], gateway.database.reads))[0]
          : respond(outcome.view);
      return withIgnored(replyJson(shown, headers), [ignoredInput, outcome]);
    },
  };
}

/** A request without a body has neither a media type nor a length. */
function hasNoBody({ headers }: Request): boolean {
  const length = headers.get('content-length') ?? '0';
  return length === '0' && !headers.has('transfer-encoding') && !headers.has('content-type');
}
