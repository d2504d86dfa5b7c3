import { FairQueue } from './fair-queue.ts';
import { world } from '../../kernel/world.ts';

/** The share of connections that one owner may hold while others hold or want some. */
const SHARE = 0.6;
/** The most waiting requests of one owner: some seconds of work for a whole pool. */
const WAITING_MAX = 1_000;

/**
 * Reads and changes of one owner take turns, so many reads do not delay a change, and many changes do not delay a read.
 */
export type Kind = 'read' | 'change';

export interface FairShare {
  /**
   * Waits for a permit in the owner's turn. Call the result to release it. Rejects if no permit becomes free in time.
   */
  acquire(owner: string, kind: Kind): Promise<() => void>;
  /** Milliseconds that the longest waiting request has waited; 0 if none waits. */
  longestWaitMs(): number;
  /** How many wait. */
  waiting(): number;
}

interface Waiter {
  /** When it began to wait. */
  readonly since: number;
  readonly grant: (release: () => void) => void;
}

interface FairShareOptions {
  readonly permits: number;
  /** Milliseconds that a request may wait. */
  readonly waitMs: number;
  /** The same for a change; `waitMs` by default. */
  readonly changeWaitMs?: number;
  /** Makes the error for a request that waited too long. */
  readonly refuse: () => unknown;
}

export const fairShare = (options: FairShareOptions): FairShare => new PermitPool(options);

/**
 * Permits that owners share. Waiting owners take turns, and none holds more than 60 % of the permits while others want
 * any. If an owner is alone, it leaves one permit free, so the next owner does not wait.
 */
class PermitPool implements FairShare {
  readonly #waitMs: Readonly<Record<Kind, number>>;
  readonly #refuse: () => unknown;
  readonly #maxAlone: number;
  readonly #maxShared: number;
  readonly #held = new Map<string, number>();
  /** Waiting requests by owner, in the order of turns. */
  readonly #queues = new Map<string, FairQueue<Waiter>>();
  #free: number;

  constructor({ permits, waitMs, changeWaitMs = waitMs, refuse }: FairShareOptions) {
    this.#waitMs = { read: waitMs, change: changeWaitMs };
    this.#refuse = refuse;
    this.#maxAlone = Math.max(1, permits - 1);
    this.#maxShared = Math.max(1, Math.floor(permits * SHARE));
    this.#free = permits;
  }

  async acquire(owner: string, kind: Kind): Promise<() => void> {
    if (this.#free === 0 || this.#queues.has(owner) || !this.#mayAcquire(owner))
      return this.#wait(owner, kind);
    return this.#take(owner);
  }

  longestWaitMs(): number {
    const now = world.elapsedMs();
    let longest = 0;
    for (const queue of this.#queues.values())
      for (const { since } of queue.firsts()) longest = Math.max(longest, now - since);
    return longest;
  }

  waiting(): number {
    return this.#queues.values().reduce((sum, { size }) => sum + size, 0);
  }

  #mayAcquire(owner: string): boolean {
    const own = this.#held.get(owner) ?? 0;
    const isAlone =
      this.#held.size === (own > 0 ? 1 : 0) && this.#queues.size === (this.#queues.has(owner) ? 1 : 0);
    return own < (isAlone ? this.#maxAlone : this.#maxShared);
  }

  /**
   * Takes a permit. The result releases it only once, because a second release would free the permit of another
   * request.
   */
  #take(owner: string): () => void {
    this.#free -= 1;
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#release(owner);
    };
  }

  #release(owner: string): void {
    this.#free += 1;
    const left = (this.#held.get(owner) ?? 1) - 1;
    if (left > 0) this.#held.set(owner, left);
    else this.#held.delete(owner);
    this.#grantNext();
  }

  #grantNext(): void {
    for (const [owner, queue] of this.#queues) {
      if (this.#free === 0) return;
      if (!this.#mayAcquire(owner)) continue;
      const waiter = queue.shift();
      this.#queues.delete(owner);
      if (queue.size > 0) this.#queues.set(owner, queue);
      waiter?.grant(this.#take(owner));
    }
  }

  #wait(owner: string, kind: Kind): Promise<() => void> {
    const queue = this.#queues.get(owner) ?? new FairQueue<Waiter>();
    if (queue.size >= WAITING_MAX) return Promise.reject(this.#refuse());
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const waiter: Waiter = {
      since: world.elapsedMs(),
      grant(release) {
        world.cancel(timer);
        resolve(release);
      },
    };
    const timer = world.after(() => {
      queue.remove(kind, waiter);
      if (queue.size === 0) this.#queues.delete(owner);
      reject(this.#refuse());
      this.#grantNext();
    }, this.#waitMs[kind]);
    queue.push(kind, waiter);
    this.#queues.set(owner, queue);
    return promise;
  }
}
