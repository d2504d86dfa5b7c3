import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from '../sql/tables.ts';
import { type DatabaseUsage, GATEWAY } from '../sql/database.ts';
import { GROUP_MAX, GroupQueue } from '../turns/group-queue.ts';
import { type SqliteInsertGroups, sqliteInsertGroups } from './additions/insert-groups.ts';
import type { AdditionsWorker } from './additions/additions-worker.ts';
import { fileTurns } from './file/file-turns.ts';
import { Savepoint } from './savepoint.ts';
import { begin, isUnwritable, type SqliteConnection, unavailable } from './file/sqlite-connection.ts';
import { transactionKysely } from './sqlite-kysely.ts';
import { SqliteTransaction } from './sqlite-transaction.ts';
import type { SqliteTurn } from './sqlite-turn.ts';
import { TURNS_OF_MANY_PAGES, writeAhead } from './write-ahead.ts';
import { world } from '../../kernel/world.ts';

/** Milliseconds after which a group is committed even if more transactions wait, so sockets are read again soon. */
const GROUP_MS = 12;
/**
 * Writes the first page of the file again. An update would not do, because SQLite writes nothing if the values stay the
 * same.
 */
const REWRITE = CompiledQuery.raw('pragma user_version = 0');

export interface SqliteWriter {
  /** Runs work in one transaction in its owner's turn. Resolves when its change is on disk. */
  transaction<Result>(owner: string, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  usage(): Pick<DatabaseUsage, 'used' | 'waiting' | 'retries'>;
  /** Throws `service_unavailable` if a change could not be written and writing still fails. */
  ping(): Promise<void>;
  /** Resolves when no transaction is open on the connection. Null if none is open now. */
  settled(): Promise<void> | null;
  /** Resolves when all transactions are done; new ones are refused. */
  close(): Promise<void>;
}

/** Pages of the log after which SQLite copies it into the file, at the commit that finds so many. This is its default. */
const LOG_PAGES = 1_000;

interface SqliteWriterOptions {
  /** The connection for transactions that read or change rows. */
  readonly connection: SqliteConnection;
  /** Commits transactions that only add rows. If null, the connection does it. */
  readonly worker: AdditionsWorker | null;
  /** Called before the results of changes are returned, in the same turn of the event loop. */
  readonly beforeResults: () => void;
}

/** The transactions of a group, and how many turns of the event loop they took. */
interface Filled {
  readonly ran: readonly SqliteTurn[];
  readonly turns: number;
}

export const sqliteWriter = (options: SqliteWriterOptions): SqliteWriter => new GroupingWriter(options);

/**
 * The only writer of a file in this process, with group commit. Queued transactions share one transaction and so one
 * disk sync, and get their results after it. Transactions that only insert rows go to `additions`. The others run here,
 * each in its own savepoint, so one that fails is rolled back alone. The event loop runs between groups.
 */
class GroupingWriter implements SqliteWriter {
  readonly #connection: SqliteConnection;
  readonly #beforeResults: () => void;
  readonly #queue: GroupQueue<SqliteTurn>;
  readonly #additions: SqliteInsertGroups;
  readonly #worker: AdditionsWorker | null;
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;
  #group: PromiseWithResolvers<void> | null = null;
  #retries = 0;
  /** Whether the system has refused to write a change and has not written one since. */
  #isRefused = false;

  constructor({ connection, worker, beforeResults }: SqliteWriterOptions) {
    this.#connection = connection;
    this.#beforeResults = beforeResults;
    this.#worker = worker;
    const turns = fileTurns();
    this.#queue = new GroupQueue({
      runGroup: (next) => turns.take(() => this.#runGroup(next)),
      refuse: (reason) => unavailable(new Error(reason)),
    });
    this.#additions = sqliteInsertGroups({ turns, connection, worker, beforeResults });
    // The writer polls for the lock, because the busy handler of SQLite would block the whole process.
    connection.pragma('busy_timeout = 0');
  }

