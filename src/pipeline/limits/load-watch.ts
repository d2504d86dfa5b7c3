import { LEVEL_MAX, type Load } from './load.ts';

/** Limit of a high percentile of the event-loop delay. A client notices a longer delay. */
const LOOP_DELAY_MS_MAX = 200;
/** Milliseconds that a request may wait for a connection to the database. */
const POOL_WAIT_MS_MAX = 2_000;
/** Milliseconds between two checks. */
export const CHECK_MS = 1_000;

interface Signs {
  /** A high percentile of the delay of the event loop since the last check. */
  readonly loopDelayMs: () => number;
  /** The longest time that a request has waited for a connection. */
  readonly poolWaitMs: () => number;
}

interface LoadWatch extends Pick<Load, 'level'> {
  check(): void;
}

/**
 * Load shedding. Each check with a repeated overload refuses one more kind of work; each check without overload refuses
 * one kind less. The first check with an overload changes nothing, because a single long turn of the event loop is
 * already over.
 */
export function createLoadWatch({ loopDelayMs, poolWaitMs }: Signs): LoadWatch {
  let level = 0;
  let wasOverloaded = false;
  return {
    get level() {
      return level;
    },
    check() {
      const isOverloaded = loopDelayMs() > LOOP_DELAY_MS_MAX || poolWaitMs() > POOL_WAIT_MS_MAX;
      if (!isOverloaded) level = Math.max(0, level - 1);
      else if (wasOverloaded) level = Math.min(LEVEL_MAX, level + 1);
      wasOverloaded = isOverloaded;
    },
  };
}
