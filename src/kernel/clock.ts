import { world } from './world.ts';

/** The one source of time, so that a test can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date(world.time());

/**
 * Milliseconds since the first call. The value never decreases, even if the clock is set back; caches, limits and
 * deadlines inside the process use them.
 */
export function steadyMs(clock: Clock): () => number {
  if (clock === systemClock) return () => world.elapsedMs();
  let latest = clock().getTime();
  let elapsedMs = 0;
  return () => {
    const now = clock().getTime();
    elapsedMs += Math.max(0, now - latest);
    latest = now;
    return elapsedMs;
  };
}

/** The last second that was formatted, because one change formats the same second about four times. */
let formatted = { second: Number.NaN, text: '' };

/** A moment as the gateway shows and stores it: UTC, whole seconds, `YYYY-MM-DDThh:mm:ssZ`. It sorts as text. */
export function timestamp(moment: Date): string {
  const second = Math.floor(moment.getTime() / 1000);
  if (second !== formatted.second) formatted = { second, text: `${moment.toISOString().slice(0, 19)}Z` };
  return formatted.text;
}

/**
 * The timestamp of a change to a record whose last change was at `previous`. It is never earlier than `previous`, even
 * if the clock was set back.
 */
export function notBefore(previous: string, moment: Date): string {
  const now = timestamp(moment);
  return now < previous ? previous : now;
}

export function secondsLater(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

const SECONDS_PER_DAY = 86_400;

/** Days have 24 hours, because UTC has no summer time. */
export const daysLater = (moment: Date, days: number): Date => secondsLater(moment, days * SECONDS_PER_DAY);
