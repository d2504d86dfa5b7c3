import type { ErrorCode } from '../../../kernel/error-catalogue.ts';
import { OperationError, type Path } from '../../../kernel/errors.ts';

/**
 * An error of the request itself. Its paths use the names of the query; paths of an operation use the names of the
 * operation.
 */
export class RequestRefusal extends OperationError {}

/**
 * An error of a well-formed request whose query cannot run. GraphQL over HTTP requires status 200 for a client that
 * accepts `application/json`. For `application/graphql-response+json` the catalogue gives the status.
 */
export class QueryRefusal extends RequestRefusal {}

/** A QueryRefusal with one problem. */
export function refuseQuery(code: ErrorCode, says: string, path: Path = []): QueryRefusal {
  return new QueryRefusal([{ code, path, says }]);
}
