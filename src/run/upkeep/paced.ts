import { setTimeout } from 'node:timers/promises';

/**
 * A pause is so many times as long as the work before it: then the work takes a twentieth of a core from those who wait, and
 * later a quarter.
 */
const PAUSE_TIMES = { first: 19, later: 3 } as const;
/** Milliseconds after which pauses are shorter, so that a flood of hours does not pile up work without end. */
const LATER_MS = 300_000;
/** Milliseconds; work that waited for a lock seems to take long. */
const PAUSE_MAX_MS = 2_000;

interface Pacing {
  readonly laterMs?: number;
  readonly wait?: (
    ms: number,
    value: undefined,
    options: { readonly signal: AbortSignal },
  ) => Promise<unknown>;
}

/**
 * Lets those who ask the gateway go first while much work is done in batches. Returns a function that pauses after a
 * batch which took some milliseconds. If `signal` is aborted, there are no more pauses.
 */
export function pacedBy(
  signal: AbortSignal,
  { laterMs = LATER_MS, wait = setTimeout }: Pacing = {},
): (tookMs: number) => Promise<void> {
  const began = performance.now();
  return async (tookMs) => {
    if (signal.aborted) return;
    const times = performance.now() - began > laterMs ? PAUSE_TIMES.later : PAUSE_TIMES.first;
    await wait(Math.min(PAUSE_MAX_MS, tookMs * times), undefined, { signal }).catch(() => {});
  };
}
