import { setTimeout } from 'node:timers/promises';

/** A pause is so many times as long as the work before it: then the work takes a tenth of a core from those who wait. */
const PAUSE_TIMES = 9;
/** Milliseconds; work that waited for a lock seems to take long. */
const PAUSE_MAX_MS = 2_000;
/** Milliseconds after which there are no more pauses, so that what has piled up is worked off all the same. */
const PACED_MS = 45_000;

/**
 * Lets those who ask the gateway go first while much work is done in batches. Returns a function that pauses after a
 * batch which took some milliseconds. Where `signal` is aborted, there are no more pauses.
 */
export function pacedBy(signal: AbortSignal): (tookMs: number) => Promise<void> {
  const began = performance.now();
  return async (tookMs) => {
    if (signal.aborted || performance.now() - began > PACED_MS) return;
    await setTimeout(Math.min(PAUSE_MAX_MS, tookMs * PAUSE_TIMES), undefined, { signal }).catch(() => {});
  };
}
