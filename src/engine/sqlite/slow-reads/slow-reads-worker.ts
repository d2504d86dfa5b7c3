import Database from 'better-sqlite3';
import { TaskThread } from '../../worker/task-thread.ts';
import { bindable, BUSY_TIMEOUT_MS, faultOf, unavailable } from '../file/sqlite-connection.ts';
import type { ReadResult, SentRead } from './slow-reads-thread.js';

const THREAD = new URL('./slow-reads-thread.js', import.meta.url);
/** Heap limits: a page of a hundred long rows has 50 MiB of free JSON. */
const THREAD_MIB = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 } as const;

export interface SlowRows {
  /** `never` fits the rows of every query. */
  readonly rows: never[];
  /** Milliseconds of processor time of the statement. */
  readonly ms: number;
}

/** Runs reads on its own thread, which starts with the first read. */
export class SlowReadsWorker {
  readonly #thread: TaskThread<SentRead, ReadResult>;

  constructor(filename: string) {
    const data = { filename, busyTimeoutMs: BUSY_TIMEOUT_MS };
    this.#thread = new TaskThread(THREAD, {
      name: 'slow reads',
      memory: THREAD_MIB,
      data,
      lost: unavailable,
    });
  }

  /** Rejects with `service_unavailable` if the thread ends. */
  async run({ sql, parameters }: SentRead): Promise<SlowRows> {
    const result = await this.#thread.run({ sql, parameters: bindable(parameters) });
    if ('rows' in result) return result;
    const { code, message } = result.error;
    throw code?.startsWith('SQLITE_') === true
      ? faultOf(new Database.SqliteError(message, code))
      : new Error(message);
  }

  /** Ends the thread when it has run its read. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
