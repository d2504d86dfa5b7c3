import { type OperationError, refusal } from '../../kernel/errors.ts';
import type { LiveProcesses } from '../gateway.ts';
import type { Telemetry } from '../../engine/tracing/telemetry.ts';
import { BURST_SECONDS, type TokenBucket } from './token-bucket.ts';

/** The rate of all keys of a partner together, in multiples of the rate of one key. */
const PARTNER_KEYS = 2;
/** The least requests a second that a process allows a key, however many processes share the limit. */
const PER_SECOND_MIN = 1;

/** The bucket of a key, and the bucket of its partner. An operator has no partner's bucket. */
export interface Buckets {
  readonly key: TokenBucket;
  readonly partner: TokenBucket | null;
}

/** The rate of a key over all processes. Each process allows its share. */
export class Rates {
  readonly #limit: number;
  readonly #processes: LiveProcesses;
  readonly #telemetry: Telemetry;
  readonly #policyOfKey: string;
  readonly #policyOfBoth: string;

  constructor(limit: number, processes: LiveProcesses, telemetry: Telemetry) {
    this.#limit = limit;
    this.#processes = processes;
    this.#telemetry = telemetry;
    const quota = limit * BURST_SECONDS;
    this.#policyOfKey = `"key";q=${quota};w=${BURST_SECONDS}`;
    this.#policyOfBoth = `${this.#policyOfKey}, "partner";q=${quota * PARTNER_KEYS};w=${BURST_SECONDS}`;
  }

  /**
   * Takes tokens from both buckets, in addition to the tokens that the request took before. Returns `rate_limited` if
   * one of them has too few.
   */
  take(
    { key, partner }: Buckets,
    amount: number,
    alreadyTaken: number,
    nowMs: number,
  ): OperationError | null {
    const ofKey = this.#perSecond;
    const ofPartner = ofKey * PARTNER_KEYS;
    key.fill(ofKey, nowMs);
    partner?.fill(ofPartner, nowMs);
    const keyWait = key.secondsUntil(amount, ofKey, alreadyTaken);
    const partnerWait = partner?.secondsUntil(amount, ofPartner, alreadyTaken) ?? 0;
    if (keyWait > 0 || partnerWait > 0) {
      this.#telemetry.limited(partnerWait > keyWait ? 'partner' : 'key');
      return tooMany(keyWait, partnerWait);
    }
    key.take(amount);
    partner?.take(amount);
    return null;
  }

  /** The value of `RateLimit-Policy`: the allowed rate over all processes. */
  policy({ partner }: Buckets): string {
    return partner === null ? this.#policyOfKey : this.#policyOfBoth;
  }

  /**
   * The value of `RateLimit` for the bucket with fewer tokens: the remaining requests over all processes, and the
   * seconds until the next one.
   */
  left({ key, partner }: Buckets): string {
    const isKey = partner === null || key.tokens <= partner.tokens;
    const tokens = isKey ? key.tokens : partner.tokens;
    const perSecond = isKey ? this.#perSecond : this.#perSecond * PARTNER_KEYS;
    const whole = Math.max(0, Math.floor(tokens));
    const seconds = Math.ceil((whole + 1 - tokens) / perSecond);
    return `"${isKey ? 'key' : 'partner'}";r=${whole * this.#processes.count};t=${seconds}`;
  }

  get #perSecond(): number {
    return Math.max(PER_SECOND_MIN, this.#limit / this.#processes.count);
  }
}

function tooMany(keyWait: number, partnerWait: number): OperationError {
  const says =
    partnerWait > keyWait
      ? 'Too many requests with the API keys of your business together; slow down.'
      : 'Too many requests with this API key; slow down.';
  return refusal('rate_limited', says, { retryAfterSeconds: Math.ceil(Math.max(keyWait, partnerWait)) });
}
