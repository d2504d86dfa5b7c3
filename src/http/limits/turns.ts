import { FairQueue } from '../../kernel/fair-queue.ts';

/** Requests that begin in one turn of the event loop, some 5 ms of work: between turns, sockets are read. */
const REQUESTS_OF_TURN = 32;

interface Turns {
  /** Null where a request of this owner may begin at once; else resolves in the owner's turn. */
  take(owner: string): Promise<void> | null;
}

/**
 * Spreads requests that come together over turns of the event loop, owners one after the other. So the request of one
 * partner waits for a few requests of another that sends hundreds at once, and not for all of them.
 */
export function createTurns(): Turns {
  const waiting = new FairQueue<() => void>();
  let begun = 0;
  let isCounting = false;

  function nextTurn(): void {
    begun = 0;
    for (; begun < REQUESTS_OF_TURN && waiting.size > 0; begun += 1) waiting.shift()?.();
    isCounting = begun > 0;
    if (isCounting) setImmediate(nextTurn);
  }

  return {
    take(owner) {
      if (!isCounting) setImmediate(nextTurn);
      isCounting = true;
      if (begun < REQUESTS_OF_TURN && waiting.size === 0) {
        begun += 1;
        return null;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(owner, resolve);
      return promise;
    },
  };
}
