import { type DocumentNode, GraphQLError, parse, type Source } from 'graphql';
import { refuseOversized } from './document-extent.ts';
import { DOCUMENT_CHARACTERS_MAX, DOCUMENT_TOKENS_MAX } from './limits.ts';
import { type QueryRefusal, refuseQuery } from '../document/refusals.ts';

/**
 * Parses a document within the limits. Throws QueryRefusal, or a GraphQLError around one if the position is known.
 */
export function parseDocument(source: string | Source): DocumentNode {
  const { body } = typeof source === 'string' ? { body: source } : source;
  if (body.length > DOCUMENT_CHARACTERS_MAX) {
    throw refuseQuery('query_too_complex', `The query has more than ${DOCUMENT_CHARACTERS_MAX} characters.`);
  }
  const document = parseTokens(source);
  refuseOversized(document);
  return document;
}

function parseTokens(source: string | Source): DocumentNode {
  try {
    return parse(source, { maxLexicalTokens: DOCUMENT_TOKENS_MAX });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const originalError = explainSyntaxError(error);
    throw new GraphQLError(originalError.message, {
      source: error.source,
      positions: error.positions,
      originalError,
    });
  }
}

function explainSyntaxError({ message, locations }: GraphQLError): QueryRefusal {
  if (message.startsWith('Syntax Error: Document contains more than')) {
    return refuseQuery('query_too_complex', `The query has more than ${DOCUMENT_TOKENS_MAX} tokens.`);
  }
  const [at] = locations ?? [];
  const position = at === undefined ? '' : ` at line ${at.line}, column ${at.column}`;
  return refuseQuery('query_invalid', `The query has a syntax error${position}${explainTokens(message)}.`);
}

const EXPECTED =
  /^Syntax Error: Expected (Name|Int|Float|String|BlockString|<EOF>|"(?:[^\w\s"]{1,3}|[a-z]+)"), found (Name|Int|Float|String|BlockString|<EOF>|"[^\w\s"]{1,3}")/;
const UNEXPECTED = /^Syntax Error: Unexpected (Name|Int|Float|String|BlockString|<EOF>|"[^\w\s"]{1,3}")/;

/** Names the kinds of the expected and the found token. Never their text, because it may be a value. */
function explainTokens(message: string): string {
  const expected = EXPECTED.exec(message);
  if (expected) return `: expected ${expected[1]}, found ${expected[2]}`;
  const unexpected = UNEXPECTED.exec(message);
  return unexpected ? `: unexpected ${unexpected[1]}` : '';
}
