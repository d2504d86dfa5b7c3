/** A client that takes nothing for this long has gone without saying so; its file is not held open for ever. */
const TAKEN_WITHIN_MS = 60_000;

interface LengthCheck {
  readonly length: number;
  /** Aborts when the client goes away. */
  readonly gone: AbortSignal;
  /** Called when the source breaks, or has another length: nobody else learns why. */
  readonly onBroken: (error: unknown) => void;
}

/**
 * The body of an answer: breaks when it has other than `length` bytes, so that nobody takes a part of a file for the
 * whole, and lets go of its source when the client is gone, which nobody who reads it would notice.
 */
export function enforceLength(
  source: ReadableStream<Uint8Array>,
  { length, gone, onBroken }: LengthCheck,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let left = length;
  let patience: NodeJS.Timeout | undefined;

  async function letGo(controller: ReadableStreamDefaultController<Uint8Array>, why: string): Promise<void> {
    clearTimeout(patience);
    controller.error(new Error(why));
    // A source that broke already rejects again, and nobody waits for it here.
    await reader.cancel().catch(() => {});
  }

  function wait(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const leave = () => void letGo(controller, 'The client takes nothing any more.');
    patience = setTimeout(leave, TAKEN_WITHIN_MS).unref();
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        wait(controller);
        const leave = () => void letGo(controller, 'The client went away.');
        if (gone.aborted) leave();
        else gone.addEventListener('abort', leave, { once: true });
      },
      async pull(controller) {
        clearTimeout(patience);
        try {
          const { done, value } = await reader.read();
          if (done && left > 0) throw new Error('A blob is shorter than it was when it was stored.');
          if (done) return controller.close();
          left -= value.length;
          if (left < 0) {
            await reader.cancel();
            throw new Error('A blob is longer than it was when it was stored.');
          }
          wait(controller);
          return controller.enqueue(value);
        } catch (error) {
          onBroken(error);
          throw error;
        }
      },
      cancel(reason) {
        clearTimeout(patience);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
