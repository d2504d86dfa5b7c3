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
import { OperationError } from '../../kernel/errors.ts';
import { DOCUMENT_ERRORS_MAX, MESSAGE_CHARACTERS_MAX } from '../limits/limits.ts';
import { type QueryRefusal, refuseQuery } from '../errors/refusals.ts';

/** Values are judged when the operation is known to be the caller's: `unfit-values.ts`. */
const later: ReadonlySet<ValidationRule> = new Set([ValuesOfCorrectTypeRule, ProvidedRequiredArgumentsRule]);

interface Options {
  readonly introspection: boolean;
}

/** Checks a document against the schema. Without introspection, a wrong name is not met with right ones either. */
export function createValidate({ introspection }: Options) {
  const rules = [
    ...specifiedRules.filter((rule) => !later.has(rule)),
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
  // What graphql says when comparing the fields of a selection with one another would take too long.
  if (message === 'Validation aborted.') {
    return refuseQuery('query_too_complex', 'The query selects the same fields too many times.');
  }
  return refuseQuery('query_invalid', message.slice(0, MESSAGE_CHARACTERS_MAX));
}
