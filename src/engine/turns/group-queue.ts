import { FairQueue } from './fair-queue.ts';
import { world } from '../../kernel/world.ts';

/** The most changes of one group commit: some ten share a disk sync well, and with more each waits longer. */
export const GROUP_MAX = 32;
/** The most queued changes: some seconds of work. Further ones are refused at once. */
const WAITING_MAX = 10_000;
/**
 * Milliseconds that a change may wait for its turn, alone or in a group. A client that has waited this long has gone or
 * will go soon.
 */
export const CHANGE_WAIT_MS = 10_000;

/** A queued change; it is committed alone or in a group. */
export interface Waiting {
  /** When it began to wait. */
  readonly since: number;
  fail(error: unknown): void;
}

interface GroupQueueOptions<Change> {
  /** Commits the changes that `next` returns. Resolves when the next group may begin. */
  readonly runGroup: (next: () => Change | undefined) => Promise<void>;
  /** A group begins at once if so many changes are queued; fewer wait for the end of the turn of the event loop. */
  readonly enough?: number;
  /**
   * Whether a thread or a server commits the groups. If so, the next group begins without a turn of the event loop in
   * between.
   */
  readonly commitsElsewhere?: () => boolean;
  /** Makes the error for a refused change. */
  readonly refuse: (reason: string) => unknown;
}

/**
 * The queue of a group commit; owners take turns. Changes that arrive while a group runs are in the next one, and the
 * event loop runs between groups.
 */
export class GroupQueue<Change extends Waiting> {
  readonly #options: GroupQueueOptions<Change>;
  readonly #waiting = new FairQueue<Change>();
  /** Changes that go before the rest of the queue. */
  readonly #first: Change[] = [];
  #running: Promise<void> | null = null;
  #isClosed = false;
  readonly #enough: number;
  /** Ends the wait for more changes. */
  #begin = (): void => {};

  constructor(options: GroupQueueOptions<Change>) {
    this.#options = options;
    this.#enough = options.enough ?? Infinity;
  }

  /** Throws if the queue is closed or full. */
  push(owner: string, change: Change): void {
    if (this.#isClosed || this.#waiting.size >= WAITING_MAX)
      throw this.#options.refuse('No change is taken now.');
    this.#waiting.push(owner, change);
    this.#running ??= this.#drain();
    if (this.#waiting.size >= this.#enough) this.#begin();
  }

  /** How many wait. */
  get size(): number {
    return this.#first.length + this.#waiting.size;
  }

  /** Lets changes of a group run again before all others. */
  pushFirst(changes: readonly Change[]): void {
    this.#first.push(...changes);
    this.#running ??= this.#drain();
  }

  /** Refuses new changes, and resolves when all waiting ones are done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  readonly #next = (): Change | undefined => {
    for (;;) {
      const change = this.#first.shift() ?? this.#waiting.shift();
      if (change === undefined || world.elapsedMs() - change.since < CHANGE_WAIT_MS) return change;
      change.fail(this.#options.refuse('A change waited too long for its turn.'));
    }
  };

  /** Resolves when enough changes wait, or at the end of this turn of the event loop. */
  async #gathered(): Promise<void> {
    if (this.size >= this.#enough) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#begin = resolve;
    const cancel = world.soon(resolve);
    await promise;
    cancel();
  }

  async #drain(): Promise<void> {
    for (let isFirst = true; this.size > 0; isFirst = false) {
      // Waits, so changes of this turn of the event loop join the group, and sockets are read between groups.
      if (isFirst || this.#options.commitsElsewhere?.() !== true) await this.#gathered();
      try {
        await this.#options.runGroup(this.#next);
      } catch (error) {
        for (let change = this.#next(); change !== undefined; change = this.#next()) change.fail(error);
      }
    }
    this.#running = null;
  }
}
