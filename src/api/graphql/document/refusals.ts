import { type ErrorCode, OperationError, type Path } from '../../../kernel/errors.ts';

/** An error of the request itself. Its paths use the names of the query, unlike those of an operation. */
export class RequestRefusal extends OperationError {}

/**
 * An error of a well-formed request whose query cannot run. As GraphQL over HTTP requires, its status is 200 for a
 * client that accepts `application/json`, and that of the catalogue for `application/graphql-response+json`.
 */
export class QueryRefusal extends RequestRefusal {}

/** A QueryRefusal with one problem. */
export function refuseQuery(code: ErrorCode, says: string, path: Path = []): QueryRefusal {
  return new QueryRefusal([{ code, path, says }]);
}
