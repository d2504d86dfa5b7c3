import { statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { CompiledQuery, QueryResult, SqliteDatabase, SqliteStatement } from 'kysely';
import { makePrivate, makePrivateFolder, PRIVATE_FILE_MODE } from '../../files/private-folder.ts';
import { databaseUnavailable } from '../../sql/unavailable.ts';
import { openFile } from './open-file.js';
import { world } from '../../../kernel/world.ts';

export const IN_MEMORY = ':memory:';

/** How long a change or a migration waits while another process writes. */
export const BUSY_TIMEOUT_MS = 5_000;
/**
 * Milliseconds between two attempts to lock a file that another process holds. The pause is random, so two processes do
 * not stay in step.
 */
const BUSY_POLL_MS = { from: 1, to: 4 } as const;
/**
 * The most prepared statements. The gateway has some hundred different ones, and preparing one costs more than running
 * it.
 */
const STATEMENTS_MAX = 500;

/** `never` fits the rows of every query. */
interface Statement extends SqliteStatement {
  readonly readonly: boolean;
  all(parameters: readonly unknown[]): never[];
}

export interface SqliteConnection {
  /** The open file, for the ORM and Kysely. */
  readonly file: SqliteDatabase;
  /** Runs the statement synchronously, but returns a promise because Kysely expects one. */
  execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  /** Whether a statement only reads. */
  isRead(sql: string): boolean;
  /** Runs a statement without rows. */
  run(sql: string, parameters: readonly unknown[]): void;
  /** Runs a statement without parameters or rows. */
  exec(sql: string): void;
  /** Runs several statements, once. */
  runScript(sql: string): void;
  pragma(source: string): void;
  /** Also false if SQLite ended the transaction itself, for example on a full disk. */
  inTransaction(): boolean;
  close(): void;
}

/**
 * A connection to a SQLite file or to a database in memory, with a cache of prepared statements. One in memory may begin
 * as a copy of bytes.
 */
export async function openConnection(origin: string | Buffer): Promise<SqliteConnection> {
  if (typeof origin === 'string' && origin !== IN_MEMORY) makePrivateFile(origin);
  const database = openFile(origin, { timeout: BUSY_TIMEOUT_MS });
  const file = preparing(database);
  return {
    file,
    execute: async (query) => resultOf(file.prepare(query.sql), query.parameters),
    isRead: (sql) => file.prepare(sql).readonly,
    run: (sql, parameters) => void file.prepare(sql).run(parameters),
    exec: (sql) => void file.prepare(sql).run([]),
    runScript: (sql) => void database.exec(sql),
    pragma: (source) => void database.pragma(source),
    inTransaction: () => database.inTransaction,
    close: file.close,
  };
}

/**
 * Keeps other accounts out, because the file contains names and contacts. SQLite gives its log and other files the same
 * mode.
 */
function makePrivateFile(filename: string): void {
  makePrivateFolder(dirname(filename));
  const existing = statSync(filename, { throwIfNoEntry: false });
  // The mode of a folder stays; SQLite then reports that it cannot open a folder.
  if (existing !== undefined && !existing.isFile()) return;
  // An existing file is not opened here, because closing it would release the locks of this process.
  if (existing === undefined) writeFileSync(filename, '', { flag: 'a', mode: PRIVATE_FILE_MODE });
  for (const path of [filename, `${filename}-wal`, `${filename}-shm`]) makePrivate(path);
}

/**
 * Transactions take the write lock at their beginning. If a transaction read first, it would fail instead of waiting
 * for another process.
 */
function preparing(database: Database.Database) {
  const statements = new Map<string, Statement>();
  return {
    prepare(sql: string): Statement {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const bound = bindingBooleans(prepare(database, sql === 'begin' ? 'begin immediate' : sql));
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

function prepare(database: Database.Database, sql: string): Database.Statement<unknown[], never> {
  try {
    return database.prepare<unknown[], never>(sql);
  } catch (error) {
    throw faultOf(error);
  }
}

/** On a full disk SQLite rolls back by itself. A second rollback would fail and hide the first error. */
function unlessDone(rollback: Statement, database: Database.Database): Statement {
  const nothing = { changes: 0, lastInsertRowid: 0 };
  return { ...rollback, run: (parameters) => (database.inTransaction ? rollback.run(parameters) : nothing) };
}

function resultOf(statement: Statement, parameters: readonly unknown[]): QueryResult<never> {
  if (statement.reader) return { rows: statement.all(parameters) };
  return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
}

/**
 * SQLite has no booleans, and its driver rejects them. Each method is written out, because every statement comes
 * through here.
 */
function bindingBooleans(statement: Database.Statement<unknown[], never>): Statement {
  return {
    reader: statement.reader,
    readonly: statement.readonly,
    all(parameters) {
      try {
        return statement.all(bindable(parameters));
      } catch (error) {
        throw faultOf(error);
      }
    },
    run(parameters) {
      try {
        return statement.run(bindable(parameters));
      } catch (error) {
        throw faultOf(error);
      }
    },
    iterate: (parameters) => statement.iterate(bindable(parameters)),
  };
}

/** The parameters with numbers instead of booleans. */
export function bindable(parameters: readonly unknown[]): readonly unknown[] {
  for (const value of parameters) {
    if (typeof value !== 'boolean') continue;
    return parameters.map((each) => (typeof each === 'boolean' ? Number(each) : each));
  }
  return parameters;
}

/** Codes of failures that the statement did not cause: another process writes for too long, or the disk fails. */
const UNAVAILABLE = /^SQLITE_(?:BUSY|LOCKED|IOERR)/;
/** Codes of failures to write to a readable file: the system refuses, or the disk is full. */
const UNWRITABLE = /^SQLITE_(?:READONLY|FULL|IOERR_WRITE)/;

/** Maps failures that the statement did not cause to `service_unavailable`. */
export function faultOf(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  if (UNWRITABLE.test(error.code)) return databaseUnavailable('unwritable', error);
  return UNAVAILABLE.test(error.code) ? unavailable(error) : error;
}

export const unavailable = (cause?: unknown) => databaseUnavailable('silent', cause);

/** Locks the file for writing, waiting for another process that holds it. */
export async function begin(connection: SqliteConnection): Promise<void> {
  const end = world.elapsedMs() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      connection.exec('begin');
      return;
    } catch (error) {
      if (!isBusy(error) || world.elapsedMs() > end) throw error;
    }
    await world.pause(BUSY_POLL_MS.from + world.chance() * (BUSY_POLL_MS.to - BUSY_POLL_MS.from));
  }
}

/** Whether another process holds the file now. */
const isBusy = (error: unknown): boolean => causeOf(error)?.startsWith('SQLITE_BUSY') === true;

/** Whether a change failed because the system refuses to write it. */
export const isUnwritable = (error: unknown): boolean => UNWRITABLE.test(causeOf(error) ?? '');

/** The code of SQLite behind a failure that the statement did not cause. */
const causeOf = (error: unknown): string | null =>
  error instanceof Error && error.cause instanceof Database.SqliteError ? error.cause.code : null;
