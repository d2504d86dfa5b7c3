import { type ArgumentNode, type DocumentNode, Kind, type ValueNode, visit } from 'graphql';
import type { Path } from '../../../kernel/errors.ts';

/** Cached, because a document is parsed once and run many times. */
const knownPaths = new WeakMap<DocumentNode, ReadonlyMap<string, Path>>();

/** The argument path of the first use of each variable. A client may use the name `$data` for the argument `input`. */
export function pathsOfVariables(document: DocumentNode): ReadonlyMap<string, Path> {
  const known = knownPaths.get(document);
  if (known !== undefined) return known;
  const paths = findPaths(document);
  knownPaths.set(document, paths);
  return paths;
}

function findPaths(document: DocumentNode): ReadonlyMap<string, Path> {
  const paths = new Map<string, Path>();
  const find = (value: ValueNode, path: Path): void => {
    if (value.kind === Kind.VARIABLE && !paths.has(value.name.value)) paths.set(value.name.value, path);
    else if (value.kind === Kind.LIST) value.values.forEach((item, index) => find(item, [...path, index]));
    else if (value.kind === Kind.OBJECT)
      for (const field of value.fields) find(field.value, [...path, field.name.value]);
  };
  visit(document, { Argument: ({ name, value }: ArgumentNode) => find(value, [name.value]) });
  return paths;
}
