import { LEVEL_MAX, type Load, type Workload } from './load.ts';

/** Milliseconds that 1 % of the turns of the event loop may be late by; a client notices more than that. */
const LOOP_DELAY_MS_MAX = 200;
/** Milliseconds that a request may wait for a connection to the database. */
const POOL_WAIT_MS_MAX = 2_000;
/** Milliseconds between two looks. */
export const LOOK_MS = 1_000;

interface Signs {
  /** The 99th percentile of the delay of the event loop since the last look. */
  readonly loopDelayMs: () => number;
  /** How long the request has waited that has waited longest for a connection. */
  readonly poolWaitMs: () => number;
}

export interface LoadWatch extends Load {
  look(): void;
}

/**
 * Refuses one kind of work more for each look that finds an overload again, and one less for each that finds none. The
 * first look at an overload changes nothing: one long turn of the event loop is over by then.
 */
export function createLoadWatch(
  { loopDelayMs, poolWaitMs }: Signs,
  onRefused: (workload: Workload) => void = () => {},
): LoadWatch {
  let level = 0;
  let wasOverloaded = false;
  return {
    get level() {
      return level;
    },
    onRefused,
    look() {
      const isOverloaded = loopDelayMs() > LOOP_DELAY_MS_MAX || poolWaitMs() > POOL_WAIT_MS_MAX;
      if (!isOverloaded) level = Math.max(0, level - 1);
      else if (wasOverloaded) level = Math.min(LEVEL_MAX, level + 1);
      wasOverloaded = isOverloaded;
    },
  };
}
