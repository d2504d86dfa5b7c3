import Database from 'better-sqlite3';
import { SqliteDialect, type SqliteStatement } from 'kysely';
import { refusal } from '../kernel/errors.ts';

/** How long a statement waits for another process that writes, such as the command line; the rest of this one waits too. */
const BUSY_TIMEOUT_MS = 5_000;
/** The gateway has some hundred different statements; preparing one costs more than running it. */
const STATEMENTS_MAX = 500;

/**
 * SQLite through one connection that keeps its prepared statements. Transactions take the write lock when they begin:
 * one that read first could not be made to wait for another process, it would fail.
 */
export function sqliteDialect(filename: string): SqliteDialect {
  return new SqliteDialect({ database: async () => openConnection(filename) });
}

function openConnection(filename: string) {
  const database = new Database(filename, { timeout: BUSY_TIMEOUT_MS });
  database.pragma('journal_mode = wal');
  // The answer to a request means that its change is on disk, also when the power fails next.
  database.pragma('synchronous = full');
  database.pragma('foreign_keys = on');
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(sql: string): SqliteStatement {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const prepared = tell(() => database.prepare(sql === 'begin' ? 'begin immediate' : sql));
      const bound = bindingBooleans(prepared);
      const statement = sql === 'rollback' ? unlessDone(bound, database) : bound;
      if (statements.size >= STATEMENTS_MAX) statements.clear();
      statements.set(sql, statement);
      return statement;
    },
    close() {
      statements.clear();
      database.close();
    },
  };
}

/** Where the disk is full, SQLite rolls back by itself; to be told to once more is an error that would hide the first. */
function unlessDone(rollback: SqliteStatement, database: Database.Database): SqliteStatement {
  const nothing = { changes: 0, lastInsertRowid: 0 };
  return { ...rollback, run: (parameters) => (database.inTransaction ? rollback.run(parameters) : nothing) };
}

/** SQLite has no booleans, and its driver refuses to guess. */
function bindingBooleans(statement: Database.Statement): SqliteStatement {
  const bindable = (parameters: readonly unknown[]) =>
    parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));
  return {
    reader: statement.reader,
    all: (parameters) => tell(() => statement.all(bindable(parameters))),
    run: (parameters) => tell(() => statement.run(bindable(parameters))),
    iterate: (parameters) => statement.iterate(bindable(parameters)),
  };
}

/** Not the statement's fault: another process that writes for too long, a disk that is full or fails. */
const UNAVAILABLE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR)/;
/** Whoever held the file for that long is done soon, or somebody has to look. */
const RETRY_AFTER_SECONDS = 2;

/** `service_unavailable` for what is not the statement's fault. */
function tell<Result>(ask: () => Result): Result {
  try {
    return ask();
  } catch (cause) {
    if (!(cause instanceof Database.SqliteError) || !UNAVAILABLE.test(cause.code)) throw cause;
    throw refusal('service_unavailable', 'The database does not answer; try again in a moment.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause,
    });
  }
}
