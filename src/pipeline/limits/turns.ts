import { FairQueue } from '../../engine/turns/fair-queue.ts';

/** Requests that begin in one turn of the event loop, some 5 ms of work: between turns, sockets are read. */
const REQUESTS_OF_TURN = 32;

interface Turns {
  /** Resolves in a later turn of the event loop, in which a request of this owner begins. */
  take(owner: string): Promise<void>;
}

/**
 * Spreads requests that come together over turns of the event loop, round robin by owner. So a request of one partner
 * waits for a few requests of another that sends hundreds at once, and not for all of them.
 */
export function createTurns(): Turns {
  const waiting = new FairQueue<() => void>();
  let isDue = false;

  function nextTurn(): void {
    for (let begun = 0; begun < REQUESTS_OF_TURN && waiting.size > 0; begun += 1) waiting.shift()?.();
    isDue = waiting.size > 0;
    if (isDue) setImmediate(nextTurn);
  }

  return {
    take(owner) {
      if (!isDue) setImmediate(nextTurn);
      isDue = true;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(owner, resolve);
      return promise;
    },
  };
}
