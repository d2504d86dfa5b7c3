import { type DocumentNode, getOperationAST, Kind } from 'graphql';
import { refusal } from '../../../kernel/errors.ts';
import { refuseQuery } from '../document/refusals.ts';

/** Throws if the document does not have the operation, or if the HTTP method does not allow it. */
export function refuseOperation(document: DocumentNode, operationName: string | null, method: string): void {
  const operation = getOperationAST(document, operationName);
  if (!operation) throw refuseQuery('query_invalid', explainAbsence(document, operationName));
  if (operation.operation === 'mutation' && method === 'GET') {
    throw refusal('method_not_allowed', 'A mutation is sent with POST.', { headers: { Allow: 'POST' } });
  }
}

function explainAbsence({ definitions }: DocumentNode, operationName: string | null): string {
  if (operationName !== null) return 'The query has no operation of the name in operationName.';
  return definitions.some((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    ? 'The query has several operations; operationName says which one to run.'
    : 'The query has no operation.';
}
