import type { DocumentNode } from 'graphql';
import { FlawedBody } from '../../http/flawed-body.ts';
import type { Path, Problem } from '../../kernel/errors.ts';
import { parseDocument } from '../limits/parse-document.ts';
import { asOnRest } from './problems.ts';
import { RequestRefusal } from './refusals.ts';
import { placesOfVariables } from '../prepare/unfit-values.ts';

/** Names what is wrong with the texts of variables by the arguments that they are for, as all other faults are named. */
export function nameFlaws(error: unknown): never {
  if (!(error instanceof FlawedBody)) throw error;
  const document = documentOf(error.body);
  if (document === null) throw error;
  const places = placesOfVariables(document);
  const named = ({ path, ...problem }: Problem): Problem => ({
    ...problem,
    path: nameByArgument(path, places),
  });
  const [first, ...rest] = error.problems;
  throw new RequestRefusal([named(first), ...rest.map(named)]);
}

function nameByArgument(path: Path, places: ReadonlyMap<string, Path>): Path {
  const [member, variable, ...below] = path;
  if (member !== 'variables' || typeof variable !== 'string') return path;
  return asOnRest([...(places.get(variable) ?? [variable]), ...below]);
}

function documentOf({ query }: Readonly<Record<string, unknown>>): DocumentNode | null {
  try {
    return typeof query === 'string' ? parseDocument(query) : null;
  } catch {
    return null;
  }
}
