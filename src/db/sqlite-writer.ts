import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../kernel/tables.ts';
import { FairQueue } from './fair-queue.ts';
import { BUSY_TIMEOUT_MS, isBusy, type SqliteConnection, unavailable } from './sqlite-connection.ts';
import { sqliteKysely } from './sqlite-kysely.ts';
import { Savepoint, type SqliteUnit, sqliteUnit } from './sqlite-unit.ts';

/**
 * The most units of one commit: some ten of them share the cost of a disk sync well, and more only make each wait
 * longer.
 */
const GROUP_MAX = 64;
/** Milliseconds after which a group is committed with what it has, so that sockets are read again soon. */
const GROUP_MS = 12;
/** The most waiting units, some seconds of work; further ones are refused at once. */
const WAITING_MAX = 10_000;
/** Milliseconds; a client that has waited this long has gone or is about to. */
const WAIT_MS = 10_000;
/**
 * Milliseconds between two attempts to lock a file that another process holds; random, so that two processes do not
 * stay in step.
 */
const BUSY_POLL_MS = { from: 1, to: 4 } as const;

export interface SqliteWriter {
  /** Runs work in one transaction, in its owner's turn; resolves when its change is on disk. */
  transaction<Result>(owner: string, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** Resolves when no change is half done on the connection; null where none is now. */
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
  readonly #waiting = new FairQueue<SqliteUnit>();
  /** Units to run next, each in a transaction of its own: slow ones, and those of a group that could not be committed. */
  readonly #alone: SqliteUnit[] = [];
  readonly #db: Kysely<Tables>;
  #savepoint: Savepoint | null = null;
  #running: Promise<void> | null = null;
  #isClosed = false;
  #group: PromiseWithResolvers<void> | null = null;

  constructor(connection: SqliteConnection, beforeCommit: () => void) {
    this.#connection = connection;
    this.#beforeCommit = beforeCommit;
    this.#db = sqliteKysely(() => opened(this.#savepoint));
    // The writer polls for the lock: the busy handler of SQLite would block the whole process.
    connection.pragma('busy_timeout = 0');
  }

  async transaction<Result>(owner: string, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    if (this.#isClosed || this.#waiting.size >= WAITING_MAX)
      throw unavailable(new Error('No change is taken now.'));
    const { unit, done } = sqliteUnit(work);
    this.#waiting.push(owner, unit);
    this.#running ??= this.#drain();
    return done;
  }

  settled(): Promise<void> | null {
    return this.#group?.promise ?? null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  #next(): SqliteUnit | undefined {
    for (;;) {
      const unit = this.#alone.shift() ?? this.#waiting.shift();
      if (unit === undefined || performance.now() - unit.since < WAIT_MS) return unit;
      unit.fail(unavailable(new Error('A change waited too long for its turn.')));
    }
  }

  #runAlone(units: readonly SqliteUnit[]): void {
    for (const unit of units) unit.isAlone = true;
    this.#alone.push(...units);
  }

  /** Runs units in the open transaction until it should be committed. Returns them in their order. */
  async #fill(): Promise<readonly SqliteUnit[]> {
    const ran: SqliteUnit[] = [];
    const end = performance.now() + GROUP_MS;
    while (ran.length < GROUP_MAX && performance.now() < end) {
      const unit = this.#next();
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

  async #runGroup(): Promise<void> {
    await begin(this.#connection);
    const ran = await this.#fill();
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

  async #drain(): Promise<void> {
    while (this.#alone.length + this.#waiting.size > 0) {
      // Units that arrive in this turn of the event loop join the group, and sockets are read between groups.
      await setImmediate();
      this.#group = Promise.withResolvers();
      try {
        await this.#runGroup();
      } catch (error) {
        for (let unit = this.#next(); unit !== undefined; unit = this.#next()) unit.fail(error);
      }
      this.#group.resolve();
      this.#group = null;
    }
    this.#running = null;
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
