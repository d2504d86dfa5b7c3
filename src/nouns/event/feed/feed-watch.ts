import { eventsAfter, type FedEvent, lastPosition } from '../../../trail/positions/feed.ts';
import type { Foundation } from '../../../pipeline/context.ts';
import type { FeedFollower, FeedPart, FeedWatch, Following } from '../../../pipeline/feed-watch.ts';
import { partnersOfKeys } from '../own-keys.ts';
import { world } from '../../../kernel/world.ts';

/**
 * Milliseconds between two queries for events that got their positions in another process. Only a process with
 * followers makes them.
 */
const POLL_MS = 250;
/** Events of one query: a few milliseconds of work. */
const PART_MAX = 500;

export const createFeedWatch = ({ database, feed }: Pick<Foundation, 'database' | 'feed'>): FeedWatch =>
  new DatabaseFeedWatch(database, feed);

class DatabaseFeedWatch implements FeedWatch {
  readonly #database: Foundation['database'];
  readonly #followers = new Set<FeedFollower>();
  /** The position of the last event that followers got; null if there are no followers. */
  #last: number | null = null;
  /** Resolves when the running work is done. Queries and calls of followers run one after another. */
  #work: Promise<void> = Promise.resolve();
  #stopPolling = new AbortController();
  #hasEnded = false;

  constructor(database: Foundation['database'], feed: Foundation['feed']) {
    this.#database = database;
    // Events that got their positions in this process are not read again.
    feed.listen((events) => {
      if (this.#last !== null) void this.#queue(() => this.#receive(events));
    });
  }

  async follow(follower: FeedFollower): Promise<Following> {
    while (this.#last === null && !this.#hasEnded) {
      const last = await lastPosition(this.#database.reads);
      if (this.#last === null && !this.#hasEnded) this.#begin(last);
      // If all followers have left since, there is no position.
      if (this.#last !== null) break;
    }
    if (this.#hasEnded || this.#last === null) {
      follower.onEnd();
      return { from: 0, stop: () => {} };
    }
    this.#followers.add(follower);
    return { from: this.#last, stop: () => this.#drop(follower) };
  }

  end(): void {
    this.#hasEnded = true;
    const followers = [...this.#followers];
    for (const follower of followers) this.#drop(follower);
    for (const follower of followers) follower.onEnd();
  }

  #begin(last: number): void {
    this.#last = last;
    this.#stopPolling = new AbortController();
    void this.#poll(this.#stopPolling.signal);
  }

  #drop(follower: FeedFollower): void {
    this.#followers.delete(follower);
    if (this.#followers.size > 0) return;
    this.#last = null;
    this.#stopPolling.abort();
  }

  async #poll(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      // Awaited, so that no further query is queued while the database does not respond.
      await this.#queue(() => this.#readNew());
      await world.pause(POLL_MS, { signal: stop }).catch(() => {});
    }
  }

  /** If the database fails, the next round queries again. Other parts of the gateway report the failure. */
  #queue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch(() => {});
    return this.#work;
  }

  /** Reads and publishes the events that followers have not got yet. */
  async #readNew(): Promise<void> {
    while (this.#last !== null) {
      const after = this.#last;
      if ((await lastPosition(this.#database.reads)) <= after) return;
      const events = await eventsAfter(this.#database.reads, { after, limit: PART_MAX });
      if (events.length === 0) return;
      await this.#publish(events);
    }
  }

  /**
   * Publishes events of this process if they are the next ones. Otherwise it reads the missing ones from the database.
   */
  async #receive(events: readonly FedEvent[]): Promise<void> {
    const last = this.#last;
    if (last === null) return;
    const fresh = events.filter(({ position }) => position > last);
    const [first] = fresh;
    if (first === undefined) return;
    await (first.position === last + 1 ? this.#publish(fresh) : this.#readNew());
  }

  async #publish(events: readonly FedEvent[]): Promise<void> {
    const actors = events.map(({ event }) => event.actor);
    const part: FeedPart = { events, partnerOfActor: await partnersOfKeys(this.#database.reads, actors) };
    const last = events.at(-1)?.position;
    if (this.#last === null || last === undefined || last <= this.#last) return;
    this.#last = last;
    for (const follower of this.#followers) follower.onPart(part);
  }
}
