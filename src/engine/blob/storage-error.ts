import { OperationError, refusal } from '../../kernel/errors.ts';

/** Time to clear some disk space or to restart a store. */
const RETRY_AFTER_SECONDS = 5;

/** Codes of the system if a disk is full, beyond a quota or read-only. */
const UNWRITABLE: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/**
 * The error that a client sees for every failure of the storage. Only failures of the system and of S3
 * have a code; any other error is a bug and is returned unchanged.
 */
export function storageError(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return error;
  const fault = UNWRITABLE.has(error.code) ? 'takes no files' : 'does not respond';
  return refusal('service_unavailable', `The file storage ${fault}; nothing was changed.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause: error,
  });
}

export const isStorageError = (error: unknown): boolean =>
  error instanceof OperationError && error.code === 'service_unavailable';

export async function orUnavailable<Result>(attempt: Promise<Result>): Promise<Result> {
  try {
    return await attempt;
  } catch (error) {
    throw storageError(error);
  }
}

/** A body that remembers whether its source failed, because then the storage is not at fault. */
export function trackFailure(source: AsyncIterable<Uint8Array>) {
  let isBroken = false;
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      yield* source;
    } catch (error) {
      isBroken = true;
      throw error;
    }
  }
  return { body: body(), broke: () => isBroken };
}

/** The same stream; failures of the storage become the error that clients see. */
export function mapStorageErrors(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await orUnavailable(reader.read());
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
