import { writeJson } from '../../engine/json/text.ts';
import { catalogue, type ErrorCode } from '../../kernel/error-catalogue.ts';
import {
  type Missing,
  type OperationError,
  type Problem,
  spellPath,
  spellProblem,
  withMissing,
} from '../../kernel/errors.ts';

/** A response of the REST API, before the common headers are added. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ReadableStream<Uint8Array> | null;
  /** Number of unknown members in the request, for the log; absent if there are none. */
  readonly ignoredMembers?: number;
  /** The code of an error, for the log. */
  readonly code?: ErrorCode;
}

export function replyJson(value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return replyText(200, writeJson(value), headers);
}

/** Values of an error body that do not come from the error. */
interface ErrorContext {
  readonly requestId: string;
  /** Base URL of the error documentation; null on the command line. */
  readonly publicUrl: string | null;
}

/** An error as the body that the contract defines. `param` and `errors` are left out if they are empty. */
export function replyError(error: OperationError, { requestId, publicUrl }: ErrorContext): Reply {
  const [first] = error.problems;
  const { status, type } = catalogue[first.code];
  const problems = error.problems.map(describe);
  const [top, ...others] = problems;
  const message = withMissing(spellProblem(first, restSpelling), error.missing, nameOf);
  const body = {
    error: {
      type,
      ...top,
      message,
      ...(others.length > 0 && { errors: problems }),
      ...(error.missing && { missing: error.missing.map(nameOf) }),
      request_id: requestId,
      ...(publicUrl !== null && { doc_url: `${publicUrl}/docs/errors#${first.code}` }),
    },
  };
  const retry =
    error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) };
  return { ...replyText(status, JSON.stringify(body), { ...error.headers, ...retry }), code: first.code };
}

function describe(problem: Problem) {
  const message = spellProblem(problem, restSpelling);
  const { code, path } = problem;
  return path.length === 0 ? { code, message } : { code, param: spellPath(path, restSpelling), message };
}

/** REST uses the names of the operation unchanged. */
const restSpelling = (name: string): string => name;
const nameOf = ({ name }: Missing): string => name;

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
