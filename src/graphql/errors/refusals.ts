import { type ErrorCode, OperationError, type Path } from '../../kernel/errors.ts';

/** A refusal of the request itself. Its names are as the client wrote them, unlike those of an operation. */
export class RequestRefusal extends OperationError {}

/**
 * A refusal of a well-formed request whose query cannot be run. GraphQL over HTTP answers it with 200 when the client
 * takes `application/json`, and with the status of the catalogue when it takes `application/graphql-response+json`.
 */
export class QueryRefusal extends RequestRefusal {}

/** A refusal of a query for one reason. */
export function refuseQuery(code: ErrorCode, says: string, path: Path = []): QueryRefusal {
  return new QueryRefusal([{ code, path, says }]);
}
