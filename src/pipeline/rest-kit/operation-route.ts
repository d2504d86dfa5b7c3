import type { z } from 'zod';
import type { ErrorCode } from '../../kernel/error-catalogue.ts';
import { execute } from '../execute.ts';
import { authorize } from '../precheck.ts';
import { freeMembers } from '../../engine/json/free-json.ts';
import { readIdempotencyKey } from '../idempotency/idempotency.ts';
import { type Ids, NoInput, type Operation } from '../operation.ts';
import { NOTHING_IGNORED } from '../validate-input.ts';
import { readJson } from '../../engine/http/body/read-json.ts';
import { hasBody } from '../../engine/http/body/request-body.ts';
import { rawQuery } from '../../engine/http/read-query.ts';
import { withIgnored } from './ignored-input.ts';
import { type InterfaceBodies, wantsInterface } from './interface-bodies.ts';
import { validateQuery } from './query-of-command.ts';
import { idsOfPath, type PathIds } from './path-ids.ts';
import { replyJson } from './reply.ts';
import type { Route, RouteRow } from './route.ts';

interface OperationRoute<
  Path extends string,
  Others extends Ids,
  Schema extends z.ZodType,
  Subject,
  View,
> extends Omit<RouteRow, 'describe' | 'successor' | 'path'> {
  readonly path: Path;
  readonly operation: Operation<PathIds<Path> & NoInfer<Others>, Schema, Subject, View>;
  /** The ids that the path does not have. */
  readonly ids?: Others;
  /** The documented query of a GET. */
  readonly query?: z.ZodObject;
  /** The documented schema of the body of a POST or PUT, if it is not that of the operation. */
  readonly body?: z.ZodType;
  /** Whether a request without a body counts as one with an empty object; always if the operation has no input. */
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
export function operationRoute<
  const Path extends string,
  Schema extends z.ZodType,
  Subject,
  View,
  Others extends Ids = Readonly<Record<never, string>>,
>({
  operation,
  ids: others,
  query: documented,
  body: ownBody,
  mayBeBodiless: isOptional,
  response,
  errors = [],
  respond = (view) => view,
  ofInterface,
  ...row
}: OperationRoute<Path, Others, Schema, Subject, View>): Route {
  const ids = idsOfPath(row.path, others);
  const body = row.method === 'POST' || row.method === 'PUT' ? (ownBody ?? formOf(operation)) : undefined;
  const mayBeBodiless = isOptional ?? body === NoInput;
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
      const isBodiless = mayBeBodiless && !hasBody(request);
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

/** The schema of the input; its form, if the schema depends on the subject. */
const formOf = ({ input, form }: Pick<Operation<never, z.ZodType, never, never>, 'input' | 'form'>) =>
  typeof input === 'function' ? form : input;
