import type { z } from 'zod';
import { catalogue, type ErrorCode, OperationError, type Problem } from '../kernel/errors.ts';

/** A name that a client made up may be of any length; this much of it is enough to find it. */
const NAME_SHOWN_MAX = 100;

/** Reads raw input by its schema, or refuses with every problem at once. */
export function readInput<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  throw refusalOf(result.error, raw);
}

/** The refusal that lists everything a schema found wrong with raw input. */
export function refusalOf(error: z.core.$ZodError, raw: unknown): OperationError {
  const problems = error.issues.flatMap((issue) => problemsOf(issue, raw));
  // A name that is misspelt explains the one that is missing.
  const isUnknown = ({ code }: Problem) => code === 'parameter_unknown';
  const [first, ...rest] = [
    ...problems.filter(isUnknown),
    ...problems.filter((problem) => !isUnknown(problem)),
  ];
  if (first === undefined) throw new Error('A schema refused its input without saying why.');
  return new OperationError([first, ...rest]);
}

/** A refinement's own code and words: `z.string().refine(check, because('currency_not_supported', 'is …'))`. */
export function because(code: ErrorCode, says: string) {
  return { error: says, params: { code } };
}

function problemsOf(issue: z.core.$ZodIssue, raw: unknown): Problem[] {
  const path = issue.path.map((step) =>
    typeof step === 'number' ? step : String(step).slice(0, NAME_SHOWN_MAX),
  );
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      code: 'parameter_unknown',
      path: [...path, key.slice(0, NAME_SHOWN_MAX)],
      says: 'is not a known member',
    }));
  }
  const absent = valueAt(raw, issue.path) ?? null;
  if (absent === null && saysNoMore(issue)) return [{ code: 'parameter_missing', path, says: 'is required' }];
  if (issue.code === 'custom') return [{ code: codeOf(issue.params), path, says: issue.message }];
  return [{ code: 'parameter_invalid', path, says: explain(issue) }];
}

/** Whether an issue with an absent value says only that: it is of no type, and no rule has words of its own for it. */
function saysNoMore(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'custom') return issue.params?.['code'] === undefined;
  return issue.code === 'invalid_type' || issue.code === 'invalid_value';
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    raw,
  );
}

function codeOf(params: Record<string, unknown> | undefined): ErrorCode {
  const code = params?.['code'];
  return typeof code === 'string' && isCode(code) ? code : 'parameter_invalid';
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(catalogue, code);

/** In words of our own: the library's would repeat nothing today, and need watching for ever. */
function explain(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(issue.expected)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must ${bound(issue.origin)} at least ${issue.minimum}${unit(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `must ${bound(issue.origin)} at most ${issue.maximum}${unit(issue.origin, issue.maximum)}`;
    default:
      return issue.message;
  }
}

const bound = (origin: string) => (origin === 'string' || origin === 'array' ? 'have' : 'be');
const unit = (origin: string, count: number | bigint) => {
  const noun = { string: ' character', array: ' item' }[origin];
  return noun === undefined ? '' : noun + (Number(count) === 1 ? '' : 's');
};

function article(expected: string): string {
  const noun = { int: 'integer', record: 'object' }[expected] ?? expected;
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** The names of the members of an object schema. */
export function memberNames(schema: z.ZodObject): readonly string[] {
  return Object.keys(schema.shape);
}
