import { DatabaseError } from 'pg';
import { OperationError, refusal } from '../kernel/errors.ts';

/** What the log is told of a failure: the code. PostgreSQL's messages and details quote values. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly code: string;

  constructor(code: string) {
    super('The database does not answer.');
    this.code = code;
  }
}

/** A server that restarts is back within some seconds; asked sooner it would only be busier. */
const RETRY_AFTER_SECONDS = 2;

/**
 * States that are not the statement's fault: connection (08), access (28, 3D), resources (53), an operator's hand or a
 * timeout (57), the system (58), a lock that did not come, a transaction that idled, a server that only reads.
 */
const UNAVAILABLE = /^(?:08|28|3D|53|57|58)|^(?:55P03|25P03|25P04|25006)$/;
/** After one of these the server has hung up, or is about to. */
const HUNG_UP = /^(?:08|57P0|25P03|25P04|25006)/;
/** Serialization failure and deadlock: PostgreSQL's own words for "again". */
const LOST_RACE = /^(?:40001|40P01)$/;
/** Two transactions gave one subject the same next number. */
const SEQUENCE_CONSTRAINT = 'event_subject_sequence';
const UNIQUE_VIOLATION = '23505';
/** A prepared statement whose table was altered by a migration since. */
const STALE_STATEMENT_ROUTINE = 'RevalidateCachedQuery';

/** Whether the transaction would likely succeed if it ran once more from its beginning. */
export function isLostRace(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  if (error.code === UNIQUE_VIOLATION) return error.constraint === SEQUENCE_CONSTRAINT;
  return LOST_RACE.test(error.code ?? '') || isStale(error);
}

/** Whether the connection must not be used again. */
export function breaksConnection(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  return HUNG_UP.test(error.code ?? '') || isStale(error);
}

/** `service_unavailable` for what is the server's or the network's fault; anything else as it is. */
export function faultOf(error: unknown): unknown {
  if (error instanceof OperationError) return error;
  if (!(error instanceof DatabaseError)) return unavailable(codeOf(error));
  return UNAVAILABLE.test(error.code ?? '') ? unavailable(error.code ?? 'unknown') : error;
}

/** As a caller is told who lost a race more often than it is tried. */
export function raceLost(cause: unknown): OperationError {
  return refusal('conflict', 'Other changes came first each time; send the request again.', {
    retryAfterSeconds: 1,
    cause,
  });
}

/** `service_unavailable`, and for the log the code of what is wrong. */
export function unavailable(code: string): OperationError {
  return refusal('service_unavailable', 'The database does not answer; try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause: new DatabaseUnavailable(code),
  });
}

const isStale = ({ routine }: DatabaseError): boolean => routine === STALE_STATEMENT_ROUTINE;

/** The system's code; the driver's own timeouts and broken connections have none. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'NO_ANSWER';
}
