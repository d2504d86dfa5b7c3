import Database from 'better-sqlite3';
import { TaskThread } from '../../worker/task-thread.ts';
import { BUSY_TIMEOUT_MS, faultOf, unavailable } from '../file/sqlite-connection.ts';
import type { SentError, SentGroup, SentResult } from './additions-thread.js';
import type { Inserts } from './commit-group.js';
import { world } from '../../../kernel/world.ts';

const THREAD = new URL('./additions-thread.js', import.meta.url);
/** Heap limits: the thread inserts some hundred rows at a time. The default limits are for a whole gateway. */
const THREAD_MIB = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 } as const;
/** Time limit for a result of the thread: three times its timeout for the lock on the file. */
const RESULT_MS = 3 * BUSY_TIMEOUT_MS;
/** Pause before a failed thread is replaced. */
const RESTART_MS = 1_000;
/**
 * The most SQL texts that both sides know by number. Commands insert into some ten sets of tables, and each set has a
 * few different numbers of rows.
 */
const TEXTS_MAX = 500;

/** A thread that commits groups of transactions that only add rows. */
export interface AdditionsWorker {
  /** Starts the thread if none runs; `isReady` tells when it can be used. */
  start(): void;
  readonly isReady: boolean;
  /**
   * Commits a group as one transaction. Returns the error of each member, or null if the member is on the disk. Rejects
   * if the result is unknown, because the file is locked or the thread ended. One group at a time.
   */
  commit(transactions: readonly Inserts[]): Promise<readonly unknown[]>;
  /** Copies the log of the file into it, as far as nothing reads what was before. Never rejects. */
  copyLog(): Promise<void>;
  /** Waits until all of the log is on the disk. If the thread fails, the next commit does it; never rejects. */
  syncLog(): Promise<void>;
  /** Ends the thread when it is idle. */
  close(): Promise<void>;
}

export const additionsWorker = (filename: string): AdditionsWorker => new RestartingWorker(filename);

class RestartingWorker implements AdditionsWorker {
  readonly #thread: TaskThread<SentGroup | 'copy log' | 'sync log', SentResult>;
  readonly #texts = new Map<string, number>();
  /** The thread that knows these texts. */
  #knownBy: object | null = null;

  constructor(filename: string) {
    const data = { filename, busyTimeoutMs: BUSY_TIMEOUT_MS };
    const options = { name: 'additions', memory: THREAD_MIB, data, restartMs: RESTART_MS, lost: unavailable };
    this.#thread = new TaskThread(THREAD, options);
  }

  get isReady(): boolean {
    return this.#thread.isReady;
  }

  start(): void {
    this.#thread.start();
  }

  async commit(transactions: readonly Inserts[]): Promise<readonly unknown[]> {
    const result = await this.#resultOf(this.#sent(transactions));
    if ('refused' in result) throw faultOf(received(result.refused));
    const { errors } = result;
    return transactions.map((_, at) => received(errors?.[at] ?? null));
  }

  async copyLog(): Promise<void> {
    // If it fails, the log stays long, and a later commit copies it.
    await this.#thread.run('copy log').catch(() => {});
  }

  async syncLog(): Promise<void> {
    await this.#resultOf('sync log').catch(() => {});
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  /** After a failure the changes may or may not be on the disk, so the error tells clients to retry. */
  async #resultOf(task: SentGroup | 'sync log'): Promise<SentResult> {
    const timer = world.after(() => {
      void this.#thread.stop(new Error('The thread that adds rows does not respond.'));
    }, RESULT_MS);
    try {
      return await this.#thread.run(task);
    } finally {
      world.cancel(timer);
    }
  }

  /**
   * Each text is sent once, and after that only its number. All values are in one list, because that is copied fastest.
   */
  #sent(transactions: readonly Inserts[]): SentGroup {
    const forgetsTexts = this.#texts.size > TEXTS_MAX || this.#knownBy !== this.#thread.worker;
    if (forgetsTexts) this.#texts.clear();
    this.#knownBy = this.#thread.worker;
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
