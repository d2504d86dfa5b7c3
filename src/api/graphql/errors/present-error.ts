import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { catalogue } from '../../../kernel/error-catalogue.ts';
import {
  type Missing,
  type OperationError,
  type Problem,
  refusal,
  spellPath,
  spellProblem,
  withMissing,
} from '../../../kernel/errors.ts';
import { masked } from '../../../kernel/masked-error.ts';
import { graphqlName } from '../../../pipeline/graphql-kit/naming.ts';
import { asOnRest } from './problems.ts';
import { RequestRefusal } from '../document/refusals.ts';

/**
 * An error in the form of GraphQL: the entry of the catalogue and the position in the query. It shows nothing internal.
 */
export function presentError(error: unknown, requestId: string): GraphQLFormattedError {
  const { path, locations } = error instanceof GraphQLError ? error : {};
  const { message, ...problem } = presentFault(faultOf(error));
  return {
    message,
    ...(locations && { locations: locations.map(({ line, column }) => ({ line, column })) }),
    ...(path && { path }),
    extensions: { ...problem, requestId },
  };
}

/** The error of the catalogue behind an error. A failure of the gateway itself becomes `internal_error`. */
export function faultOf(error: unknown): OperationError {
  const fault = error instanceof GraphQLError ? argumentFault(error) : null;
  if (fault !== null) return fault;
  return error instanceof GraphQLError && error.originalError
    ? faultOf(error.originalError)
    : masked(error, 'The gateway could not process this part of the request.');
}

/**
 * The error for an argument that graphql refuses during execution; null for any other error. There is one such case: a
 * nullable variable with a default passes validation for a required value, but the client sends null. Only the message
 * of graphql shows this case, and the argument.
 */
function argumentFault({ message, originalError }: GraphQLError): OperationError | null {
  if (originalError && !(originalError instanceof GraphQLError)) return null;
  const [, argument, below = ''] =
    /^Argument "\w+\.\w+\((\w+):\)" (?:has invalid value(?: at ([\w.[\]]+))?|of required type)/.exec(
      message,
    ) ?? [];
  if (argument === undefined) return null;
  const steps = below.match(/\w+/g) ?? [];
  const path = [argument, ...steps.map((step) => (/^\d/.test(step) ? Number(step) : step))];
  return refusal('parameter_missing', 'is required', { path: asOnRest(path) });
}

function presentFault(fault: OperationError) {
  const spell = fault instanceof RequestRefusal ? asWritten : graphqlName;
  const [first, ...rest] = fault.problems.map((problem) => presentProblem(problem, spell));
  const { code, ...top } = first ?? presentProblem(fault.problems[0], spell);
  const message = withMissing(top.message, fault.missing, spellMissing);
  return {
    type: catalogue[code].type,
    code,
    ...top,
    message,
    ...(rest.length > 0 && { errors: [{ code, ...top }, ...rest] }),
    ...(fault.retryAfterSeconds !== undefined && { retryAfter: fault.retryAfterSeconds }),
    ...(fault.missing && { missing: fault.missing.map(spellMissing) }),
  };
}

function presentProblem(problem: Problem, spell: (name: string) => string) {
  const param = problem.path.length > 0 && { param: spellPath(problem.path, spell) };
  return { code: problem.code, ...param, message: spellProblem(problem, spell) };
}

/** Document types are enum values in GraphQL. */
const spellMissing = ({ kind, name }: Missing): string =>
  kind === 'document' ? name.toUpperCase() : graphqlName(name);

const asWritten = (name: string): string => name;
