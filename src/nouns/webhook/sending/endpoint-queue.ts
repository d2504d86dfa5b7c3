import type { SentEvent } from './attempt-delivery.ts';
import type { Attempt } from '../delivery/note-attempts.operations.ts';
import type { Claim } from './claim-deliveries.ts';
import type { EndpointRow } from '../endpoint/endpoint.present.ts';
import { world } from '../../../kernel/world.ts';

/** Requests to one endpoint at once. */
const SENDING_MAX = 4;
/** Size of an endpoint's first batch of claims, and the largest size, for a fast endpoint. */
const BATCH = { from: 4, to: 256 } as const;
/** If a batch is sent within this time, the next one doubles; otherwise it halves. */
const FAST_MS = 500;
/**
 * An endpoint is slow if its last attempt took longer. A request that waits for a free place there would wait for
 * seconds.
 */
const QUICK_MS = 1_000;

/**
 * Endpoints that a process remembers, because each finished request looks at all queues. Beyond this number endpoints
 * without anything to send are forgotten; later they begin again with one request.
 */
const QUEUES_MAX = 1_000;

export interface QueuedClaim {
  readonly claim: Claim;
  readonly sent: SentEvent;
  /** From `world.elapsedMs()`. */
  readonly since: number;
}

/**
 * At most half of the requests go to failing or slow endpoints, at most three quarters to these and untried endpoints
 * together.
 */
const SHARES = { badly: 1 / 2, orUnknown: 3 / 4 } as const;

/** The state of an endpoint: it responds in time, late or with failures, or it is untried. */
type Responds = 'soon' | 'badly' | 'unknown';

/** The number of running requests by the state of their endpoints. */
type OnTheirWay = Record<Responds, number>;

export function onTheirWay(queues: Iterable<EndpointQueue>): OnTheirWay {
  const sent = { soon: 0, badly: 0, unknown: 0 };
  for (const queue of queues) if (queue.sending > 0) sent[queue.responds] += queue.sending;
  return sent;
}

/**
 * Whether another request to an endpoint may be sent. Both shares are limited. So an untried endpoint does not wait for
 * failing ones, and a fast endpoint waits for neither.
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
 * The deliveries of one endpoint that this process has claimed, and how many it may send at once. An endpoint gets one
 * request at a time until its first success in this process, and again after a failed attempt.
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

  /** The state of the endpoint. If this process has not tried it yet, another process may know that it fails. */
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

  /** How many more to claim; 0 if more than half of a batch is queued. */
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
    this.#filledAt = world.elapsedMs();
    this.#queue.push(...claims);
  }

  #adapt(): void {
    if (this.#filledAt === 0) return;
    const isFast = this.isProven && world.elapsedMs() - this.#filledAt < FAST_MS;
    this.#batch = isFast ? Math.min(BATCH.to, this.#batch * 2) : Math.max(BATCH.from, this.#batch / 2);
  }

  next(): QueuedClaim | undefined {
    return this.#queue.shift();
  }

  /** Empties the queue and returns its content. */
  takeAll(): readonly QueuedClaim[] {
    return this.#queue.splice(0);
  }
}

/** If there are too many endpoints, forgets endpoints that have nothing to send, the longest idle first. */
export function forgetIdle(queues: Map<string, EndpointQueue>, max = QUEUES_MAX): void {
  for (const [id, queue] of queues) {
    if (queues.size <= max) return;
    if (queue.isEmpty) queues.delete(id);
  }
}
