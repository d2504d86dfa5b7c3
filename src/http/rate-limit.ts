import type { Caller } from '../kernel/caller.ts';
import { type Clock, steadyMs } from '../kernel/clock.ts';
import { refusal } from '../kernel/errors.ts';

/** Seconds of unused requests that a key may save up for a burst, such as a page that loads or a batch that starts. */
const BURST_SECONDS = 2;
/** Keys tracked at once; beyond this all buckets start full again. */
const BUCKETS_MAX = 10_000;

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** Throws `rate_limited` for a caller with more than `perSecond` requests a second; null means no limit. */
export function createRateLimit(perSecond: number | null, clock: Clock): (caller: Caller) => void {
  if (perSecond === null) return () => {};
  const capacity = perSecond * BURST_SECONDS;
  const buckets = new Map<string, Bucket>();
  const elapsedMs = steadyMs(clock);

  return ({ actor }) => {
    const now = elapsedMs();
    const bucket = buckets.get(actor) ?? { tokens: capacity, filledAtMs: now };
    const refilled = bucket.tokens + ((now - bucket.filledAtMs) / 1000) * perSecond;
    bucket.tokens = Math.min(capacity, refilled);
    bucket.filledAtMs = now;
    if (buckets.size >= BUCKETS_MAX && !buckets.has(actor)) buckets.clear();
    buckets.set(actor, bucket);
    if (bucket.tokens < 1) {
      throw refusal('rate_limited', 'Too many requests with this API key; slow down.', {
        retryAfterSeconds: Math.ceil((1 - bucket.tokens) / perSecond),
      });
    }
    bucket.tokens -= 1;
  };
}
