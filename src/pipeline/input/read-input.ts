import type { z } from 'zod';
import { type ErrorCode, isErrorCode } from '../../kernel/error-catalogue.ts';
import { OperationError, type Path, type Problem, PROBLEMS_MAX } from '../../kernel/errors.ts';
import { JsonText } from '../../engine/json/text.ts';
import { shownName } from '../../engine/json/shown-name.ts';
import { surveyInput, unknownMember } from './survey-input.ts';

/** The result of reading input: the input or its error, and the unknown members. */
export type Reading<Input> =
  | { readonly input: Input; readonly ignored: readonly Problem[]; readonly ignoredCount: number }
  | { readonly problems: readonly [Problem, ...Problem[]]; readonly hasUnknown: boolean };

/** Whether unknown members are an error or ignored. */
type UnknownInput = 'refuse' | 'ignore';

/** Validates raw input with its schema. Throws one error with every problem. */
export function readInput<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const reading = tryInput(schema, raw);
  if ('problems' in reading) throw new OperationError(reading.problems);
  return reading.input;
}

/** Like `readInput`, but returns the error. */
export function tryInput<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  unknownInput: UnknownInput = 'refuse',
): Reading<z.output<Schema>> {
  const { known, unknown, unknownCount, oversized } = surveyInput(schema, raw);
  const result = schema.safeParse(known);
  const refusedUnknown = unknownInput === 'refuse' ? unknown : [];
  if (result.success && refusedUnknown.length === 0 && oversized.length === 0)
    return { input: result.data, ignored: unknown, ignoredCount: unknownCount };
  const found = result.success ? [] : problemsOf(result.error, known, oversized);
  const [first, ...rest] = [...refusedUnknown, ...oversized, ...found].slice(0, PROBLEMS_MAX);
  if (first !== undefined) return { problems: [first, ...rest], hasUnknown: unknownCount > 0 };
  if (!result.success) throw new Error('A schema refused its input without saying why.');
  return { input: result.data, ignored: unknown, ignoredCount: unknownCount };
}

/** The error with every problem that a schema found in raw input. */
export function refusalOf(error: z.core.$ZodError, raw: unknown): OperationError {
  const [first, ...rest] = problemsOf(error, raw).slice(0, PROBLEMS_MAX);
  if (first === undefined) throw new Error('A schema refused its input without saying why.');
  return new OperationError([first, ...rest]);
}

/**
 * The error code and message of a refinement: `z.string().refine(check, failsWith('currency_not_supported', 'is …'))`.
 */
export function failsWith(code: ErrorCode, says: string) {
  return { error: says, params: { code } };
}

/** The problems that a schema found, unknown members first. Problems inside values that are too large are left out. */
function problemsOf(error: z.core.$ZodError, raw: unknown, oversized: readonly Problem[] = []): Problem[] {
  const ofAnotherType = new Set(error.issues.filter(isOfAnotherType).map(pathText));
  const problems = error.issues
    // If a text was sent for a list, zod also reports its number of characters.
    .filter((issue) => !isOfAnotherSize(issue) || !ofAnotherType.has(pathText(issue)))
    .filter((issue) => !oversized.some(({ path }) => isUnread(path, issue.path, raw)))
    .flatMap((issue) => problemsOfIssue(issue, raw));
  const isUnknown = ({ code }: Problem) => code === 'parameter_unknown';
  return [...problems.filter(isUnknown), ...problems.filter((problem) => !isUnknown(problem))];
}

const isOfAnotherType = ({ code }: z.core.$ZodIssue) => code === 'invalid_type';
const isOfAnotherSize = ({ code }: z.core.$ZodIssue) => code === 'too_small' || code === 'too_big';
const pathText = ({ path }: z.core.$ZodIssue) => path.map(String).join('.');

/** Whether an issue is inside a value that was not read. That value has its own problem already. */
function isUnread(path: Path, issue: readonly PropertyKey[], raw: unknown): boolean {
  return path.every((step, at) => step === issue[at]) && valueAt(raw, path) instanceof JsonText;
}

function problemsOfIssue(issue: z.core.$ZodIssue, raw: unknown): Problem[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : shownName(String(step))));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, PROBLEMS_MAX).map((key) => unknownMember(path, key, []));
  }
  const absent = valueAt(raw, issue.path) ?? null;
  if (absent === null && saysNoMore(issue)) return [{ code: 'parameter_missing', path, says: 'is required' }];
  if (issue.code === 'custom') return [{ code: codeOf(issue.params), path, says: issue.message }];
  return [{ code: 'parameter_invalid', path, says: explain(issue) }];
}

/** Whether an issue only repeats that a value is absent: its type is wrong, and no rule has its own message. */
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
  return typeof code === 'string' && isErrorCode(code) ? code : 'parameter_invalid';
}

/** How our own messages begin; messages of the library begin differently. */
const OWN_WORDS = /^(?:must|is|are|cannot|has) /;

/** Our own messages, because a later version of the library might repeat values in its messages. */
function explain(issue: z.core.$ZodIssue): string {
  if (OWN_WORDS.test(issue.message)) return issue.message;
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

/** Names of the members of an object schema. */
export function memberNames(schema: z.ZodObject): readonly string[] {
  return Object.keys(schema.shape);
}
