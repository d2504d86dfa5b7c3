import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../kernel/tables.ts';
import { FairQueue } from './fair-queue.ts';
import { BUSY_TIMEOUT_MS, isBusy, type SqliteConnection, unavailable } from './sqlite-connection.ts';
import { sqliteKysely } from './sqlite-kysely.ts';
import { Savepoint, type SqliteUnit, sqliteUnit } from './sqlite-unit.ts';

/** Units of one commit at most: a wait for the disk is worth some ten of them, more only make each wait longer. */
const GROUP_MAX = 64;
/** A group that has worked for so long is committed with what it has, so that sockets are read again soon. */
const GROUP_MS = 12;
/** Units that wait at most, some seconds of work; those that come then are refused at once. */
const WAITING_MAX = 10_000;
/** A client that has waited so long has gone, or is about to. */
const WAIT_MS = 10_000;
/** Between two looks whether another process has let go of the file; by chance, so that two do not keep in step. */
const BUSY_POLL_MS = { from: 1, to: 4 } as const;

export interface SqliteWriter {
  /** Runs work all or nothing, in its owner's turn; resolves when its change is on disk. */
  transaction<Result>(owner: string, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** Resolves when no change is half done on the connection; null where none is now. */
  settled(): Promise<void> | null;
  /** Resolves when all that waits is done; what comes now is refused. */
  close(): Promise<void>;
}

/**
 * The one writer of a file. Units that wait share a transaction and so one wait for the disk, and each is answered after it.
 * A unit is a savepoint of it: one that fails is undone alone. The event loop has its turn between groups. `beforeCommit`
 * is called in the same turn as the commit.
 */
export function sqliteWriter(connection: SqliteConnection, beforeCommit: () => void): SqliteWriter {
  const waiting = new FairQueue<SqliteUnit>();
  /** To be run next, each by itself: slow ones, and those of a group that could not be committed. */
  const alone: SqliteUnit[] = [];
  let savepoint: Savepoint | null = null;
  const db = sqliteKysely(() => opened(savepoint));
  let running: Promise<void> | null = null;
  let isClosed = false;
  let group: PromiseWithResolvers<void> | null = null;
  // The writer waits by polling: SQLite's own way would stop the whole process.
  connection.pragma('busy_timeout = 0');

  function next(): SqliteUnit | undefined {
    for (;;) {
      const unit = alone.shift() ?? waiting.shift();
      if (unit === undefined || performance.now() - unit.since < WAIT_MS) return unit;
      unit.fail(unavailable(new Error('A change waited too long for its turn.')));
    }
  }

  function runAlone(units: readonly SqliteUnit[]): void {
    for (const unit of units) unit.isAlone = true;
    alone.push(...units);
  }

  /** Runs units in the open transaction until it should be committed. Those that ran, in their order. */
  async function fill(): Promise<readonly SqliteUnit[]> {
    const ran: SqliteUnit[] = [];
    const end = performance.now() + GROUP_MS;
    while (ran.length < GROUP_MAX && performance.now() < end) {
      const unit = next();
      if (unit === undefined) break;
      savepoint = new Savepoint(connection, ran.length > 0);
      await unit.run(db);
      if (savepoint.isGivenUp) {
        runAlone([unit]);
        break;
      }
      ran.push(unit);
      if (unit.isAlone || !connection.inTransaction()) break;
    }
    savepoint = null;
    return ran;
  }

  async function runGroup(): Promise<void> {
    await begin(connection);
    const ran = await fill();
    try {
      if (!connection.inTransaction()) throw ran.at(-1)?.failure?.error;
      beforeCommit();
      connection.say('commit');
    } catch (error) {
      undo(connection);
      // Whose fault it was shows when each has a transaction of its own.
      if (ran.length > 1) runAlone(ran);
      else for (const unit of ran) unit.fail(unit.failure?.error ?? error);
      return;
    }
    for (const unit of ran) unit.answer();
  }

  async function drain(): Promise<void> {
    while (alone.length + waiting.size > 0) {
      // What comes in this turn of the event loop comes along, and sockets are read between groups.
      await setImmediate();
      group = Promise.withResolvers();
      try {
        await runGroup();
      } catch (error) {
        for (let unit = next(); unit !== undefined; unit = next()) unit.fail(error);
      }
      group.resolve();
      group = null;
    }
    running = null;
  }

  return {
    async transaction(owner, work) {
      if (isClosed || waiting.size >= WAITING_MAX) throw unavailable(new Error('No change is taken now.'));
      const { unit, done } = sqliteUnit(work);
      waiting.push(owner, unit);
      running ??= drain();
      return done;
    },
    settled: () => group?.promise ?? null,
    async close() {
      isClosed = true;
      await running;
    },
  };
}

/** Takes the file for writing, which another process may have. */
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

/** Where even that fails, so does the next `begin`, whose failure is told to those who wait. */
function undo(connection: SqliteConnection): void {
  try {
    connection.say('rollback');
  } catch {
    // What it would say, the failure that led here says.
  }
}

function opened(savepoint: Savepoint | null): Savepoint {
  if (savepoint === null) throw new Error('A transaction was begun outside its turn.');
  return savepoint;
}
