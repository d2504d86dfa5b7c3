import { writeJson } from '../kernel/json/text.ts';
import { catalogue, type OperationError, type Problem, spellPath, spellProblem } from '../kernel/errors.ts';

/** An answer of the REST face, before it gets the headers that every answer has. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ReadableStream<Uint8Array> | null;
  /** How many unknown members of the request were passed over, where it were any: for the log. */
  readonly ignoredMembers?: number;
}

export function replyJson(value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return replyText(200, writeJson(value), headers);
}

/** What an error body says besides the error. */
export interface ErrorContext {
  readonly requestId: string;
  /** Of the gateway whose documentation explains the code; null where none is asked, as on the command line. */
  readonly publicUrl: string | null;
}

/** An error in the form of the contract. `param` and `errors` stand where there is something to say. */
export function replyError(error: OperationError, { requestId, publicUrl }: ErrorContext): Reply {
  const [first] = error.problems;
  const { status, type } = catalogue[first.code];
  const problems = error.problems.map(describe);
  const [top, ...others] = problems;
  const body = {
    error: {
      type,
      ...top,
      ...(others.length > 0 && { errors: problems }),
      ...(error.missing && { missing: error.missing.map(({ name }) => name) }),
      request_id: requestId,
      ...(publicUrl !== null && { doc_url: `${publicUrl}/docs/errors#${first.code}` }),
    },
  };
  const retry =
    error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) };
  return replyText(status, JSON.stringify(body), { ...error.headers, ...retry });
}

function describe(problem: Problem) {
  const message = spellProblem(problem, restSpelling);
  const { code, path } = problem;
  return path.length === 0 ? { code, message } : { code, param: spellPath(path, restSpelling), message };
}

/** Operations are written in the names of REST. */
const restSpelling = (name: string): string => name;

function replyText(status: number, body: string, headers: Readonly<Record<string, string>>): Reply {
  return {
    status,
    headers: {
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
    },
    body,
  };
}
