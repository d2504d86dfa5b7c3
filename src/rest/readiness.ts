import type { Gateway } from '../pipeline/gateway.ts';
import { refusal } from '../kernel/errors.ts';

/** How long a part that the gateway needs may take to say that it is there. */
const CHECK_TIMEOUT_MS = 3_000;
/**
 * For so long the outcome of a check is the answer: a check writes a file or asks the object store, and anybody may ask
 * for it. Longer than the pause of an eager balancer, shorter than it takes anyone to act on the answer.
 */
const READY_CACHED_MS = 2_000;
/** A failure is looked at again sooner, so that a gateway that is well again gets its requests back. */
const UNREADY_CACHED_MS = 1_000;

/** Resolves when database and storage answer and can be written to; throws `service_unavailable`. */
export type CheckReady = () => Promise<void>;

/** One check at a time, whoever asks meanwhile; by a clock that is never set. */
export function createReadiness({ database, blobs }: Pick<Gateway, 'database' | 'blobs'>): CheckReady {
  let latest: Promise<void> | undefined;
  let validUntil = 0;

  function check(): Promise<void> {
    const checking = inTime(Promise.all([database.ping(), blobs.ping()]));
    validUntil = Infinity;
    checking
      .then(() => READY_CACHED_MS)
      .catch(() => UNREADY_CACHED_MS)
      .then((ms) => (validUntil = performance.now() + ms))
      .catch(() => {});
    return checking;
  }

  return async () => {
    if (latest === undefined || performance.now() >= validUntil) latest = check();
    await latest.catch((cause: unknown) => {
      throw refusal('service_unavailable', 'The gateway is not ready.', { retryAfterSeconds: 1, cause });
    });
  };
}

async function inTime(check: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`No answer within ${CHECK_TIMEOUT_MS} ms.`)),
    CHECK_TIMEOUT_MS,
  );
  try {
    await Promise.race([check, late]);
  } finally {
    clearTimeout(timer);
  }
}
