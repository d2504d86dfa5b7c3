import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { endThread } from '../file/end-thread.ts';
import { BUSY_TIMEOUT_MS, faultOf, unavailable } from '../file/sqlite-connection.ts';
import type { SentAnswer, SentError, SentGroup } from './additions-thread.js';
import type { Inserts } from './commit-group.js';

const THREAD = new URL('./additions-thread.js', import.meta.url);
/** Heap limits: it inserts some hundred rows at a time, and the default limits are those of a whole gateway. */
const THREAD_MIB = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 } as const;
/** Answer timeout of the thread: three times its timeout for the lock on the file. */
const ANSWER_MS = 3 * BUSY_TIMEOUT_MS;
/** Pause before a failed thread is replaced. */
const RESTART_MS = 1_000;
/**
 * SQL texts that both sides know by number. Commands insert into some ten sets of tables, each with a few numbers of
 * rows.
 */
const TEXTS_MAX = 500;

/** A thread that commits groups of transactions that only add rows. */
export interface AdditionsWorker {
  /** Starts the thread if none runs; `isReady` tells when it can be used. */
  start(): void;
  readonly isReady: boolean;
  /**
   * Commits a group as one transaction; returns for each member its error, or null if it is on the disk. Rejects if
   * the result is unknown, because the file is locked or the thread ended. One group at a time.
   */
  commit(transactions: readonly Inserts[]): Promise<readonly unknown[]>;
  /** Ends the thread when it is idle. */
  close(): Promise<void>;
}

export const additionsWorker = (filename: string): AdditionsWorker => new RestartingWorker(filename);

class RestartingWorker implements AdditionsWorker {
  readonly #filename: string;
  readonly #texts = new Map<string, number>();
  #thread: Worker | null = null;
  #isReady = false;
  #mayStartAt = 0;
  #waiting: PromiseWithResolvers<SentAnswer> | null = null;

  constructor(filename: string) {
    this.#filename = filename;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  start(): void {
    if (this.#thread !== null || performance.now() < this.#mayStartAt) return;
    const thread = new Worker(THREAD, {
      workerData: { filename: this.#filename, busyTimeoutMs: BUSY_TIMEOUT_MS },
      // Not inherited: the options of the process load the bundle, and NODE_OPTIONS may preload what must run only once.
      execArgv: [],
      env: {},
      resourceLimits: THREAD_MIB,
      name: 'additions',
    });
    this.#thread = thread;
    this.#texts.clear();
    thread.on('message', (answer: SentAnswer | null) => {
      if (answer === null) this.#isReady = true;
      else this.#waiting?.resolve(answer);
    });
    thread.on('error', (error) => this.#lose(error));
    thread.on('exit', () => {
      this.#lose(new Error('The thread that adds rows has ended.'));
      this.#thread = null;
    });
    // An idle thread must not keep the process alive.
    thread.unref();
  }

  async commit(transactions: readonly Inserts[]): Promise<readonly unknown[]> {
    if (this.#thread === null) throw new Error('No thread runs.');
    const thread = this.#thread;
    const { promise } = (this.#waiting = Promise.withResolvers<SentAnswer>());
    const timer = setTimeout(() => {
      this.#lose(new Error('The thread that adds rows does not answer.'));
      void thread.terminate();
    }, ANSWER_MS);
    try {
      thread.ref();
      thread.postMessage(this.#sent(transactions));
      const answer = await promise;
      if ('refused' in answer) throw faultOf(received(answer.refused));
      const { errors } = answer;
      return transactions.map((_, at) => received(errors?.[at] ?? null));
    } finally {
      clearTimeout(timer);
      thread.unref();
      this.#waiting = null;
    }
  }

  async close(): Promise<void> {
    if (this.#thread !== null) await endThread(this.#thread);
  }

  /** The changes may or may not be on the disk, so the error tells clients to retry. */
  #lose(cause: unknown): void {
    this.#isReady = false;
    this.#mayStartAt = performance.now() + RESTART_MS;
    this.#waiting?.reject(unavailable(cause));
  }

  /** A text is sent once, and by its number after that; all values are in one list, which is copied fastest. */
  #sent(transactions: readonly Inserts[]): SentGroup {
    const forgetsTexts = this.#texts.size > TEXTS_MAX;
    if (forgetsTexts) this.#texts.clear();
    const newTexts: string[] = [];
    const content: unknown[] = [];
    for (const inserts of transactions) {
      content.push(inserts.length);
      for (const { sql, values } of inserts) {
        let text = this.#texts.get(sql);
        if (text === undefined) {
          text = this.#texts.size;
          this.#texts.set(sql, text);
          newTexts.push(sql);
        }
        content.push(text, values.length);
        for (const value of values) content.push(value);
      }
    }
    return { newTexts, forgetsTexts, content };
  }
}

/** An error of the thread, as SQLite would have thrown it here. */
function received(error: SentError | null): unknown {
  if (error === null) return null;
  const { code, message } = error;
  return code?.startsWith('SQLITE_') === true ? new Database.SqliteError(message, code) : new Error(message);
}
