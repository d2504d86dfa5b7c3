import { withDeadline } from '../../async/deadline.ts';
import { fairShare } from '../../turns/fair-share.ts';
import { unavailable } from '../file/sqlite-connection.ts';
import type { SentRead } from './slow-reads-thread.js';
import { type SlowRows, SlowReadsWorker } from './slow-reads-worker.ts';

/** One owner has one of them, so that those who read little find the other one free. */
const THREADS = 2;
/** Milliseconds from its beginning to wait; a client that has waited this long has gone or is about to. */
const READ_MS_MAX = 10_000;

/**
 * Runs reads on threads of their own; owners take turns. SQLite cannot be made to end a statement, so one that takes too
 * long is refused and still runs to its end.
 */
export class SlowReads {
  readonly #filename: string;
  readonly #share = fairShare({ permits: THREADS, waitMs: READ_MS_MAX, refuse: () => unavailable() });
  readonly #workers = new Set<SlowReadsWorker>();
  readonly #idle: SlowReadsWorker[] = [];
  #isClosed = false;

  constructor(filename: string) {
    this.#filename = filename;
  }

  /** Rejects with `service_unavailable` if too many wait, it takes too long, its thread ends, or all is closed. */
  run(owner: string, read: SentRead): Promise<SlowRows> {
    return withDeadline(this.#runInTurn(owner, read), READ_MS_MAX, unavailable);
  }

  /** Ends the threads when they have run their reads; refuses what waits. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#workers].map((worker) => worker.close()));
  }

  async #runInTurn(owner: string, read: SentRead): Promise<SlowRows> {
    const release = await this.#share.acquire(owner, 'read');
    const worker = this.#idle.pop() ?? this.#add();
    try {
      if (this.#isClosed) throw unavailable();
      return await worker.run(read);
    } finally {
      this.#idle.push(worker);
      release();
    }
  }

  #add(): SlowReadsWorker {
    const worker = new SlowReadsWorker(this.#filename);
    this.#workers.add(worker);
    return worker;
  }
}
