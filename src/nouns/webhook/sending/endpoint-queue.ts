import type { SentEvent } from './attempt-delivery.ts';
import type { Attempt } from '../delivery/note-attempts.operations.ts';
import type { Claim } from './claim-deliveries.ts';
import type { EndpointRow } from '../endpoint/endpoint.present.ts';

/** Requests to one endpoint at once. */
const SENDING_MAX = 4;
/** Size of the first batch of claims of an endpoint, and the largest, for one that is fast. */
const BATCH = { from: 4, to: 256 } as const;
/** A batch that is sent in this time doubles the next one; a slower one halves it. */
const FAST_MS = 500;
/** An endpoint whose last attempt took longer is slow: a request that waits for a place there waits for seconds. */
const QUICK_MS = 1_000;

/**
 * Endpoints that a process remembers. Those beyond it that have nothing to send begin anew when they have, with one
 * request: each request that ends looks at all queues.
 */
const QUEUES_MAX = 1_000;

export interface QueuedClaim {
  readonly claim: Claim;
  readonly sent: SentEvent;
  /** From `performance.now()`. */
  readonly since: number;
}

/**
 * The shares of all requests that endpoints which answer badly may take, and that these may take together with those of
 * which nothing is known yet.
 */
const SHARES = { badly: 1 / 2, orUnknown: 3 / 4 } as const;

/** How an endpoint answers: in time, late or with failures, or not known yet. */
type Responds = 'soon' | 'badly' | 'unknown';

/** How many requests are on their way, by what is known of the endpoints that they go to. */
type OnTheirWay = Record<Responds, number>;

export function onTheirWay(queues: Iterable<EndpointQueue>): OnTheirWay {
  const sent = { soon: 0, badly: 0, unknown: 0 };
  for (const queue of queues) if (queue.sending > 0) sent[queue.responds] += queue.sending;
  return sent;
}

/**
 * Whether another request to an endpoint may be sent. Both shares are bounded so that a new endpoint does not wait for
 * those that fail, and one that answers soon waits for neither.
 */
export function leavesPlaces(
  responds: Responds,
  { badly, unknown }: OnTheirWay,
  concurrency: number,
): boolean {
  if (responds === 'soon') return true;
  if (badly + unknown >= Math.max(1, Math.floor(concurrency * SHARES.orUnknown))) return false;
  return responds === 'unknown' || badly < concurrency * SHARES.badly;
}

/**
 * The queue of deliveries of one endpoint that this process has claimed, and how many it may send at once. An endpoint
 * without a success in this process, or whose last attempt failed, gets one request at a time.
 */
export class EndpointQueue {
  readonly #queue: QueuedClaim[] = [];
  endpoint: EndpointRow;
  sending = 0;
  isProven = false;
  #hasFailed = false;
  #batch: number = BATCH.from;
  #filledAt = 0;
  #lastMs = 0;

  constructor(endpoint: EndpointRow) {
    this.endpoint = endpoint;
  }

  /** What is known of its answers. Of one that has not been asked yet, another process may know that it fails. */
  get responds(): Responds {
    if (this.isProven) return this.#lastMs <= QUICK_MS ? 'soon' : 'badly';
    return this.#hasFailed || this.endpoint.failures > 0 ? 'badly' : 'unknown';
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0 && this.sending === 0;
  }

  get size(): number {
    return this.#queue.length;
  }

  /** How many more to claim; 0 while at least half of a batch is queued. */
  get room(): number {
    return this.#queue.length * 2 > this.#batch ? 0 : this.#batch - this.#queue.length;
  }

  get maySend(): boolean {
    return this.#queue.length > 0 && this.sending < (this.isProven ? SENDING_MAX : 1);
  }

  noteAttempt({ outcome, duration_ms }: Pick<Attempt, 'outcome' | 'duration_ms'>): void {
    this.isProven = outcome === 'ok';
    this.#hasFailed = !this.isProven;
    this.#lastMs = duration_ms;
  }

  add(claims: readonly QueuedClaim[]): void {
    if (claims.length === 0) return;
    this.#adapt();
    this.#filledAt = performance.now();
    this.#queue.push(...claims);
  }

  #adapt(): void {
    if (this.#filledAt === 0) return;
    const isFast = this.isProven && performance.now() - this.#filledAt < FAST_MS;
    this.#batch = isFast ? Math.min(BATCH.to, this.#batch * 2) : Math.max(BATCH.from, this.#batch / 2);
  }

  next(): QueuedClaim | undefined {
    return this.#queue.shift();
  }

  /** Empties the queue and returns what was in it. */
  takeAll(): readonly QueuedClaim[] {
    return this.#queue.splice(0);
  }
}

/** Forgets endpoints that have nothing to send if there are too many, first those that were sent to longest ago. */
export function forgetIdle(queues: Map<string, EndpointQueue>, max = QUEUES_MAX): void {
  for (const [id, queue] of queues) {
    if (queues.size <= max) return;
    if (queue.isEmpty) queues.delete(id);
  }
}
