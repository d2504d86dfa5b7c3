import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { FairQueue } from '../../../kernel/fair-queue.ts';
import { endThread } from '../end-thread.ts';
import { bindable, BUSY_TIMEOUT_MS, faultOf, unavailable } from '../sqlite-connection.ts';
import type { ReadAnswer, SentRead } from './slow-reads-thread.js';

const THREAD = new URL('./slow-reads-thread.js', import.meta.url);
/** Heap limits: a page of a hundred KYC records has 50 MiB of screening results. */
const THREAD_MIB = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 } as const;
/** Milliseconds from its beginning to wait; a client that has waited this long has gone or is about to. */
const READ_MS_MAX = 10_000;
/** The most waiting reads of one owner: more than the thread runs within that time. Further ones are refused at once. */
const WAITING_MAX = 1_000;

interface SlowRows {
  /** Of the type that the query says; `never` fits all of them. */
  readonly rows: never[];
  /** Milliseconds of processor time of the statement. */
  readonly ms: number;
}

interface Waiting extends PromiseWithResolvers<SlowRows> {
  readonly read: SentRead;
}

/**
 * Runs reads on a thread of its own, one after the other; owners take turns. The thread starts with the first one. SQLite
 * cannot be made to end a statement, so one that takes too long is refused and still runs to its end.
 */
export class SlowReadsWorker {
  readonly #filename: string;
  readonly #line = new FairQueue<Waiting>();
  #running: Waiting | null = null;
  #thread: Worker | null = null;
  #isClosed = false;

  constructor(filename: string) {
    this.#filename = filename;
  }

  /** Rejects with `service_unavailable` where too many wait, it takes too long, the thread ends, or all is closed. */
  run(owner: string, read: SentRead): Promise<SlowRows> {
    if (this.#isClosed || this.#line.sizeOf(owner) >= WAITING_MAX) return Promise.reject(unavailable());
    const waiting = { ...Promise.withResolvers<SlowRows>(), read };
    this.#line.push(owner, waiting);
    const timer = setTimeout(() => {
      this.#line.remove(owner, waiting);
      waiting.reject(unavailable());
    }, READ_MS_MAX);
    this.#runNext();
    return waiting.promise.finally(() => clearTimeout(timer));
  }

  /** Ends the thread when it has run its read; refuses what waits. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (let next = this.#line.shift(); next !== undefined; next = this.#line.shift())
      next.reject(unavailable());
    if (this.#thread !== null) await endThread(this.#thread);
  }

  #start(): Worker {
    const thread = new Worker(THREAD, {
      workerData: { filename: this.#filename, busyTimeoutMs: BUSY_TIMEOUT_MS },
      // Not inherited: the options of the process load the bundle, and NODE_OPTIONS may preload what must run only once.
      execArgv: [],
      env: {},
      resourceLimits: THREAD_MIB,
      name: 'slow reads',
    });
    thread.on('message', (answer: ReadAnswer) => this.#answer(answer));
    thread.on('error', (error) => this.#lose(thread, error));
    thread.on('exit', () => this.#lose(thread, new Error('The thread of slow reads has ended.')));
    return thread;
  }

  #runNext(): void {
    while (this.#running === null) {
      const next = this.#line.shift();
      if (next === undefined) return this.#idle();
      this.#send(next);
    }
  }

  /** A value that cannot be sent, or a thread that cannot start, fails this read only. */
  #send(waiting: Waiting): void {
    const { sql, parameters } = waiting.read;
    try {
      this.#thread ??= this.#start();
      this.#thread.ref();
      this.#thread.postMessage({ sql, parameters: bindable(parameters) });
      this.#running = waiting;
    } catch (error) {
      waiting.reject(error);
    }
  }

  /** An idle thread must not keep the process alive, except for as long as it ends. */
  #idle(): void {
    if (!this.#isClosed) this.#thread?.unref();
  }

  #answer(answer: ReadAnswer): void {
    const read = this.#running;
    this.#running = null;
    this.#runNext();
    if (read === null) return;
    if ('rows' in answer) return read.resolve(answer);
    const { code, message } = answer.error;
    read.reject(
      code?.startsWith('SQLITE_') === true
        ? faultOf(new Database.SqliteError(message, code))
        : new Error(message),
    );
  }

  /** The next read starts another thread. */
  #lose(thread: Worker, cause: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    this.#running?.reject(unavailable(cause));
    this.#running = null;
    this.#runNext();
  }
}
