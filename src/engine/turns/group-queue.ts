import { FairQueue } from './fair-queue.ts';

/** The most changes of one group commit: some ten share a disk sync well, and more only make each wait longer. */
export const GROUP_MAX = 32;
/** The most queued changes, some seconds of work; further ones are refused at once. */
const WAITING_MAX = 10_000;
/**
 * Milliseconds that a change may wait for its turn, whether it shares a commit or not; a client that has waited this long
 * has gone or is about to.
 */
export const CHANGE_WAIT_MS = 10_000;

/** A queued change, which is committed alone or in a group. */
export interface Waiting {
  /** When it began to wait. */
  readonly since: number;
  fail(error: unknown): void;
}

interface GroupQueueOptions<Change> {
  /** Commits waiting changes together: those that `next` returns. Resolves when the next group may begin. */
  readonly runGroup: (next: () => Change | undefined) => Promise<void>;
  /** With so many queued changes a group begins at once; fewer wait for the end of the turn of the event loop. */
  readonly enough?: number;
  /** Whether groups are committed by a thread or a server: then the next group begins without a turn in between. */
  readonly commitsElsewhere?: () => boolean;
  /** Makes the error for a change that is not taken. */
  readonly refuse: (reason: string) => unknown;
}

/**
 * The queue of a group commit; owners take turns. Changes that arrive while a group runs are in the next one, and the
 * event loop runs between groups.
 */
export class GroupQueue<Change extends Waiting> {
  readonly #options: GroupQueueOptions<Change>;
  readonly #waiting = new FairQueue<Change>();
  /** Changes that run before the rest of the queue. */
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

  /** Resolves when all waiting changes are done; new ones are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  readonly #next = (): Change | undefined => {
    for (;;) {
      const change = this.#first.shift() ?? this.#waiting.shift();
      if (change === undefined || performance.now() - change.since < CHANGE_WAIT_MS) return change;
      change.fail(this.#options.refuse('A change waited too long for its turn.'));
    }
  };

  /** Resolves when enough changes wait, or at the end of this turn of the event loop. */
  async #gathered(): Promise<void> {
    if (this.size >= this.#enough) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#begin = resolve;
    const end = setImmediate(resolve);
    await promise;
    clearImmediate(end);
  }

  async #drain(): Promise<void> {
    for (let isFirst = true; this.size > 0; isFirst = false) {
      // Changes that arrive in this turn of the event loop join the group, and sockets are read between groups.
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
