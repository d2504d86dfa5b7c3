import { type Path, type Problem, PROBLEMS_MAX } from '../../../kernel/errors.ts';
import { unknownMember } from '../../../pipeline/input/survey-input.ts';
import type { Report } from './explain-input.ts';

/** Collects the problems of a query, up to the most that an error lists. */
interface Problems {
  readonly report: Report;
  readonly found: readonly Problem[];
}

export function collectProblems(): Problems {
  const found: Problem[] = [];
  const add = (problem: Problem): void => {
    if (found.length < PROBLEMS_MAX) found.push({ ...problem, path: asOnRest(problem.path) });
  };
  return {
    report: {
      isFull: () => found.length >= PROBLEMS_MAX,
      add: (code, path, says) => add({ code, path, says }),
      addUnknown: (path, name, known) => add(unknownMember(path, name, known)),
    },
    found,
  };
}

/** Unknown members first, because a misspelled name explains a missing one. Cut to the most that an error lists. */
export function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const isUnknown = ({ code }: Problem) => code === 'parameter_unknown';
  const unknown = problems.filter(isUnknown);
  return [...unknown, ...problems.filter((problem) => !isUnknown(problem))].slice(0, PROBLEMS_MAX);
}

/** For clients that may not see the names of the schema. */
export const withoutSuggestions = (problems: readonly Problem[]): readonly Problem[] =>
  problems.map(({ code, path, says }) => ({ code, path, says }));

/** Arguments for the body and the query of REST. Their members have the same names as in REST. */
const WRAPPERS: readonly (string | number | undefined)[] = ['input', 'filter'];

export function asOnRest(path: Path): Path {
  return WRAPPERS.includes(path[0]) && path.length > 1 ? path.slice(1) : path;
}
