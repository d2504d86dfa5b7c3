import type { DocumentNode } from 'graphql';
import { FlawedBody } from '../../../engine/http/body/flawed-body.ts';
import type { Path, Problem } from '../../../kernel/errors.ts';
import { parseDocument } from '../limits/parse-document.ts';
import { asOnRest } from './problems.ts';
import { RequestRefusal } from '../document/refusals.ts';
import { pathsOfVariables } from '../document/variable-paths.ts';

/** Rethrows an error. Flaws inside variables get the names of the arguments that use them, like every other problem. */
export function nameFlaws(error: unknown): never {
  if (!(error instanceof FlawedBody)) throw error;
  const document = documentOf(error.body);
  if (document === null) throw error;
  const paths = pathsOfVariables(document);
  const named = ({ path, ...problem }: Problem): Problem => ({
    ...problem,
    path: nameByArgument(path, paths),
  });
  const [first, ...rest] = error.problems;
  throw new RequestRefusal([named(first), ...rest.map(named)]);
}

function nameByArgument(path: Path, paths: ReadonlyMap<string, Path>): Path {
  const [member, variable, ...below] = path;
  if (member !== 'variables' || typeof variable !== 'string') return path;
  return asOnRest([...(paths.get(variable) ?? [variable]), ...below]);
}

function documentOf({ query }: Readonly<Record<string, unknown>>): DocumentNode | null {
  try {
    return typeof query === 'string' ? parseDocument(query) : null;
  } catch {
    return null;
  }
}
