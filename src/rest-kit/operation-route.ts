import { z } from 'zod';
import type { ErrorCode } from '../kernel/errors.ts';
import { precheck, execute, authorize } from '../pipeline/execute.ts';
import { freeMembers } from '../kernel/json/free-json.ts';
import { readIdempotencyKey } from '../pipeline/idempotency.ts';
import type { Ids, Operation } from '../pipeline/operation.ts';
import { NOTHING_PASSED_OVER, type PassedOver, type Reader, understand } from '../pipeline/understand.ts';
import { readJson } from '../http/read-json.ts';
import { rawQuery } from '../http/read-query.ts';
import { withIgnored } from './ignored-input.ts';
import { replyJson } from './reply.ts';
import type { Route, RouteRow } from './route.ts';

interface OperationRoute<RunIds extends Ids, Schema extends z.ZodType, Subject, View> extends Omit<
  RouteRow,
  'describe' | 'successor'
> {
  readonly operation: Operation<RunIds, Schema, Subject, View>;
  readonly ids: (params: Ids) => RunIds;
  /** What the body of a POST or PUT is documented as. */
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  readonly errors?: readonly ErrorCode[];
  /** The answer on REST, where it is not the view itself. */
  readonly respond?: (view: View) => unknown;
}

/** A route that is one operation: a GET takes no input, a POST or PUT takes a JSON body and an `Idempotency-Key`. */
export function operationRoute<RunIds extends Ids, Schema extends z.ZodType, Subject, View>({
  operation,
  ids,
  body,
  answer,
  errors = [],
  respond = (view) => view,
  ...row
}: OperationRoute<RunIds, Schema, Subject, View>): Route {
  const free = body === undefined ? new Set<string>() : freeMembers(body);
  return {
    ...row,
    access: 'key',
    describe: {
      operationId: operation.name,
      ...(body && { body: { mediaType: 'application/json', schema: body } }),
      answer,
      errors,
    },
    async answer({ gateway, request, requestId, params, pathAndQuery, caller }) {
      authorize(operation, caller);
      const query = rawQuery(pathAndQuery);
      // A GET has no other input than its query, which the operation refuses in its own time.
      const input = body === undefined ? query : await readJson(request, { free });
      const keyed = body === undefined ? null : request.headers.get('idempotency-key');
      const idempotencyKey = keyed === null ? null : readIdempotencyKey(keyed);
      const call = { caller, requestId, ids: ids(params), input, idempotencyKey, mayIgnore: true };
      const findResource = () => precheck(gateway, operation, call);
      const reader = { db: gateway.database.reads, caller, mayIgnore: true };
      const passedOver =
        body === undefined ? NOTHING_PASSED_OVER : await passOverQuery(query, reader, findResource);
      const { view, replayed, ...ignored } = await execute(gateway, operation, call);
      const headers = replayed ? { 'Idempotent-Replayed': 'true' } : {};
      return withIgnored(replyJson(respond(view), headers), [passedOver, ignored]);
    },
  };
}

const NO_QUERY = z.strictObject({});

/** A parameter in the query of a change is a wrong field, and a missing resource outranks it. */
async function passOverQuery(
  query: Readonly<Record<string, unknown>>,
  reader: Reader,
  findResource: () => Promise<unknown>,
): Promise<PassedOver> {
  if (Object.keys(query).length === 0) return NOTHING_PASSED_OVER;
  await findResource();
  return understand(NO_QUERY, query, reader);
}
