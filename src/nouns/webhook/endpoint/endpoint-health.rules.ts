import { secondsLater, timestamp } from '../../../kernel/clock.ts';
import { FAILING_SECONDS_MAX, FAILURES_MAX, GONE, pauseAfter } from '../delivery/delivery.rules.ts';
import type { DisabledReason } from './endpoint.rules.ts';

/** The health of an endpoint: its failed attempts since the last success. */
export interface Health {
  readonly failing_since: string | null;
  readonly failures: number;
  /** Until when it is paused; null if it is not. */
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

/** Why an endpoint is to be disabled after its attempts; null if it is not. */
export function reasonToDisable(
  { failing_since, failures }: Health,
  attempts: readonly Attempted[],
  now: Date,
): DisabledReason | null {
  if (attempts.some(({ http_status }) => http_status === GONE)) return 'gone';
  if (failing_since === null || failures < FAILURES_MAX) return null;
  return failing_since <= timestamp(secondsLater(now, -FAILING_SECONDS_MAX)) ? 'failing' : null;
}
