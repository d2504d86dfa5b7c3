import { withDeadline } from '../../engine/async/deadline.ts';
import type { Gateway } from '../../pipeline/gateway.ts';
import { OperationError, refusal } from '../../kernel/errors.ts';
import { oneAtATime } from '../../engine/async/one-at-a-time.ts';
import { world } from '../../kernel/world.ts';

/** Time limit of a check of database and storage. */
const CHECK_TIMEOUT_MS = 3_000;
/**
 * How long a successful check is reused: a check writes a file or calls the object store, and anyone may request it. It
 * is longer than the interval of a frequent balancer and shorter than its reaction time.
 */
const READY_CACHED_MS = 2_000;
/** A failed check is reused for a shorter time, so a recovered gateway soon gets requests again. */
const UNREADY_CACHED_MS = 1_000;

/** Resolves when database and storage respond and take changes; throws `service_unavailable`. */
export type CheckReady = () => Promise<void>;

/** Runs one check at a time and shares its result with all requests. Uses a monotonic clock. */
export function createReadiness({
  database,
  blobs,
  processes,
  progress,
}: Pick<Gateway, 'database' | 'blobs' | 'processes' | 'progress'>): CheckReady {
  let latest: Promise<void> | undefined;
  let validUntil = 0;
  // A network disk may be silent for hours. There is one check at a time, and its result counts when it comes.
  const storagePing = oneAtATime(() => blobs.ping());

  // A commit may wait for a standby for ever. A second commit would wait too, and hold another connection.
  const change = oneAtATime(async () => {
    await database.ping();
    // On SQLite, the ping fails if no commit is possible.
    if (database.rowLocks) await processes.write();
  });

  function check(): Promise<void> {
    const checks = Promise.all([change.run(), storagePing.run()]).then(() => {});
    const checking = withDeadline(checks, CHECK_TIMEOUT_MS, noResponse);
    validUntil = Infinity;
    checking
      .then(() => READY_CACHED_MS)
      .catch(() => UNREADY_CACHED_MS)
      .then((ms) => (validUntil = world.elapsedMs() + ms))
      .catch(() => {});
    return checking;
  }

  return async () => {
    if (progress.fault !== null) throw refusal('service_unavailable', TAKEN_BACK, { retryAfterSeconds: 1 });
    if (processes.readsOldRows) throw refusal('service_unavailable', OLD_ROWS, { retryAfterSeconds: 1 });
    if (latest === undefined || world.elapsedMs() >= validUntil) latest = check();
    await latest.catch((error: unknown) => {
      const cause = error instanceof OperationError ? (error.cause ?? error) : error;
      throw refusal('service_unavailable', reasonOf(error), { retryAfterSeconds: 1, cause });
    });
  };
}

/** The part of a failure that any client may read: the message of a catalogue error, and nothing about other errors. */
const reasonOf = (error: unknown): string =>
  error instanceof OperationError ? error.problems[0].says : 'The gateway is not ready.';

const noResponse = () => new Error(`No response within ${CHECK_TIMEOUT_MS} ms.`);
const TAKEN_BACK = 'The database was set back to an earlier state; a person must look at it.';
const OLD_ROWS = 'Reads of the database miss changes that it has confirmed.';
