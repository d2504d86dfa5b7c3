import { setTimeout } from 'node:timers/promises';
import { TokenBucket } from './token-bucket.ts';

/**
 * How long a refusal waits. A client that sends again as soon as it is answered sends ten requests a second for each
 * connection then, instead of a thousand.
 */
const PAUSE_MS = 100;
/** Refusals of one key that wait at once; further ones are sent at once, so that they hold no memory. */
const PAUSES_MAX = 64;

/**
 * The pace of the refusals of one key. As many as it may send requests, it gets at once. A key that goes on in spite of
 * them gets the rest after a pause, since a refusal costs as much as a read and others would wait behind thousands.
 */
export class RefusalPace {
  readonly #atOnce: TokenBucket;
  #pauses = 0;

  constructor(nowMs: number) {
    this.#atOnce = new TokenBucket(nowMs);
  }

  /** Null where the next refusal is to be sent at once; else resolves when it is. */
  next(perSecond: number, nowMs: number): Promise<void> | null {
    this.#atOnce.fill(perSecond, nowMs);
    if (this.#atOnce.secondsUntil(1, perSecond) === 0) {
      this.#atOnce.take(1);
      return null;
    }
    if (this.#pauses >= PAUSES_MAX) return null;
    this.#pauses += 1;
    return setTimeout(PAUSE_MS).then(() => {
      this.#pauses -= 1;
    });
  }
}
