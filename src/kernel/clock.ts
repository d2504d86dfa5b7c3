/** The one source of time, so that a test can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/**
 * Milliseconds from some beginning, which never run backwards, also where the clock is set back: what caches, limits and
 * deadlines within a process go by.
 */
export function steadyMs(clock: Clock): () => number {
  if (clock === systemClock) return () => performance.now();
  let latest = clock().getTime();
  let elapsedMs = 0;
  return () => {
    const now = clock().getTime();
    elapsedMs += Math.max(0, now - latest);
    latest = now;
    return elapsedMs;
  };
}

/** A moment as the gateway shows and stores it: UTC to the second, `YYYY-MM-DDThh:mm:ssZ`; it sorts as text. */
export function timestamp(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}

/** The moment of a change to what was last changed at `previous`: a clock that was set back takes no record back. */
export function notBefore(previous: string, moment: Date): string {
  const now = timestamp(moment);
  return now < previous ? previous : now;
}

export function secondsLater(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
