import type { PoolClient, QueryResult } from 'pg';
import { serialize } from 'pg-protocol';
import { parserOf } from './postgres-pool.ts';
import { boundMessage, preparingMessage } from './bound-message.ts';
import type { SqlStatement } from './postgres-additions.ts';
import { StatementNames } from './postgres-statement.ts';
import { PostgresWire, type ReplyReader } from './postgres-wire.ts';
import { world } from '../../../kernel/world.ts';

/** The result of a statement. */
export interface StatementResult {
  readonly rows: QueryResult['rows'];
  /** The number of changed rows; null if the statement only read. */
  readonly changed: number | null;
}

/** Sends statements on one connection without waiting for earlier results (pipelining). */
export interface StatementSender {
  send(statement: SqlStatement): Promise<StatementResult>;
  /** Joins everything that is sent within a turn of the event loop into one write. */
  gather(): void;
  /** Whether the connection was closed because a statement got no response in time. */
  readonly isUnanswered: boolean;
}

interface SenderOptions {
  /** Whether each statement is prepared once on a connection; if not, each run sends the text. */
  readonly prepares?: boolean;
  /** If a response takes longer, the connection is closed. There is no limit by default. */
  readonly replyMs?: number;
}

/** The senders of the connections of one pool. */
export class StatementSenders {
  readonly #known = new WeakMap<PoolClient, StatementSender>();
  readonly #names: StatementNames | null;
  readonly #replyMs: number;

  constructor({ prepares = true, replyMs = Infinity }: SenderOptions = {}) {
    this.#names = prepares ? new StatementNames() : null;
    this.#replyMs = replyMs;
  }

  of(client: PoolClient): StatementSender {
    let sender = this.#known.get(client);
    if (sender === undefined)
      this.#known.set(client, (sender = new PreparingSender(client, this.#names, this.#replyMs)));
    return sender;
  }
}

/** A column of a result. */
interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

type Row = Record<string, unknown>;

/** A statement that the server was asked to prepare. */
interface Prepared {
  /** Empty until the server has described them. */
  columns: readonly Column[];
  /** A row of nulls to copy: faster than adding one member after the other. */
  empty: Row;
  /** Whether its first run failed. If so, the server may or may not have prepared it. */
  isDoubtful: boolean;
}

/** Sends Parse and Describe once for each statement; after that a run is Bind, Execute and Sync in one write. */
class PreparingSender implements StatementSender {
  readonly #wire: PostgresWire;
  readonly #names: StatementNames | null;
  readonly #prepared = new Map<string, Prepared>();

  constructor(client: PoolClient, names: StatementNames | null, replyMs: number) {
    this.#wire = new PostgresWire(client, replyMs);
    this.#names = names;
  }

  get isUnanswered(): boolean {
    return this.#wire.isUnanswered;
  }

  gather(): void {
    this.#wire.gather();
  }

  async send({ sql, parameters }: SqlStatement): Promise<StatementResult> {
    const { message, run } = parameters.length === 0 ? inText(sql) : this.#bound(sql, parameters);
    this.#wire.send(message, run);
    try {
      return await run.result;
    } catch (error) {
      // The stack of the error shows only the code that reads responses. This stack shows the log which operation sent
      // the statement.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  /** A statement without a name is prepared for one run. */
  #bound(sql: string, parameters: readonly unknown[]): Sent {
    const name = this.#names?.of(sql) ?? '';
    const known = name === '' ? undefined : this.#prepared.get(name);
    const message = boundMessage(name, parameters);
    if (known !== undefined && !known.isDoubtful) return { message, run: new Run(known, false) };
    const prepared = undescribed();
    if (name !== '') this.#prepared.set(name, prepared);
    const first = preparingMessage(name, sql, known !== undefined);
    return { message: Buffer.concat([first, message]), run: new Run(prepared, true) };
  }
}

interface Sent {
  readonly message: Buffer;
  readonly run: Run;
}

const undescribed = (): Prepared => ({ columns: [], empty: {}, isDoubtful: false });

/** One or more statements without values, for example `begin`. */
const inText = (sql: string): Sent => ({ message: serialize.query(sql), run: new Run(undescribed(), true) });

/** One run of a statement. */
class Run implements ReplyReader {
  readonly #result = Promise.withResolvers<StatementResult>();
  readonly sentAt = world.elapsedMs();
  readonly #rows: Row[] = [];
  readonly #prepared: Prepared;
  readonly #isFirst: boolean;
  #changed: number | null = null;
  #failure: Error | null = null;

  constructor(prepared: Prepared, isFirst: boolean) {
    this.#prepared = prepared;
    this.#isFirst = isFirst;
  }

  get result(): Promise<StatementResult> {
    return this.#result.promise;
  }

  describe(fields: Parameters<ReplyReader['describe']>[0]): void {
    this.#prepared.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
    this.#prepared.empty = Object.fromEntries(fields.map(({ name }) => [name, null]));
  }

  add(texts: readonly (string | null)[]): void {
    const { columns, empty } = this.#prepared;
    if (columns.length !== texts.length) {
      // Behind a pooler, the statement may be prepared on another server connection, after a migration.
      this.#failure ??= new Error('The rows have other columns than the statement had.');
      return;
    }
    const row = { ...empty };
    for (const [at, { name, parse }] of columns.entries()) {
      const value = texts[at] ?? null;
      if (value !== null) row[name] = parse(value);
    }
    this.#rows.push(row);
  }

  complete(tag: string): void {
    if (tag.startsWith('SELECT')) return;
    // `INSERT 0 5`, `UPDATE 3`. Other tags have no number.
    const count = Number(tag.slice(tag.lastIndexOf(' ') + 1));
    this.#changed = Number.isNaN(count) ? null : count;
  }

  fail(error: unknown): void {
    if (this.#isFirst) this.#prepared.isDoubtful = true;
    this.#result.reject(error);
  }

  end(): void {
    if (this.#failure !== null) this.#result.reject(this.#failure);
    else this.#result.resolve({ rows: this.#rows, changed: this.#changed });
  }
}
