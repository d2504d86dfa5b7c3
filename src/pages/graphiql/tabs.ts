import { readFile } from 'node:fs/promises';
import {
  type DefinitionNode,
  type DocumentNode,
  Kind,
  OperationTypeNode,
  type OperationDefinitionNode,
  parse,
  print,
} from 'graphql';
import { marked } from 'marked';
import type { Tab, TabGuide } from './made-file.ts';

/** The headers of a tab with a mutation. */
const IDEMPOTENCY_KEY = JSON.stringify({ 'Idempotency-Key': 'graphiql-1' }, null, 2);

const GUIDES = new URL('../docs/guides/', import.meta.url);

/** A guide whose examples are tabs. */
interface TabSource {
  readonly guide: TabGuide;
  /** Whether the page shows headers: a mutation has an `Idempotency-Key` there, and a person must see it. */
  readonly showsHeaders: boolean;
}

/**
 * The GraphQL documents of a guide, a tab each. JSON right after a document is its variables. The first tab has no
 * variables, because the page does not show them there (graphql/graphiql#3392). The page also loses clicks: each tab
 * except the first needs a second click the first time, with or without variables.
 */
export async function exampleTabs({ guide, showsHeaders }: TabSource): Promise<readonly Tab[]> {
  const text = await readFile(new URL(`${guide}.md`, GUIDES), 'utf8');
  const tokens = marked.lexer(text).filter(({ type }) => type !== 'space');
  const codeAt = (at: number, language: string): string | null => {
    const token = tokens[at];
    return token?.type === 'code' && token['lang'] === language ? String(token['text']) : null;
  };
  return tokens.flatMap((_, at) => {
    const block = codeAt(at, 'graphql');
    if (block === null) return [];
    const document = parse(block);
    const headers = showsHeaders && isMutation(document) ? IDEMPOTENCY_KEY : null;
    return [{ query: print(named(document)), variables: codeAt(at + 1, 'json'), headers }];
  });
}

/**
 * A document with a named operation, because a tab shows the name. If it has no name, it gets the name of its first
 * field.
 */
const named = (document: DocumentNode): DocumentNode => ({
  ...document,
  definitions: document.definitions.map((definition) =>
    isOperation(definition) && definition.name === undefined
      ? { ...definition, name: { kind: Kind.NAME, value: firstFieldOf(definition) } }
      : definition,
  ),
});

const isMutation = ({ definitions }: DocumentNode): boolean =>
  definitions.some((each) => isOperation(each) && each.operation === OperationTypeNode.MUTATION);

const isOperation = (definition: DefinitionNode): definition is OperationDefinitionNode =>
  definition.kind === Kind.OPERATION_DEFINITION;

function firstFieldOf({ selectionSet }: OperationDefinitionNode): string {
  const [first] = selectionSet.selections;
  return first?.kind === Kind.FIELD ? first.name.value : 'example';
}
