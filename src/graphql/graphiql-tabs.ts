import { readFile } from 'node:fs/promises';
import { Kind, type DocumentNode, parse, print } from 'graphql';
import type { GraphiQLOptions } from 'graphql-yoga';
import { marked } from 'marked';

type Tab = NonNullable<GraphiQLOptions['defaultTabs']>[number];

const GUIDE = new URL('../docs/guides/partner-graphql.md', import.meta.url);

/**
 * The documents of the GraphQL guide, a tab each. None has variables: the page does not show those of the first tab
 * (graphql/graphiql#3392). All variables of the examples may be left out. It also loses
 * clicks: once a tab was chosen, each of the others needs a second click the first time, with variables or without.
 */
export async function exampleTabs(): Promise<readonly Tab[]> {
  const blocks = marked
    .lexer(await readFile(GUIDE, 'utf8'))
    .flatMap((token) =>
      token.type === 'code' && token['lang'] === 'graphql' ? [String(token['text'])] : [],
    );
  return blocks.map((text) => ({ query: print(named(parse(text))), variables: null, headers: null }));
}

/** A document whose operation has the name of its first field where it has none, since a tab shows the name. */
function named(document: DocumentNode): DocumentNode {
  return {
    ...document,
    definitions: document.definitions.map((definition) => {
      if (definition.kind !== Kind.OPERATION_DEFINITION || definition.name !== undefined) return definition;
      const [first] = definition.selectionSet.selections;
      const value = first?.kind === Kind.FIELD ? first.name.value : 'example';
      return { ...definition, name: { kind: Kind.NAME, value } };
    }),
  };
}
