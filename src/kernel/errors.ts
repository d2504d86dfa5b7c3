import { catalogue, type ErrorCode } from './error-catalogue.ts';

/**
 * The position of a problem, from the outside in. It has member names and list indexes, named like the operation's
 * input.
 */
export type Path = readonly (string | number)[];

/**
 * One problem of a request. If there is a path, `says` continues the name of the field ("is required"); otherwise it is
 * a whole sentence. It never repeats a value of the request.
 */
export interface Problem {
  readonly code: ErrorCode;
  readonly path: Path;
  readonly says: string;
  /** The known member that the client probably meant, in the names of the operation's input. */
  readonly suggestion?: string;
}

/** Problems in one response. A client can correct a request at once, and a bad request gets no large response. */
export const PROBLEMS_MAX = 50;

/** What a record still needs: a field, or the files of a document type. */
export interface Missing {
  readonly kind: 'field' | 'document';
  /** The name on REST. */
  readonly name: string;
}

interface Circumstance {
  readonly path?: Path;
  /** Seconds after which a retry may succeed; sent as the `Retry-After` header. */
  readonly retryAfterSeconds?: number;
  /** Extra response headers on REST, e.g. `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the record needs before the operation can run. */
  readonly missing?: readonly Missing[];
  /** For the log only; never sent to the client. */
  readonly cause?: unknown;
  /**
   * True if a limit of the gateway refused the request and nothing failed. Then the log has only the line of the
   * request.
   */
  readonly isLimit?: true;
}

/** The first status of a fault of the gateway. */
const FAULT_FROM = 500;

/** A refusal or a failure from the catalogue. The APIs show only this kind of error to a client unchanged. */
export class OperationError extends Error {
  override readonly name = 'OperationError';
  readonly problems: readonly [Problem, ...Problem[]];
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly missing: readonly Missing[] | undefined;
  /** Whether the gateway failed. A failure is logged with its cause. */
  readonly isFailure: boolean;

  constructor(problems: readonly [Problem, ...Problem[]], circumstance: Circumstance = {}) {
    const isFailure = catalogue[problems[0].code].status >= FAULT_FROM && circumstance.isLimit !== true;
    // Only failures are logged with a stack. Capturing a stack takes a tenth of the work of a refused request.
    const { stackTraceLimit } = Error;
    if (!isFailure) Error.stackTraceLimit = 0;
    super(problems[0].code, { cause: circumstance.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.problems = problems;
    this.isFailure = isFailure;
    this.retryAfterSeconds = circumstance.retryAfterSeconds;
    this.headers = circumstance.headers ?? {};
    this.missing = circumstance.missing;
  }

  /** The code of the first problem, which decides the status of the response. */
  get code(): ErrorCode {
    return this.problems[0].code;
  }
}

/** An error with a single problem. */
export function refusal(code: ErrorCode, says: string, circumstance: Circumstance = {}): OperationError {
  return new OperationError([{ code, path: circumstance.path ?? [], says }], circumstance);
}

/** The refusal if a record does not exist, or if the caller may not see it. */
export const noSuch = (record: string): OperationError =>
  refusal('resource_missing', `There is no such ${record}.`);

/** How an empty name is shown. Otherwise the sentence would begin with its verb. */
const EMPTY_NAME = '""';

/** `['directors', 2, 'type']` as `directors[2].type`; `spell` converts a name to the spelling of the API. */
export function spellPath(path: Path, spell: (name: string) => string): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const name = spell(step) || EMPTY_NAME;
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

/** The sentence that an API shows for a problem. */
export function spellProblem(problem: Problem, spell: (name: string) => string): string {
  if (problem.path.length === 0) return problem.says;
  const sentence = `${spellPath(problem.path, spell)} ${problem.says}.`;
  return problem.suggestion === undefined
    ? sentence
    : `${sentence} Did you mean ${spell(problem.suggestion)}?`;
}

/** The sentence of an error, followed by what the record still needs, both in the spelling of an API. */
export function withMissing(
  sentence: string,
  missing: readonly Missing[] | undefined,
  spell: (each: Missing) => string,
): string {
  return missing === undefined ? sentence : `${sentence} Missing: ${missing.map(spell).join(', ')}.`;
}
