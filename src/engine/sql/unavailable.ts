import { OperationError, refusal } from '../../kernel/errors.ts';

/** A restart of the server, or a lock on the file, takes some seconds; earlier retries only add load. */
const RETRY_AFTER_SECONDS = 2;

/** The code of a failure if the driver gave none. The words of the driver are the message of the first cause. */
export const DRIVER_FAULT = 'DRIVER_FAULT';

/** Why a database cannot do its work, in the words for clients. */
const REASONS = {
  silent: 'The database does not respond; try again in a moment.',
  /** The database is read-only or a standby, or its disk is full. */
  unwritable: 'The database takes no changes; try again in a moment.',
} as const;

/** `service_unavailable` for a failure that the statement did not cause. `cause` is for the log. */
export const databaseUnavailable = (why: keyof typeof REASONS, cause?: unknown): OperationError =>
  refusal('service_unavailable', REASONS[why], { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });

/** Whether the database did not respond in time, so that another question would only make the client wait longer. */
export const isSilent = (error: unknown): boolean =>
  error instanceof OperationError && error.problems[0].says === REASONS.silent;
