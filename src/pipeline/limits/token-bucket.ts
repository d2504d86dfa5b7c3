/** Seconds of unused requests that a client may save for a burst, such as a page that loads or a batch that starts. */
export const BURST_SECONDS = 2;

/**
 * A token bucket. It gets a number of tokens each second, up to the tokens of `BURST_SECONDS`. A request for more
 * tokens than the bucket can hold waits until it is full and leaves a debt, so that the average still holds.
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
   * Seconds until `amount` can be taken; 0 if it can be taken now. If the request has taken tokens before, a retry
   * needs both amounts, so the wait is for their sum.
   */
  secondsUntil(amount: number, perSecond: number, alreadyTaken = 0): number {
    const needed = Math.min(alreadyTaken + amount, perSecond * BURST_SECONDS);
    return this.#tokens + alreadyTaken < needed ? (needed - this.#tokens) / perSecond : 0;
  }

  take(amount: number): void {
    this.#tokens -= amount;
  }
}
