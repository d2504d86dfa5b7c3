import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../../kernel/sql/tables.ts';
import type { DatabaseUsage } from '../../pipeline/database.ts';
import { GROUP_MAX, GroupQueue } from '../turns/group-queue.ts';
import { BUSY_TIMEOUT_MS, isBusy, type SqliteConnection, unavailable } from './sqlite-connection.ts';
import { sqliteKysely } from './sqlite-kysely.ts';
import { Savepoint, type SqliteUnit, sqliteUnit } from './sqlite-unit.ts';

/** Milliseconds after which a group is committed with what it has, so that sockets are read again soon. */
const GROUP_MS = 12;
/**
 * Milliseconds between two attempts to lock a file that another process holds; random, so that two processes do not
 * stay in step.
 */
const BUSY_POLL_MS = { from: 1, to: 4 } as const;

export interface SqliteWriter {
  /** Runs work in one transaction, in its owner's turn; resolves when its change is on disk. */
  transaction<Result>(owner: string, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  usage(): Pick<DatabaseUsage, 'used' | 'waiting' | 'retries'>;
  /** Resolves when no transaction is open on the connection; null where none is open now. */
  settled(): Promise<void> | null;
  /** Resolves when all waiting units are done; new ones are refused. */
  close(): Promise<void>;
}

export const sqliteWriter = (connection: SqliteConnection, beforeCommit: () => void): SqliteWriter =>
  new GroupingWriter(connection, beforeCommit);

/**
 * The only writer of a file. Waiting units share one transaction, and so one disk sync, and are answered after it. Each
 * unit has its own savepoint, so a failing one is rolled back alone. The event loop runs between groups. `beforeCommit`
 * is called in the same turn as the commit.
 */
class GroupingWriter implements SqliteWriter {
  readonly #connection: SqliteConnection;
  readonly #beforeCommit: () => void;
  readonly #queue: GroupQueue<SqliteUnit>;
  readonly #db: Kysely<Tables>;
  #savepoint: Savepoint | null = null;
  #group: PromiseWithResolvers<void> | null = null;
  #retries = 0;

  constructor(connection: SqliteConnection, beforeCommit: () => void) {
    this.#connection = connection;
    this.#beforeCommit = beforeCommit;
    this.#db = sqliteKysely(() => opened(this.#savepoint));
    this.#queue = new GroupQueue({
      runGroup: (next) => this.#runGroup(next),
      refuse: (reason) => unavailable(new Error(reason)),
    });
    // The writer polls for the lock: the busy handler of SQLite would block the whole process.
    connection.pragma('busy_timeout = 0');
  }

  async transaction<Result>(owner: string, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    const { unit, done } = sqliteUnit(work);
    this.#queue.push(owner, unit);
    return done;
  }

  usage() {
    return { used: this.#group === null ? 0 : 1, waiting: this.#queue.size, retries: this.#retries };
  }

  settled(): Promise<void> | null {
    return this.#group?.promise ?? null;
  }

  close(): Promise<void> {
    return this.#queue.close();
  }

  /**
   * Puts units before all others, each to run in a transaction of its own: slow ones, and those of a group that could
   * not be committed.
   */
  #runAlone(units: readonly SqliteUnit[]): void {
    this.#retries += units.length;
    for (const unit of units) unit.isAlone = true;
    this.#queue.pushFirst(units);
  }

  /** Runs units in the open transaction until it should be committed. Returns them in their order. */
  async #fill(next: () => SqliteUnit | undefined): Promise<readonly SqliteUnit[]> {
    const ran: SqliteUnit[] = [];
    const end = performance.now() + GROUP_MS;
    while (ran.length < GROUP_MAX && performance.now() < end) {
      const unit = next();
      if (unit === undefined) break;
      const savepoint = new Savepoint(this.#connection, ran.length > 0);
      this.#savepoint = savepoint;
      await unit.run(this.#db);
      if (savepoint.isRolledBack) {
        this.#runAlone([unit]);
        break;
      }
      ran.push(unit);
      if (unit.isAlone || !this.#connection.inTransaction()) break;
    }
    this.#savepoint = null;
    return ran;
  }

  async #runGroup(next: () => SqliteUnit | undefined): Promise<void> {
    this.#group = Promise.withResolvers();
    try {
      await begin(this.#connection);
      this.#commit(await this.#fill(next));
    } finally {
      this.#group.resolve();
      this.#group = null;
    }
  }

  #commit(ran: readonly SqliteUnit[]): void {
    try {
      if (!this.#connection.inTransaction()) throw ran.at(-1)?.failure?.error;
      this.#beforeCommit();
      this.#connection.say('commit');
    } catch (error) {
      undo(this.#connection);
      // Run again one by one, so that only the unit at fault fails.
      if (ran.length > 1) this.#runAlone(ran);
      else for (const unit of ran) unit.fail(unit.failure?.error ?? error);
      return;
    }
    for (const unit of ran) unit.answer();
  }
}

/** Locks the file for writing, waiting for another process that holds it. */
async function begin(connection: SqliteConnection): Promise<void> {
  const end = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      connection.say('begin');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
    }
    await setTimeout(BUSY_POLL_MS.from + Math.random() * (BUSY_POLL_MS.to - BUSY_POLL_MS.from));
  }
}

/** If the rollback fails as well, the next `begin` fails and its error goes to the waiting units. */
function undo(connection: SqliteConnection): void {
  try {
    connection.say('rollback');
  } catch {
    // The caller already has the error that led here.
  }
}

function opened(savepoint: Savepoint | null): Savepoint {
  if (savepoint === null) throw new Error('A transaction was begun outside its turn.');
  return savepoint;
}
