import type { Connection, FieldDef, PoolClient, QueryResult, Submittable } from 'pg';
import { parserOf } from './postgres-pool.ts';
import type { SqlStatement } from './postgres-additions.ts';
import { arePlain, boundMessage, preparingMessage } from './bound-message.ts';
import { StatementNames } from './postgres-statement.ts';

/** The result of a statement. */
export interface Answer {
  readonly rows: QueryResult['rows'];
  /** How many rows it changed; null if it only read. */
  readonly changed: number | null;
}

/** Sends statements on one connection, pipelined: without waiting for the answers to those before. */
interface StatementSender {
  send(statement: SqlStatement): Promise<Answer>;
  /** Whether the connection was closed because a statement got no answer in time. */
  readonly isUnanswered: boolean;
}

interface SenderOptions {
  /** Whether statements are prepared, each once on a connection; else each run sends its text. */
  readonly prepares?: boolean;
  /** Answer timeout, after which the connection is closed; by default there is none. */
  readonly answerMs?: number;
}

/** The senders of the connections of one pool. */
export class StatementSenders {
  readonly #known = new WeakMap<PoolClient, StatementSender>();
  readonly #names: StatementNames | null;
  readonly #answerMs: number;

  constructor({ prepares = true, answerMs = Infinity }: SenderOptions = {}) {
    this.#names = prepares ? new StatementNames() : null;
    this.#answerMs = answerMs;
  }

  of(client: PoolClient): StatementSender {
    let sender = this.#known.get(client);
    if (sender === undefined)
      this.#known.set(client, (sender = new PreparingSender(client, this.#names, this.#answerMs)));
    return sender;
  }
}

/** A column of an answer. */
interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

type Row = Record<string, unknown>;

/** A statement that the server was asked to prepare. */
interface Prepared {
  /** Known when the server has described them. */
  columns: readonly Column[];
  /** A row of nulls to copy, which is faster than adding one member after the other. */
  empty: Row;
  /** Whether its first run failed, so that the server may have prepared it or not. */
  isDoubtful: boolean;
}

/**
 * Sends Parse and Describe once for each statement; after that a run is Bind, Execute and Sync in one write. The driver
 * would send five messages, have the columns described each time, and start a timer for each run.
 */
class PreparingSender implements StatementSender {
  readonly #client: PoolClient;
  readonly #names: StatementNames | null;
  readonly #prepared = new Map<string, Prepared>();
  /** Runs without an answer, in the order in which they were sent. */
  readonly #pending: { readonly sentAt: number }[] = [];
  readonly #answerMs: number;
  #isWatched: boolean;
  isUnanswered = false;

  constructor(client: PoolClient, names: StatementNames | null, answerMs: number) {
    this.#client = client;
    this.#names = names;
    this.#answerMs = answerMs;
    this.#isWatched = answerMs === Infinity;
  }

  async send({ sql, parameters }: SqlStatement): Promise<Answer> {
    const name = parameters.length === 0 ? undefined : this.#names?.of(sql);
    if (name === undefined || !arePlain(parameters)) return this.#sendByDriver({ sql, parameters });
    const run = new Run({ sql, name, message: boundMessage(name, parameters), sender: this });
    this.#begun(run);
    this.#client.query(run);
    try {
      return await run.answered;
    } catch (error) {
      // The error was made where the answer was read; with this stack the log shows which operation sent the statement.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  /** The prepared statement of a name, and the messages to send first: null if it is prepared already. */
  prepare(name: string, sql: string): { readonly prepared: Prepared; readonly first: Buffer | null } {
    const known = this.#prepared.get(name);
    if (known !== undefined && !known.isDoubtful) return { prepared: known, first: null };
    const prepared = { columns: [], empty: {}, isDoubtful: false };
    this.#prepared.set(name, prepared);
    return { prepared, first: preparingMessage(name, sql, known !== undefined) };
  }

  ended(run: { readonly sentAt: number }): void {
    const at = this.#pending.indexOf(run);
    if (at >= 0) this.#pending.splice(at, 1);
  }

  async #sendByDriver({ sql, parameters }: SqlStatement): Promise<Answer> {
    const run = { sentAt: performance.now() };
    this.#begun(run);
    try {
      const values = parameters.length === 0 ? {} : { values: [...parameters] };
      const { command, rowCount, rows } = await this.#client.query({ text: sql, ...values });
      return { rows, changed: command === 'SELECT' ? null : rowCount };
    } finally {
      this.ended(run);
    }
  }

  /** One timer for all runs, for the deadline of the oldest one. */
  #begun(run: { readonly sentAt: number }): void {
    this.#pending.push(run);
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.#checkIn(this.#answerMs);
  }

  #checkIn(ms: number): void {
    const check = () => {
      const [oldest] = this.#pending;
      const left = oldest === undefined ? 0 : oldest.sentAt + this.#answerMs - performance.now();
      if (left > 0) return this.#checkIn(left);
      this.#isWatched = false;
      if (oldest === undefined) return;
      this.isUnanswered = true;
      // The driver then rejects all pending runs.
      this.#client.connection.stream.destroy();
    };
    setTimeout(check, ms).unref();
  }
}

interface RunOptions {
  readonly sql: string;
  readonly name: string;
  readonly message: Buffer;
  readonly sender: PreparingSender;
}

/** One run of a prepared statement. The driver calls its handlers with the messages of the server. */
class Run implements Submittable {
  readonly #options: RunOptions;
  readonly #answer = Promise.withResolvers<Answer>();
  readonly sentAt = performance.now();
  readonly #rows: Row[] = [];
  #prepared: Prepared | null = null;
  #isFirst = false;
  #changed: number | null = null;
  #failure: Error | null = null;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  get answered(): Promise<Answer> {
    return this.#answer.promise;
  }

  get text(): string {
    return this.#options.sql;
  }

  submit({ stream }: Connection): void {
    const { name, sql, message, sender } = this.#options;
    const { prepared, first } = sender.prepare(name, sql);
    this.#prepared = prepared;
    this.#isFirst = first !== null;
    stream.write(first === null ? message : Buffer.concat([first, message]));
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    if (this.#prepared === null) return;
    this.#prepared.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
    this.#prepared.empty = Object.fromEntries(fields.map(({ name }) => [name, null]));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#prepared === null) return;
    const { columns, empty } = this.#prepared;
    if (columns.length !== fields.length) {
      // Behind a pooler the statement may have been prepared on another server connection, after a migration.
      this.#failure ??= new Error('The rows have other columns than the statement had.');
      return;
    }
    const row = { ...empty };
    for (const [at, { name, parse }] of columns.entries()) {
      const value = fields[at] ?? null;
      if (value !== null) row[name] = parse(value);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    if (text.startsWith('SELECT')) return;
    // Command tags: `INSERT 0 5`, `UPDATE 3`; others have no number.
    const count = Number(text.slice(text.lastIndexOf(' ') + 1));
    this.#changed = Number.isNaN(count) ? null : count;
  }

  handleReadyForQuery(): void {
    this.#options.sender.ended(this);
    if (this.#failure !== null) this.#answer.reject(this.#failure);
    else this.#answer.resolve({ rows: this.#rows, changed: this.#changed });
  }

  handleError(error: unknown): void {
    this.#options.sender.ended(this);
    if (this.#isFirst && this.#prepared !== null) this.#prepared.isDoubtful = true;
    this.#answer.reject(error);
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}
