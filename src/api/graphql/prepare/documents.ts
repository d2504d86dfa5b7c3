import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql';
import { createBoundedCache } from './bounded-cache.ts';
import {
  DOCUMENTS_BYTES_MAX,
  DOCUMENTS_KEPT_MAX,
  DOCUMENT_TOKENS_MAX,
  REFUSED_DOCUMENTS_BYTES_MAX,
} from '../limits/limits.ts';
import { parseDocument } from '../limits/parse-document.ts';
import { createValidate } from './validate-document.ts';

/** Parses the documents of requests. */
interface Documents {
  /**
   * Throws the errors of `parseDocument`. `errors` lists everything that the schema does not allow. It is called after
   * all other checks have passed.
   */
  read(text: string): { readonly document: DocumentNode; readonly errors: () => readonly GraphQLError[] };
}

/** A measured value: a node for most tokens, and a plan of fields and arguments for the operation. */
const BYTES_OF_TOKEN = 640;
/** An entry of the cache, and the errors of a document. */
const BYTES_OF_ENTRY = 4 * 1024;

/** An estimate of the memory of a document in the cache, with its plans. */
const bytesOf = (text: string, tokens: number): number =>
  BYTES_OF_ENTRY + 2 * text.length + BYTES_OF_TOKEN * tokens;

/**
 * Parses and validates each text once, because clients send the same few documents again and again. It also caches
 * texts that cannot be parsed.
 */
export function createDocuments(
  schema: GraphQLSchema,
  options: { readonly introspection: boolean },
): Documents {
  const validate = createValidate(options);
  const known = createBoundedCache<ReturnType<Documents['read']>>({
    entries: DOCUMENTS_KEPT_MAX,
    bytes: DOCUMENTS_BYTES_MAX,
  });
  const faulty = createBoundedCache<{ readonly fault: unknown }>({
    entries: DOCUMENTS_KEPT_MAX,
    bytes: REFUSED_DOCUMENTS_BYTES_MAX,
  });

  function parse(text: string): DocumentNode {
    try {
      return parseDocument(text);
    } catch (fault) {
      faulty.set(text, { fault }, bytesOf(text, 0));
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
      known.set(text, read, bytesOf(text, document.tokenCount ?? DOCUMENT_TOKENS_MAX));
      return read;
    },
  };
}
