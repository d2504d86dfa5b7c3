import { isStorageError } from '../../engine/blob/storage-error.ts';
import type { BlobStore } from '../../engine/blob/store.ts';
import type { Logger } from '../../engine/log/log.ts';
import { currentTrace } from '../../kernel/trace-context.ts';
import type { Database } from '../../engine/sql/database.ts';
import type { Outbound } from '../../engine/outbound/outbound.ts';
import type { Telemetry } from '../../engine/tracing/telemetry.ts';

/** The parts of a gateway that report to telemetry. Each behaves like the part without telemetry. */

export const observedDatabase = (
  { transaction: begin, ...database }: Database,
  telemetry: Telemetry,
): Database => ({
  ...database,
  transaction: (work, owner) => telemetry.transactionOf(() => begin(work, owner)),
});

export const observedStore = (store: BlobStore, telemetry: Telemetry): BlobStore => ({
  ...store,
  async put(key, body) {
    const broken = await telemetry.storage('put', () => store.put(key, body).then(() => null, bodyFailure));
    if (broken !== null) throw broken.error;
  },
  get: (key, range, chunks) => telemetry.storage('get', () => store.get(key, range, chunks)),
  size: (key) => telemetry.storage('size', () => store.size(key)),
  remove: (key) => telemetry.storage('remove', () => store.remove(key)),
  ping: () => telemetry.storage('ping', () => store.ping()),
});

/** Returns the error of a body that broke off, which is no failure of the storage. Throws all other errors. */
function bodyFailure(error: unknown): { readonly error: unknown } {
  if (isStorageError(error)) throw error;
  return { error };
}

export const observedOutbound = (outbound: Outbound, telemetry: Telemetry): Outbound => ({
  ...outbound,
  post: (request) =>
    telemetry.attempt(request.traceParent ?? currentTrace(), (traceparent) =>
      outbound.post(
        traceparent === null ? request : { ...request, headers: { ...request.headers, traceparent } },
      ),
    ),
});

export const observedLog = (log: Logger, telemetry: Telemetry): Logger => ({
  ...log,
  failure(error, requestId, about) {
    log.failure(error, requestId, about);
    telemetry.failed(error, about?.['chore'] ?? null);
  },
  chore(name, runs) {
    const { failed, done } = log.chore(name, runs);
    return {
      failed(error) {
        failed(error);
        // Each failure counts, even if the log has no line for it.
        telemetry.failed(error, name);
      },
      done,
    };
  },
});
