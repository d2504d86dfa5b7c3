import { graphqlName } from '../../../pipeline/graphql-kit/naming.ts';
import { type Problem, spellPath } from '../../../kernel/errors.ts';
import { UNKNOWN_MARK } from './input-value.ts';

/** The problems that an operation found, with the names of GraphQL, then the problems that only the schema found. */
export function mergeProblems(
  byOperation: readonly Problem[],
  bySchema: readonly Problem[],
): readonly Problem[] {
  const ofSchema = new Map(
    bySchema.toReversed().flatMap((problem) => namesOf(problem).map((name) => [name, problem])),
  );
  const found = byOperation.map((problem): Problem => {
    const { suggestion } = problem;
    const spelled: Problem = {
      ...problem,
      path: problem.path.map(spell),
      ...(suggestion !== undefined && { suggestion: graphqlName(suggestion) }),
    };
    const same = ofSchema.get(nameOf(spelled));
    // GraphQL has its own names for enum values, so the message of the schema is kept.
    return same?.says.startsWith('must be one of') === true ? { ...spelled, says: same.says } : spelled;
  });
  return [...found, ...furtherProblems(found, bySchema)];
}

/** The other problems that are not yet reported. */
export function furtherProblems(
  reported: readonly Problem[],
  others: readonly Problem[],
): readonly Problem[] {
  const names = new Set(reported.map(nameOf));
  return others.filter((problem) => !namesOf(problem).some((name) => names.has(name)));
}

const nameOf = ({ path }: Pick<Problem, 'path'>): string => spellPath(path, (name) => name);

/**
 * All names for the same problem. A single value counts as a list of one item, so `x` and `x[0]` name the same problem.
 * If a rule is for all items, the name of the list is one too.
 */
function namesOf(problem: Problem): readonly string[] {
  const name = nameOf(problem);
  const list = problem.path.slice(0, -1);
  const names = [name, `${name}[0]`];
  return typeof problem.path.at(-1) === 'number' ? [...names, nameOf({ path: list })] : names;
}

function spell(step: string | number): string | number {
  if (typeof step === 'number') return step;
  return step.startsWith(UNKNOWN_MARK) ? step.slice(UNKNOWN_MARK.length) : graphqlName(step);
}
