import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import {
  type CompiledQuery,
  type QueryResult,
  type SqliteDatabase,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { refusal } from '../kernel/errors.ts';
import { makePrivate, makePrivateFolder, PRIVATE_FILE_MODE } from '../kernel/private-folder.ts';

export const IN_MEMORY = ':memory:';

/** How long a change, and a statement of the migrations, waits for another process that writes. */
export const BUSY_TIMEOUT_MS = 5_000;
/** The gateway has some hundred different statements; preparing one costs more than running it. */
const STATEMENTS_MAX = 500;

type Statement = SqliteStatement & { readonly readonly: boolean };

export interface SqliteConnection {
  /** As the ORM and Kysely know a file. */
  readonly file: SqliteDatabase;
  /** Runs the statement before it returns; the promise is only the form that Kysely wants. */
  execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  /** Whether a statement changes nothing. */
  isRead(sql: string): boolean;
  /** A statement without parameters or rows. */
  say(sql: string): void;
  pragma(source: string): void;
  /** False also after SQLite ended a transaction by itself, as it does on a full disk. */
  inTransaction(): boolean;
  close(): void;
}

/** A connection to a SQLite file, or to a database in memory, that keeps its prepared statements. */
export async function openConnection(filename: string): Promise<SqliteConnection> {
  if (filename !== IN_MEMORY) makePrivateFile(filename);
  const database = new Database(filename, { timeout: BUSY_TIMEOUT_MS });
  database.pragma('journal_mode = wal');
  // The answer to a request means that its change is on disk, also when the power fails next.
  database.pragma('synchronous = full');
  database.pragma('foreign_keys = on');
  const file = preparing(database);
  const driver = new SqliteDriver({ database: file });
  await driver.init();
  const statements = await driver.acquireConnection();
  return {
    file,
    execute: (query) => statements.executeQuery(query),
    isRead: (sql) => file.prepare(sql).readonly,
    say: (sql) => void file.prepare(sql).run([]),
    pragma: (source) => void database.pragma(source),
    inTransaction: () => database.inTransaction,
    close: file.close,
  };
}

/** Names and contacts stand in it. SQLite gives the files beside it, its log among them, the mode of this one. */
function makePrivateFile(filename: string): void {
  makePrivateFolder(dirname(filename));
  closeSync(openSync(filename, 'a', PRIVATE_FILE_MODE));
  for (const path of [filename, `${filename}-wal`, `${filename}-shm`]) makePrivate(path);
}

/**
 * Transactions take the write lock when they begin: one that read first could not be made to wait for another process, it
 * would fail.
 */
function preparing(database: Database.Database) {
  const statements = new Map<string, Statement>();
  return {
    prepare(sql: string): Statement {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const prepared = tell(() => database.prepare(sql === 'begin' ? 'begin immediate' : sql));
      const bound = bindingBooleans(prepared);
      const statement = sql === 'rollback' ? unlessDone(bound, database) : bound;
      if (statements.size >= STATEMENTS_MAX) statements.clear();
      statements.set(sql, statement);
      return statement;
    },
    close(): void {
      statements.clear();
      database.close();
    },
  };
}

/** Where the disk is full, SQLite rolls back by itself; to be told to once more is an error that would hide the first. */
function unlessDone(rollback: Statement, database: Database.Database): Statement {
  const nothing = { changes: 0, lastInsertRowid: 0 };
  return { ...rollback, run: (parameters) => (database.inTransaction ? rollback.run(parameters) : nothing) };
}

/** SQLite has no booleans, and its driver refuses to guess. */
function bindingBooleans(statement: Database.Statement): Statement {
  const bindable = (parameters: readonly unknown[]) =>
    parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));
  return {
    reader: statement.reader,
    readonly: statement.readonly,
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
    throw unavailable(cause);
  }
}

export const unavailable = (cause?: unknown) =>
  refusal('service_unavailable', 'The database does not answer; try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });

/** Whether another process has the file at the moment. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Database.SqliteError &&
  error.cause.code.startsWith('SQLITE_BUSY');
