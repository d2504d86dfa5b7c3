import { withDeadline } from '../../async/deadline.ts';
import { fairShare } from '../../turns/fair-share.ts';
import { unavailable } from '../file/sqlite-connection.ts';
import type { SentRead } from './slow-reads-thread.js';
import { type SlowRows, SlowReadsWorker } from './slow-reads-worker.ts';

/** An owner uses one of them, so owners who read little find the other one free. */
const THREADS = 2;
/** Milliseconds that a read may take, with its wait. A client that has waited this long has gone or will go soon. */
const READ_MS_MAX = 10_000;

/**
 * Runs reads on separate threads; owners take turns. Nothing can stop a statement of SQLite, so a read that takes too
 * long is refused but still runs to its end.
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

  /** Refuses the waiting reads, and ends the threads when they have run their reads. */
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
