import { OperationError, refusal } from '../kernel/errors.ts';

/** Time for a disk to be cleared a little or a store to come back; clients need not know which. */
const RETRY_AFTER_SECONDS = 5;

/**
 * What a caller is told of an error of a storage: that it does not answer, whatever its reason. Only failures of the system
 * and of S3 have a code; anything else is a mistake of ours and stays as it is.
 */
export function storageError(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return error;
  return refusal('service_unavailable', 'The file storage does not answer; nothing was changed.', {
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

/** A body that remembers whether it was its own source that failed. */
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

/** The same stream, whose reader is told of a failing storage as every caller is. */
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
