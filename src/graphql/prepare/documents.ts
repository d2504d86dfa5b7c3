import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql';
import { _createLRUCache } from 'graphql-yoga';
import { DOCUMENTS_KEPT_MAX } from '../limits/limits.ts';
import { parseDocument } from '../limits/parse-document.ts';
import { createValidate } from './validate-document.ts';

/** Parses the documents of requests. */
interface Documents {
  /**
   * Throws the errors of `parseDocument`. `errors` lists what the schema does not allow; it is called only after all
   * other checks have passed.
   */
  read(text: string): { readonly document: DocumentNode; readonly errors: () => readonly GraphQLError[] };
}

/**
 * Parses and validates each text once, because clients send the same few documents again and again. Texts that cannot
 * be parsed are cached too.
 */
export function createDocuments(
  schema: GraphQLSchema,
  options: { readonly introspection: boolean },
): Documents {
  const validate = createValidate(options);
  const known = _createLRUCache<ReturnType<Documents['read']>>({ max: DOCUMENTS_KEPT_MAX });
  const faulty = _createLRUCache<{ readonly fault: unknown }>({ max: DOCUMENTS_KEPT_MAX });

  function parse(text: string): DocumentNode {
    try {
      return parseDocument(text);
    } catch (fault) {
      faulty.set(text, { fault });
      throw fault;
    }
  }

  return {
    read(text) {
      const kept = known.get(text);
      if (kept !== undefined) return kept;
      const fault = faulty.get(text);
      if (fault !== undefined) throw fault.fault;
      const document = parse(text);
      let errors: readonly GraphQLError[] | null = null;
      const read = { document, errors: () => (errors ??= validate(schema, document)) };
      known.set(text, read);
      return read;
    },
  };
}
