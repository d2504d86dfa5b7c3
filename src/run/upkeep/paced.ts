import { type World, world } from '../../kernel/world.ts';

/**
 * A pause is so many times as long as the work before it. So the work takes a twentieth of a core, and later a quarter.
 */
const PAUSE_TIMES = { first: 19, later: 3 } as const;
/** Milliseconds after which pauses get shorter, so work does not pile up without end during a flood of hours. */
const LATER_MS = 300_000;
/** The longest pause in milliseconds: work that waited for a lock only seems to take long. */
const PAUSE_MAX_MS = 2_000;

interface Pacing {
  readonly laterMs?: number;
  readonly wait?: World['pause'];
}

/**
 * Lets requests go first while much work is done in batches. Returns a function that pauses after a batch; it gets the
 * milliseconds of the batch. If `signal` is aborted, there are no more pauses.
 */
export function pacedBy(
  signal: AbortSignal,
  { laterMs = LATER_MS, wait = world.pause }: Pacing = {},
): (tookMs: number) => Promise<void> {
  const began = world.elapsedMs();
  return async (tookMs) => {
    if (signal.aborted) return;
    const times = world.elapsedMs() - began > laterMs ? PAUSE_TIMES.later : PAUSE_TIMES.first;
    await wait(Math.min(PAUSE_MAX_MS, tookMs * times), { signal }).catch(() => {});
  };
}
