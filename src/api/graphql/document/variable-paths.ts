import { type ArgumentNode, type DocumentNode, Kind, type ValueNode, visit } from 'graphql';
import type { Path } from '../../../kernel/errors.ts';

/** A document is parsed once and run many times. */
const knownPaths = new WeakMap<DocumentNode, ReadonlyMap<string, Path>>();

/** The argument path where each variable is used first: a client may call `$data` what the schema calls `input`. */
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
