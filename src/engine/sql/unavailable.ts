import { type OperationError, refusal } from '../../kernel/errors.ts';

/** A server that restarts, or a process that holds the file, is back within some seconds; earlier retries only add load. */
const RETRY_AFTER_SECONDS = 2;

/** The code of a failure that the driver of the database gave no code. Its words are the message of the first cause. */
export const DRIVER_FAULT = 'DRIVER_FAULT';

/** Why a database cannot do what it was asked, as clients read it. */
const REASONS = {
  silent: 'The database does not answer; try again in a moment.',
  /** It is read-only, a standby, or its disk is full. */
  unwritable: 'The database takes no changes; try again in a moment.',
} as const;

/** `service_unavailable`, for a failure of the database that the statement did not cause; `cause` is for the log. */
export const databaseUnavailable = (why: keyof typeof REASONS, cause?: unknown): OperationError =>
  refusal('service_unavailable', REASONS[why], { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
