import type { ErrorBody } from './generated/types.ts';

type Body = ErrorBody['error'];

/** The codes that this version of the client knows. A newer gateway may have more. */
export type ErrorCode = Body['code'];

/** One fault of a request. */
export interface Problem {
  readonly code: ErrorCode | (string & {});
  /** The path of the field, for example `registered_address.city`; null if no field is at fault. */
  readonly param: string | null;
  readonly message: string;
}

/** The facts about a failed call. */
export interface CallFacts {
  /** The `Idempotency-Key` of the call: the same call with this key is done only once. Null if the call needs none. */
  readonly idempotencyKey: string | null;
  /** How many times the call was sent. */
  readonly attempts: number;
  /** The pause that the gateway asks for before the next attempt; 0 if it asks for none. */
  readonly retryAfterMs: number;
}

/** The gateway refused a call or failed to do it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  readonly type: Body['type'] | (string & {});
  readonly code: ErrorCode | (string & {});
  /** The path of the field at fault, for example `registered_address.city`; null if no field is at fault. */
  readonly param: string | null;
  /** Every fault, in order; at least one. */
  readonly errors: readonly Problem[];
  /** With `kyc_incomplete`: the missing fields and document types. */
  readonly missing: readonly string[];
  /** Quote it if you ask for help: it is also in the log of the gateway. */
  readonly requestId: string;
  /** The page that explains cause and remedy of the code. */
  readonly docUrl: string;
  readonly call: CallFacts;

  constructor(status: number, { error }: ErrorBody, call: CallFacts) {
    super(error.message);
    this.status = status;
    this.type = error.type;
    this.code = error.code;
    this.param = error.param ?? null;
    const { errors = [error] } = error;
    this.errors = errors.map(({ code, param = null, message }) => ({ code, param, message }));
    this.missing = error.missing ?? [];
    this.requestId = error.request_id;
    this.docUrl = error.doc_url;
    this.call = call;
  }
}

/**
 * No response of the gateway came in time, so the call may or may not be done. Repeat a change with
 * `call.idempotencyKey`: then it is done only once.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** The status if another server responded instead of the gateway, for example a proxy; else null. */
  readonly status: number | null;
  readonly call: CallFacts;

  constructor(message: string, status: number | null, call: CallFacts, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.call = call;
  }
}

const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR_MIN = 500;

/** Codes of a refusal because of another request at the same time. Nothing has changed. */
const MEANWHILE: readonly string[] = ['conflict', 'idempotency_key_in_use'];

/** Whether the same call may succeed a little later. */
export function isTransient(error: unknown): error is ApiError | ConnectionError {
  if (!(error instanceof ApiError || error instanceof ConnectionError)) return false;
  const { status } = error;
  if (status === null || status === TOO_MANY_REQUESTS || status >= SERVER_ERROR_MIN) return true;
  return error instanceof ApiError && MEANWHILE.includes(error.code);
}
