import { createRequire } from 'node:module';
import type Sqlite from 'better-sqlite3';

type File = Sqlite.Database;
type Statement = Sqlite.Statement<unknown[]>;

/** The driver itself: the worker gives everything else this file in its place. */
const load: (name: string) => unknown = createRequire(import.meta.url);
const isDriver = (value: unknown): value is typeof Sqlite => typeof value === 'function';
const Driver = driverOf(load('better-sqlite3'));

function driverOf(loaded: unknown): typeof Sqlite {
  if (!isDriver(loaded)) throw new Error('better-sqlite3 is no class.');
  return loaded;
}

/** Statements of a connection. Worlds have some hundred texts, and some more with lists of each length. */
const STATEMENTS_MAX = 2_000;
const BUSY_TIMEOUT_MS = 5_000;

/** An open file of SQLite with what it has prepared. */
interface Kept {
  readonly key: string;
  readonly file: File;
  readonly statements: Map<string, Statement>;
}

/** Connections that no process of the world has now. */
const free = new Map<string, Kept[]>();

/** Tells which owner opens a file now. */
let ownerNow: () => string = () => '';
const opened = new Map<string, Set<KeptFile>>();

/**
 * A connection to a file of SQLite. It is not closed at its end but kept for the next one that opens the file, in this
 * world or a later one: to read the schema and to prepare statements was a tenth of the time of a world. To the gateway
 * it is new: what was not committed is undone, and the settings are those of a new connection.
 */
class KeptFile {
  static readonly SqliteError = Driver.SqliteError;
  readonly #kept: Kept;
  readonly #ofOwner: Set<KeptFile>;
  open = true;

  constructor(name: string, { readonly = false }: Sqlite.Options = {}) {
    const key = `${readonly} ${name}`;
    this.#kept = free.get(key)?.pop() ?? { key, file: openNow(name, readonly), statements: new Map() };
    this.#ofOwner = opened.get(ownerNow()) ?? new Set();
    opened.set(ownerNow(), this.#ofOwner.add(this));
  }

  get inTransaction(): boolean {
    return this.#file.inTransaction;
  }

  /** Who died and still has a statement must not use it. */
  prepare(sql: string) {
    const statement = this.#prepared(sql);
    const whileOpen = <Result>(work: () => Result): Result => {
      if (!this.open) throw new TypeError('The database connection is not open');
      return work();
    };
    return {
      reader: statement.reader,
      readonly: statement.readonly,
      all: (...values: unknown[]) => whileOpen(() => statement.all(...values)),
      get: (...values: unknown[]) => whileOpen(() => statement.get(...values)),
      run: (...values: unknown[]) => whileOpen(() => statement.run(...values)),
    };
  }

  pragma(source: string): unknown {
    const statement = this.#prepared(`pragma ${source}`);
    return statement.reader ? statement.all() : statement.run();
  }

  exec(sql: string): this {
    this.#file.exec(sql);
    return this;
  }

  close(): this {
    if (!this.open) return this;
    if (this.#file.inTransaction) this.exec('rollback');
    this.pragma('query_only = off');
    this.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    this.open = false;
    this.#ofOwner.delete(this);
    const { key } = this.#kept;
    free.set(key, [...(free.get(key) ?? []), this.#kept]);
    return this;
  }

  get #file(): File {
    if (!this.open) throw new TypeError('The database connection is not open');
    return this.#kept.file;
  }

  #prepared(sql: string): Statement {
    const file = this.#file;
    const { statements } = this.#kept;
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= STATEMENTS_MAX) statements.clear();
    const statement = file.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }
}

export default KeptFile;

export const openNow = (name: string, readonly: boolean): File =>
  new Driver(name, { readonly, timeout: BUSY_TIMEOUT_MS });

export function watchOpenFiles(owner: () => string): void {
  ownerNow = owner;
}

/** Closes every file of an owner, as the system does when a process ends. What was not committed is undone. */
export function closeFilesOf(owner: string): void {
  for (const file of opened.get(owner) ?? []) file.close();
  opened.delete(owner);
}

/** Closes every file: a world is over. */
export function closeFiles(): void {
  for (const owner of opened.keys()) closeFilesOf(owner);
}

/** Closes for good what no owner has now, so that the files have all bytes. */
export function endFiles(): void {
  for (const { file } of [...free.values()].flat()) file.close();
  free.clear();
}
