import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { endThread } from '../file/end-thread.ts';
import { bindable, BUSY_TIMEOUT_MS, faultOf, unavailable } from '../file/sqlite-connection.ts';
import type { ReadAnswer, SentRead } from './slow-reads-thread.js';

const THREAD = new URL('./slow-reads-thread.js', import.meta.url);
/** Heap limits: a page of a hundred long rows has 50 MiB of free JSON. */
const THREAD_MIB = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 } as const;

export interface SlowRows {
  /** Of the type that the query says; `never` fits all of them. */
  readonly rows: never[];
  /** Milliseconds of processor time of the statement. */
  readonly ms: number;
}

/** Runs one read at a time on a thread of its own, which starts with the first one. */
export class SlowReadsWorker {
  readonly #filename: string;
  #running: PromiseWithResolvers<SlowRows> | null = null;
  #thread: Worker | null = null;
  #isClosed = false;

  constructor(filename: string) {
    this.#filename = filename;
  }

  /** Rejects with `service_unavailable` if the thread ends. */
  async run({ sql, parameters }: SentRead): Promise<SlowRows> {
    this.#thread ??= this.#start();
    this.#thread.postMessage({ sql, parameters: bindable(parameters) });
    this.#thread.ref();
    this.#running = Promise.withResolvers<SlowRows>();
    return this.#running.promise;
  }

  /** Ends the thread when it has run its read. */
  async close(): Promise<void> {
    this.#isClosed = true;
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
    thread.unref();
    return thread;
  }

  #answer(answer: ReadAnswer): void {
    const read = this.#running;
    this.#running = null;
    // An idle thread must not keep the process alive, except for as long as it ends.
    if (!this.#isClosed) this.#thread?.unref();
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
  }
}
