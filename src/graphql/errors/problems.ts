import type { Path, Problem } from '../../kernel/errors.ts';
import type { Report } from './explain-input.ts';
import { PROBLEMS_MAX } from '../limits/limits.ts';

/** What is wrong with the values of a query, as it is found; no more of it than is ever told. */
export interface Problems {
  readonly report: Report;
  readonly found: readonly Problem[];
}

export function collectProblems(): Problems {
  const found: Problem[] = [];
  return {
    report: {
      isFull: () => found.length >= PROBLEMS_MAX,
      add: (code, path, says) => {
        if (found.length < PROBLEMS_MAX) found.push({ code, path: asOnRest(path), says });
      },
    },
    found,
  };
}

/** What outranks the rest comes first: a name that is misspelt explains the one that is missing. At most as many as are told. */
export function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const isUnknown = ({ code }: Problem) => code === 'parameter_unknown';
  const unknown = problems.filter(isUnknown);
  return [...unknown, ...problems.filter((problem) => !isUnknown(problem))].slice(0, PROBLEMS_MAX);
}

/** Arguments that are the body and the query of REST: what is inside is named as it is named there. */
const WRAPPERS: readonly (string | number | undefined)[] = ['input', 'filter'];

export function asOnRest(path: Path): Path {
  return WRAPPERS.includes(path[0]) && path.length > 1 ? path.slice(1) : path;
}
