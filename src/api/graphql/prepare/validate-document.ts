import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  ProvidedRequiredArgumentsRule,
  specifiedRules,
  validate,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
} from 'graphql';
import { OperationError } from '../../../kernel/errors.ts';
import { DOCUMENT_ERRORS_MAX, MESSAGE_CHARACTERS_MAX } from '../limits/limits.ts';
import { type QueryRefusal, refuseQuery } from '../document/refusals.ts';

/** Values are checked later, after permission; see `values/unfit-values.ts`. */
const deferredRules: ReadonlySet<ValidationRule> = new Set([
  ValuesOfCorrectTypeRule,
  ProvidedRequiredArgumentsRule,
]);

interface Options {
  readonly introspection: boolean;
}

/** Returns a function that lists the errors of a document. Without introspection, errors suggest no names. */
export function createValidate({ introspection }: Options) {
  const rules = [
    ...specifiedRules.filter((rule) => !deferredRules.has(rule)),
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ];
  const limits = { maxErrors: DOCUMENT_ERRORS_MAX, hideSuggestions: !introspection };
  return (schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] =>
    validate(schema, document, rules, limits).map(explain);
}

function explain(error: GraphQLError): GraphQLError {
  if (error.originalError instanceof OperationError) return error;
  const originalError = explainInvalid(error.message);
  return new GraphQLError(originalError.message, { nodes: error.nodes ?? null, originalError });
}

function explainInvalid(message: string): QueryRefusal {
  // graphql's message if comparing the fields of a selection would take too long.
  if (message === 'Validation aborted.') {
    return refuseQuery('query_too_complex', 'The query selects the same fields too many times.');
  }
  return refuseQuery('query_invalid', message.slice(0, MESSAGE_CHARACTERS_MAX));
}