  async transaction<Result>(owner: string, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw unavailable(new Error('No change is taken now.'));
    const running = this.#run(owner, work);
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      this.#isRefused ||= isUnwritable(error);
      throw error;
    } finally {
      this.#running.delete(running);
    }
  }

  async ping(): Promise<void> {
    if (!this.#isRefused) return;
    await this.transaction(GATEWAY, (db) => db.executeQuery(REWRITE));
    this.#isRefused = false;
  }

  usage() {
    return {
      used: this.#group === null ? 0 : 1,
      waiting: this.#queue.size + this.#additions.size,
      retries: this.#retries,
    };
  }

  settled(): Promise<void> | null {
    return this.#group?.promise ?? null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#running);
    await Promise.all([this.#queue.close(), this.#additions.close()]);
  }

  async #run<Result>(owner: string, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    for (let isAlone = false; ; isAlone = true) {
      const transaction = new SqliteTransaction(
        {
          commitInserts: (inserts) => this.#additions.commit(owner, inserts),
          takeTurn: (turn) => (isAlone ? this.#queue.pushFirst([turn]) : this.#queue.push(owner, turn)),
        },
        isAlone,
      );
      const end = await transaction.run(
        transactionKysely((query) => transaction.execute(query)),
        work,
      );
      if (end !== 'again') return end.result;
      this.#retries += 1;
    }
  }

  /** Runs queued transactions inside the open one until it is time to commit. Returns them in order. */
  async #fill(next: () => SqliteTurn | undefined): Promise<Filled> {
    const ran: SqliteTurn[] = [];
    let turns = 0;
    const end = world.elapsedMs() + GROUP_MS;
    while (ran.length < GROUP_MAX && world.elapsedMs() < end) {
      const turn = next();
      if (turn === undefined) break;
      const savepoint = new Savepoint(this.#connection, ran.length > 0);
      await turn.run(savepoint);
      turns += savepoint.turns;
      if (savepoint.isRolledBack) {
        turn.again();
        break;
      }
      ran.push(turn);
      if (turn.isAlone || !this.#connection.inTransaction()) break;
    }
    return { ran, turns };
  }

  async #runGroup(next: () => SqliteTurn | undefined): Promise<void> {
    this.#group = Promise.withResolvers();
    try {
      await begin(this.#connection);
      const { ran, turns } = await this.#fill(next);
      if (turns > 0) await this.#commitLong(ran, turns);
      else this.#commit(ran);
    } finally {
      this.#group.resolve();
      this.#group = null;
    }
  }

  /**
   * What a long transaction changed is written to the log and to the disk before its commit, beside the event loop, so
   * that the commit has little left. After it the log is long, and SQLite would copy it into the file at the commit, and
   * hold the event loop for as long as the disk takes. The thread copies it, while the next transactions run.
   */
  async #commitLong(ran: readonly SqliteTurn[], turns: number): Promise<void> {
    const worker = this.#worker;
    const hasManyPages = turns >= TURNS_OF_MANY_PAGES;
    // So that it is ready for the next one.
    if (hasManyPages) worker?.start();
    if (worker?.isReady !== true) return this.#commit(ran);
    const fault = hasManyPages ? await writeAhead(this.#connection, worker, turns) : null;
    this.#connection.pragma('wal_autocheckpoint = 0');
    this.#commit(ran, fault);
    this.#connection.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
    void worker.copyLog();
  }

  /** `fault` is why the transaction may have ended already, beside the faults of its own work. */
  #commit(ran: readonly SqliteTurn[], fault: unknown = null): void {
    try {
      if (!this.#connection.inTransaction()) throw ran.at(-1)?.failure?.error ?? fault;
      this.#beforeResults();
      this.#connection.exec('commit');
    } catch (error) {
      undo(this.#connection);
      // They run again one by one, so only the faulty one fails.
      if (ran.length > 1) for (const turn of ran) turn.again();
      else for (const turn of ran) turn.fail(turn.failure?.error ?? error);
      return;
    }
    for (const turn of ran) turn.done();
  }
}

/** If the rollback fails as well, the next `begin` fails and its error goes to the queued changes. */
function undo(connection: SqliteConnection): void {
  try {
    connection.exec('rollback');
  } catch {
    // The caller already has the error that led here.
  }
}
