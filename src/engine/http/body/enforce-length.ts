import { TAKEN_WITHIN_MS } from '../taken-within.ts';
import { OwnBytes } from '../wire/bytes-response.ts';
import { type Timer, world } from '../../../kernel/world.ts';

const NOT_READ = 'The client has stopped reading.';

interface LengthCheck {
  readonly length: number;
  /** Aborts when the client disconnects. */
  readonly gone: AbortSignal;
  /** Called if the source fails or has another length. By then the client cannot be told. */
  readonly onBroken: (error: unknown) => void;
  /** Always called when no more is sent, perhaps more than once. */
  readonly onOver: () => void;
}

/**
 * The body of a response, from a source whose chunks have no other user. It fails if the source has more or fewer than
 * `length` bytes, so no client mistakes a part of a file for the whole. It cancels the source if the client disconnects
 * or stops reading, so the file does not stay open for ever.
 */
export function enforceLength(
  source: ReadableStream<Uint8Array>,
  { length, gone, onBroken, onOver }: LengthCheck,
): OwnBytes {
  const reader = source.getReader();
  let left = length;
  let isStopped = false;
  let timeout: Timer | undefined;

  async function stop(controller: ReadableStreamDefaultController<Uint8Array>, why: string): Promise<void> {
    isStopped = true;
    world.cancel(timeout);
    onOver();
    controller.error(new Error(why));
    // A failed source rejects again here; its error was already reported.
    await reader.cancel().catch(() => {});
  }

  function wait(controller: ReadableStreamDefaultController<Uint8Array>): void {
    timeout = world.after(() => void stop(controller, NOT_READ), TAKEN_WITHIN_MS).unref();
  }

  return new OwnBytes(
    {
      start(controller) {
        wait(controller);
        const onGone = () => void stop(controller, 'The client went away.');
        if (gone.aborted) onGone();
        else gone.addEventListener('abort', onGone, { once: true });
      },
      async pull(controller) {
        world.cancel(timeout);
        try {
          const { done, value } = await reader.read();
          if (isStopped) return;
          left = leftAfter(value, left);
          if (done) {
            onOver();
            return controller.close();
          }
          wait(controller);
          return controller.enqueue(value);
        } catch (error) {
          if (isStopped) return;
          onOver();
          onBroken(error);
          await reader.cancel().catch(() => {});
          throw error;
        }
      },
      cancel(reason) {
        isStopped = true;
        world.cancel(timeout);
        onOver();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** How many bytes are left after a chunk, or at the end of the source. Throws if they are too few or too many. */
function leftAfter(chunk: Uint8Array | undefined, left: number): number {
  if (chunk === undefined && left > 0) throw new Error('A blob is shorter than it was when it was stored.');
  const after = left - (chunk?.length ?? 0);
  if (after < 0) throw new Error('A blob is longer than it was when it was stored.');
  return after;
}
