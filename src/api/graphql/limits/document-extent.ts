import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode, visit } from 'graphql';
import {
  ALIAS_CHARACTERS_MAX,
  ALIASES_MAX,
  DEPTH_MAX,
  DIRECTIVES_MAX,
  LITERAL_DEPTH_MAX,
  ROOT_FIELDS_MAX,
} from './limits.ts';
import { refuseQuery } from '../document/refusals.ts';
import { fragmentsOf } from '../document/operation-fields.ts';

/**
 * Throws QueryRefusal if a document exceeds the limits. It reads only the parsed text. It runs before validation,
 * because some rules of validation take quadratic time.
 */
export function refuseOversized(document: DocumentNode): void {
  const { aliases, aliasCharacters, directives, literalDepth } = countNodes(document);
  const fragments = fragmentsOf(document);
  const depth = measure(document, fragments, depthOf);
  const rootFields = measure(document, fragments, fieldsOf);

  limit(depth, DEPTH_MAX, 'nests fields deeper than');
  limit(aliases, ALIASES_MAX, 'has more aliases than');
  limit(aliasCharacters, ALIAS_CHARACTERS_MAX, 'has an alias of more characters than');
  limit(rootFields, ROOT_FIELDS_MAX, 'has more fields at the top of an operation than');
  limit(directives, DIRECTIVES_MAX, 'has more directives than');
  limit(literalDepth, LITERAL_DEPTH_MAX, 'nests a value deeper than');
}

function limit(actual: number, max: number, says: string): void {
  if (actual > max) throw refuseQuery('query_too_complex', `The query ${says} ${max}.`);
}

function countNodes(document: DocumentNode) {
  const count = { aliases: 0, aliasCharacters: 0, directives: 0, literalDepth: 0 };
  let depth = 0;
  const nest = {
    enter: () => {
      depth += 1;
      count.literalDepth = Math.max(count.literalDepth, depth);
    },
    leave: () => {
      depth -= 1;
    },
  };
  visit(document, {
    Field: (node) => {
      if (!node.alias) return;
      count.aliases += 1;
      count.aliasCharacters = Math.max(count.aliasCharacters, node.alias.value.length);
    },
    Directive: () => {
      count.directives += 1;
    },
    ListValue: nest,
    ObjectValue: nest,
  });
  return count;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** The size of a selection, given the sizes of the fragments in it. */
type Size = (selection: SelectionSetNode, ofFragment: (name: string) => number) => number;

/** The size of the largest operation. Each fragment is measured once, however often it is spread. */
function measure(document: DocumentNode, fragments: Fragments, size: Size): number {
  const measured = new Map<string, number>();
  const ofFragment = (name: string): number => {
    const fragment = fragments.get(name);
    const known = measured.get(name);
    if (known !== undefined || fragment === undefined) return known ?? 0;
    // Ends the recursion of a fragment that spreads itself; validation refuses it later.
    measured.set(name, 0);
    const found = size(fragment.selectionSet, ofFragment);
    measured.set(name, found);
    return found;
  };
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  return Math.max(0, ...operations.map((operation) => size(operation.selectionSet, ofFragment)));
}

/** Introspection nests deeply in any case; a rule of graphql-js limits it. */
const isIntrospection = (name: string): boolean => name === '__schema' || name === '__type';

const depthOf: Size = ({ selections }, ofFragment) =>
  Math.max(
    0,
    ...selections.map((selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
      const below = selection.selectionSet;
      if (selection.kind === Kind.INLINE_FRAGMENT) return depthOf(selection.selectionSet, ofFragment);
      return below === undefined || isIntrospection(selection.name.value)
        ? 1
        : 1 + depthOf(below, ofFragment);
    }),
  );

const fieldsOf: Size = ({ selections }, ofFragment) =>
  selections
    .map((selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
      return selection.kind === Kind.FIELD ? 1 : fieldsOf(selection.selectionSet, ofFragment);
    })
    .reduce((total, count) => total + count, 0);
