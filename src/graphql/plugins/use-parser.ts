import { type DocumentNode, getOperationAST, Kind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { refusal } from '../../kernel/errors.ts';
import { parseDocument } from '../limits/parse-document.ts';
import { refuseQuery } from '../errors/refusals.ts';

/** Parses the document and selects its operation. */
export function useParser(): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn(parseDocument);
      return ({ result, context: { request, params } }) => {
        if (isDocument(result)) refuseOperation(result, params.operationName ?? null, request.method);
      };
    },
  };
}

function isDocument(result: unknown): result is DocumentNode {
  return typeof result === 'object' && result !== null && 'kind' in result && result.kind === Kind.DOCUMENT;
}

/** Throws where the document does not have the operation, or where the HTTP method does not allow it. */
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
