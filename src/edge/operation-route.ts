import { z } from 'zod';
import type { ErrorCode } from '../kernel/errors.ts';
import { admit, execute, permit } from '../pipeline/execute.ts';
import { readIdempotencyKey } from '../pipeline/idempotency.ts';
import type { Ids, Operation } from '../pipeline/operation.ts';
import { readInput } from '../pipeline/read-input.ts';
import { readJson } from './read-json.ts';
import { rawQuery } from './read-query.ts';
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
      permit(operation, caller);
      const query = rawQuery(pathAndQuery);
      // A GET has no other input than its query, which the operation refuses in its own time.
      const input = body === undefined ? query : await readJson(request);
      const keyed = body === undefined ? null : request.headers.get('idempotency-key');
      const idempotencyKey = keyed === null ? null : readIdempotencyKey(keyed);
      const call = { caller, requestId, ids: ids(params), input, idempotencyKey };
      if (body !== undefined) await refuseQuery(query, () => admit(gateway, operation, call));
      const { view, replayed } = await execute(gateway, operation, call);
      return replyJson(respond(view), replayed ? { 'Idempotent-Replayed': 'true' } : {});
    },
  };
}

const NO_QUERY = z.strictObject({});

/** A parameter in the query of a change is a wrong field, and a missing resource outranks it. */
async function refuseQuery(
  query: Readonly<Record<string, unknown>>,
  findResource: () => Promise<unknown>,
): Promise<void> {
  if (Object.keys(query).length === 0) return;
  await findResource();
  readInput(NO_QUERY, query);
}
