/** Seconds of unused requests that may be saved up for a burst, such as a page that loads or a batch that starts. */
export const BURST_SECONDS = 2;

/**
 * A token bucket. It fills by a number of tokens a second, up to those of `BURST_SECONDS`. A request for more tokens
 * than the bucket can hold waits until it is full and leaves it in debt, so that the average still holds.
 */
export class TokenBucket {
  #tokens = Infinity;
  #filledAtMs: number;

  constructor(nowMs: number) {
    this.#filledAtMs = nowMs;
  }

  get tokens(): number {
    return this.#tokens;
  }

  /** Brings the bucket up to date. A new one is full. */
  fill(perSecond: number, nowMs: number): void {
    const filled = this.#tokens + ((nowMs - this.#filledAtMs) / 1000) * perSecond;
    this.#tokens = Math.min(perSecond * BURST_SECONDS, filled);
    this.#filledAtMs = nowMs;
  }

  /**
   * Seconds until `amount` can be taken; 0 if it can be now. Of a request that took some already, it is until both
   * can be taken by the same request sent again.
   */
  secondsUntil(amount: number, perSecond: number, alreadyTaken = 0): number {
    const needed = Math.min(alreadyTaken + amount, perSecond * BURST_SECONDS);
    return this.#tokens + alreadyTaken < needed ? (needed - this.#tokens) / perSecond : 0;
  }

  take(amount: number): void {
    this.#tokens -= amount;
  }
}
