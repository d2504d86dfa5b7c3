import type { ErrorBody } from './generated/types.ts';

type Body = ErrorBody['error'];

/** The codes that this version of the client knows; a newer gateway may have more. */
export type ErrorCode = Body['code'];

/** One fault of a request that has several. */
export interface Problem {
  readonly code: ErrorCode | (string & {});
  /** The path of the field, such as `registered_address.city`; null if no field is at fault. */
  readonly param: string | null;
  readonly message: string;
}

/** What is known of a call that failed. */
export interface CallFacts {
  /** The `Idempotency-Key` that it was sent with: the same call with this key is done once. Null if none is needed. */
  readonly idempotencyKey: string | null;
  /** How often the call was sent. */
  readonly attempts: number;
  /** How long the gateway asks to wait before it is sent again; 0 if it does not. */
  readonly retryAfterMs: number;
}

/** The gateway refused a call, or could not answer it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The status of HTTP. */
  readonly status: number;
  readonly type: Body['type'] | (string & {});
  readonly code: ErrorCode | (string & {});
  /** The path of the field at fault, such as `registered_address.city`; null if no field is. */
  readonly param: string | null;
  /** Every fault, in order; at least one. */
  readonly errors: readonly Problem[];
  /** With `kyc_incomplete`: the fields and document types that are still to be sent. */
  readonly missing: readonly string[];
  /** Quote it when you ask for help: the log of the gateway has it too. */
  readonly requestId: string;
  /** Where cause and remedy of the code are explained. */
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
 * No answer of the gateway came in time: it is not known whether the call was done. Make a change again with
 * `call.idempotencyKey`, and it is done once in any case.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** The status of a server that answered in place of the gateway, such as a proxy; null if none did. */
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

/** Refused because of another request at the same time; nothing has changed. */
const MEANWHILE: readonly string[] = ['conflict', 'idempotency_key_in_use'];

/** Whether the same call may succeed a little later. */
export function isTransient(error: unknown): error is ApiError | ConnectionError {
  if (!(error instanceof ApiError || error instanceof ConnectionError)) return false;
  const { status } = error;
  if (status === null || status === TOO_MANY_REQUESTS || status >= SERVER_ERROR_MIN) return true;
  return error instanceof ApiError && MEANWHILE.includes(error.code);
}
