import { FairQueue } from '../../engine/turns/fair-queue.ts';
import { world } from '../../kernel/world.ts';

/** Requests that begin in one turn of the event loop: some 5 ms of work. Sockets are read between turns. */
const REQUESTS_OF_TURN = 32;

interface Turns {
  /** Resolves in a later turn of the event loop, when a request of this owner may begin. */
  take(owner: string): Promise<void>;
}

/**
 * Spreads simultaneous requests over turns of the event loop, round robin by owner. So if one partner sends hundreds at
 * once, a request of another partner waits for a few of them only.
 */
export function createTurns(): Turns {
  const waiting = new FairQueue<() => void>();
  let isDue = false;

  function nextTurn(): void {
    for (let begun = 0; begun < REQUESTS_OF_TURN && waiting.size > 0; begun += 1) waiting.shift()?.();
    isDue = waiting.size > 0;
    if (isDue) world.soon(nextTurn);
  }

  return {
    take(owner) {
      if (!isDue) world.soon(nextTurn);
      isDue = true;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(owner, resolve);
      return promise;
    },
  };
}
