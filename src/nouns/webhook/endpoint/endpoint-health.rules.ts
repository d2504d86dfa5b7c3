import { secondsLater, timestamp } from '../../../kernel/clock.ts';
import type { DisabledReason } from './endpoint.rules.ts';

/** Consecutive failures that pause an endpoint. */
const FAILURES_TO_PAUSE = 5;
const PAUSE_SECONDS = { from: 30, to: 3_600 } as const;

/** Seconds that an endpoint pauses after a number of consecutive failures; null if it does not pause. */
export function pauseAfter(failures: number): number | null {
  if (failures < FAILURES_TO_PAUSE) return null;
  return Math.min(PAUSE_SECONDS.to, PAUSE_SECONDS.from * 2 ** Math.min(16, failures - FAILURES_TO_PAUSE));
}

/** An endpoint is disabled after failing for this long and this often. */
const FAILING_SECONDS_MAX = 120 * 3_600;
const FAILURES_MAX = 20;

/** The status that means that the receiver is gone forever. */
const GONE = 410;

/** The health of an endpoint: its failed attempts since the last success. */
export interface Health {
  readonly failing_since: string | null;
  readonly failures: number;
  /** The end of the pause; null if it is not paused. */
  readonly resume_at: string | null;
}

export const HEALTHY: Health = { failing_since: null, failures: 0, resume_at: null };

interface Attempted {
  readonly outcome: string;
  readonly http_status: number | null;
}

/** The health after one more attempt. */
export function healthAfter(before: Health, { outcome }: Attempted, now: Date): Health {
  if (outcome === 'ok') return HEALTHY;
  const failures = before.failures + 1;
  const pauseSeconds = pauseAfter(failures);
  return {
    failing_since: before.failing_since ?? timestamp(now),
    failures,
    resume_at: pauseSeconds === null ? null : timestamp(secondsLater(now, pauseSeconds)),
  };
}

/** Why an endpoint must be disabled after its attempts; null if it need not be. */
export function reasonToDisable(
  { failing_since, failures }: Health,
  attempts: readonly Attempted[],
  now: Date,
): DisabledReason | null {
  if (attempts.some(({ http_status }) => http_status === GONE)) return 'gone';
  if (failing_since === null || failures < FAILURES_MAX) return null;
  return failing_since <= timestamp(secondsLater(now, -FAILING_SECONDS_MAX)) ? 'failing' : null;
}
