import type { Path, Problem } from '../kernel/errors.ts';
import type { Report } from './explain-input.ts';
import { PROBLEMS_MAX } from './limits.ts';
import { QueryRefusal } from './refusals.ts';

/** What is wrong with the values of a query, as it is found. */
export interface Problems {
  readonly report: Report;
  /** All of it as one refusal, or null when nothing is wrong. */
  refusal(): QueryRefusal | null;
}

export function collectProblems(): Problems {
  const found: Problem[] = [];
  return {
    report: (code, path, says) => {
      if (found.length < PROBLEMS_MAX) found.push({ code, path: asOnRest(path), says });
    },
    refusal: () => {
      const [first, ...rest] = found;
      return first === undefined ? null : new QueryRefusal([first, ...rest]);
    },
  };
}

/** Arguments that are the body and the query of REST: what is inside is named as it is named there. */
const WRAPPERS: readonly (string | number | undefined)[] = ['input', 'filter'];

function asOnRest(path: Path): Path {
  return WRAPPERS.includes(path[0]) && path.length > 1 ? path.slice(1) : path;
}
