import { clockSentence, S3Error } from '../../engine/blob/drivers/s3/s3-error.ts';
import { ConfigError } from '../../kernel/config-error.ts';
import { FailedMigration } from '../../engine/sql/apply-pending.ts';
import { DRIVER_FAULT } from '../../engine/sql/unavailable.ts';
import { OperationError } from '../../kernel/errors.ts';

/** System error codes in words for an operator. Other codes are shown unchanged. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['ENOENT', 'it does not exist and cannot be created'],
  ['ENOTDIR', 'a file is where a folder is needed'],
  ['EEXIST', 'a file is where a folder is needed'],
  ['EISDIR', 'a folder is where a file is needed'],
  ['EBUSY', 'a disk is mounted there, or another program holds it'],
  ['EADDRINUSE', 'another process listens there'],
  ['EADDRNOTAVAIL', 'this machine has no such address'],
  ['ENOTFOUND', 'there is no such host'],
  ['ECONNREFUSED', 'nothing answers there'],
  ['ETIMEDOUT', 'it does not respond in time'],
  ['NoSuchBucket', 'there is no such bucket'],
  ['AccessDenied', 'the access key is wrong or may not use the bucket'],
  ['InvalidAccessKeyId', 'the access key is wrong or may not use the bucket'],
  ['SignatureDoesNotMatch', 'the access key is wrong or may not use the bucket'],
  ['RequestTimeTooSkewed', 'the clock of this machine is wrong'],
  ['PermanentRedirect', 'the bucket is in another region'],
  ['EAI_AGAIN', 'the name of the host cannot be looked up'],
  ['NO_ANSWER', 'nothing responds there in time'],
  [
    'NO_PRIMARY',
    'with several hosts the gateway needs the host that takes changes: target_session_attrs must be read-write or primary',
  ],
  ['NO_TLS', 'the server speaks no TLS, which sslmode demands'],
  ['NO_TLS_FILE', 'a file that sslrootcert, sslcert or sslkey names cannot be read'],
  ['NO_SOCKET', 'nothing answers there'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is not signed by an authority that this machine trusts'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate is not signed by an authority that this machine trusts'],
  [
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'its certificate is not signed by an authority that this machine trusts',
  ],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'its certificate is not signed by an authority that this machine trusts',
  ],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate names another host'],
  ['ERR_INVALID_URL', 'it is not a URL'],
  ['25006', 'the server is read-only'],
  ['28P01', 'the user or the password is wrong'],
  ['28000', 'the user may not connect'],
  ['3D000', 'there is no such database'],
  ['3F000', 'there is no schema for the tables: no schema of its search_path exists'],
  ['42601', 'it does not understand a statement: it is too old, or is not PostgreSQL'],
  ['42501', 'the user lacks a permission'],
  ['42P01', 'a table is missing that an earlier migration made'],
  ['42P07', 'a table or an index of this name exists, and no migration made it'],
  ['42701', 'a column of this name exists, and no migration made it'],
  ['42703', 'a column is missing that an earlier migration made'],
  ['53100', 'the disk of the server is full'],
  ['53300', 'the server has no connection left'],
  ['55P03', 'another process holds a lock for too long, perhaps while it migrates'],
  ['57014', 'a statement was ended: statement_timeout is too short for it, or a person ended it'],
  ['57P03', 'the server is starting or stopping'],
  ['SQLITE_NOTADB', 'the file is not a SQLite database'],
  ['SQLITE_CORRUPT', 'the file is damaged'],
  ['SQLITE_CANTOPEN', 'the file cannot be opened or created'],
  ['SQLITE_READONLY', 'the file is read-only'],
  ['SQLITE_BUSY', 'another process holds it'],
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_IOERR', 'the file cannot be read or written'],
]);

/**
 * Does one step of the start. If the system refuses it, throws ConfigError with a sentence that begins with
 * `problem`; the system's own message would repeat paths and addresses.
 */
export async function startStep<Result>(problem: string, step: () => Result): Promise<Awaited<Result>> {
  try {
    return await step();
  } catch (cause) {
    const code = systemCode(cause);
    if (code === null) throw cause;
    if (cause instanceof FailedMigration)
      throw new ConfigError(`${problem}: ${migrationFailed(cause, code)}`, { cause });
    throw refusedStep(problem, cause);
  }
}

/** The ConfigError for a step that the system refused. */
export function refusedStep(problem: string, cause: unknown): ConfigError {
  const code = systemCode(cause) ?? 'the reason is unknown';
  const reason = code === DRIVER_FAULT ? `the driver says "${firstWords(cause)}"` : (reasonOf(code) ?? code);
  return new ConfigError(`${problem}: ${reason}.${clockSentenceOf(cause)}`, { cause });
}

/** A sentence about how far the clock is off, if a failure of the storage tells it. */
function clockSentenceOf(error: unknown): string {
  if (error instanceof OperationError) return clockSentenceOf(error.cause);
  return error instanceof S3Error ? clockSentence(error.clockAheadSeconds) : '';
}

/** The message of the first cause. */
const firstWords = (error: unknown): string => {
  if (!(error instanceof Error)) return 'nothing';
  return error.cause instanceof Error ? firstWords(error.cause) : error.message;
};

/** The third word of SQLite's extended codes is not needed here. */
const reasonOf = (code: string): string | undefined =>
  REASONS.get(code) ?? REASONS.get(code.split('_').slice(0, 2).join('_'));

/** PostgreSQL's codes have five characters. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

function migrationFailed({ migration }: FailedMigration, code: string): string {
  const reason = reasonOf(code);
  const named = SQLSTATE.test(code) ? `SQLSTATE ${code}` : code;
  const why = reason === undefined ? '' : ` (${reason})`;
  return `the migration ${migration} failed with ${named}${why}. No pending migration was kept; see "When a migration fails" in the guide to upgrading.`;
}

function systemCode(error: unknown): string | null {
  if (error instanceof OperationError || error instanceof FailedMigration) return systemCode(error.cause);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
