import { DatabaseError } from 'pg';
import { OperationError, refusal } from '../../../kernel/errors.ts';
import { databaseUnavailable, DRIVER_FAULT } from '../../sql/unavailable.ts';

/** A failure in a form that may be logged: only its code, because PostgreSQL's messages and details quote values. */
class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(UNWRITABLE.test(code) ? 'The database takes no changes.' : 'The database does not respond.', {
      cause,
    });
    this.code = code;
  }
}

/**
 * SQLSTATEs of failures that the statement did not cause: connection (08), access (28, 3D), resources (53), shutdown or
 * timeout (57), system (58), a lock timeout, an idle transaction, a read-only server.
 */
const UNAVAILABLE = /^(?:08|28|3D|53|57|58)|^(?:55P03|25P03|25P04|25006)$/;
/** The code of a change that is refused at the start, because the server confirms no other changes. */
export const UNANSWERED = 'COMMITS_UNANSWERED';
/**
 * The codes of a server that responds but stores no change: it is read-only or a standby, its disk is full, or its
 * commits wait for a missing standby.
 */
const UNWRITABLE = /^(?:25006|53100|COMMITS_UNANSWERED)$/;
/** After one of these the server has closed the connection or is about to. */
const HUNG_UP = /^(?:08|57P0|25P03|25P04|25006)/;
/** Serialization failure and deadlock: the transaction should be repeated. */
const LOST_RACE = /^(?:40001|40P01)$/;
const UNIQUE_VIOLATION = '23505';
/** The routine of PostgreSQL that fails if a migration has changed the table of a prepared statement. */
const STALE_STATEMENT_ROUTINE = 'RevalidateCachedQuery';
/**
 * The server does not know a prepared statement, or has another one of that name. Either its Parse failed when the next
 * run was already sent, or a pooler switched to another server connection.
 */
const LOST_STATEMENT = /^(?:26000|42P05)$/;

/** Whether the transaction will probably succeed if it is repeated. */
export function isLostRace(error: unknown, raced: ReadonlySet<string>): boolean {
  if (!(error instanceof DatabaseError)) return false;
  if (error.code === UNIQUE_VIOLATION) return raced.has(error.constraint ?? '');
  return LOST_RACE.test(error.code ?? '') || isStale(error);
}

/** Whether the connection must not be used again. */
export function breaksConnection(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  return HUNG_UP.test(error.code ?? '') || isStale(error);
}

/** Whether the statement itself was at fault. If so, the server has undone all of it. */
export const isRefused = (error: unknown): boolean =>
  error instanceof DatabaseError && !UNAVAILABLE.test(error.code ?? '');

/** `service_unavailable` for failures of the server or the network; any other error unchanged. */
export function faultOf(error: unknown): unknown {
  if (error instanceof OperationError) return error;
  if (!(error instanceof DatabaseError)) return ofDriver(error);
  return isRefused(error) ? error : unavailable(error.code ?? 'unknown');
}

/** The error for a transaction that still fails after all its retries. */
export function raceLost(cause: unknown): OperationError {
  return refusal('conflict', 'Other changes came first each time; send the request again.', {
    retryAfterSeconds: 1,
    cause,
  });
}

/** `service_unavailable`, with the code of the failure for the log. */
export function unavailable(code: string): OperationError {
  return databaseUnavailable(UNWRITABLE.test(code) ? 'unwritable' : 'silent', new DatabaseUnavailable(code));
}

const isStale = ({ routine, code }: DatabaseError): boolean =>
  routine === STALE_STATEMENT_ROUTINE || LOST_STATEMENT.test(code ?? '');

/** The message of the driver if the server refuses TLS. */
const TLS_REFUSED = 'The server does not support SSL connections';

/** Messages of the driver, without a code, about timeouts and broken or closed connections. */
const SILENCE =
  /^(?:timeout expired|timeout exceeded when trying to connect|Query read timeout|Connection terminated\b.*|Client .* is not queryable|Cannot use a pool after calling end on the pool)$/;

/** An error of the network or of the driver. A fault of our own code, such as a TypeError, stays as it is. */
function ofDriver(error: unknown): unknown {
  const code = codeOf(error);
  if (code !== DRIVER_FAULT) return unavailable(code);
  if (!(error instanceof Error) || error.name !== 'Error') return error;
  return databaseUnavailable('silent', new DatabaseUnavailable(code, error));
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return DRIVER_FAULT;
  // A missing socket has the code of a missing file.
  if ('syscall' in error && error.syscall === 'connect' && 'code' in error && error.code === 'ENOENT')
    return 'NO_SOCKET';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error.message === TLS_REFUSED) return 'NO_TLS';
  return SILENCE.test(error.message) ? 'NO_ANSWER' : DRIVER_FAULT;
}
