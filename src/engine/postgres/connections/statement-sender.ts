import type { PoolClient, QueryResult } from 'pg';
import { serialize } from 'pg-protocol';
import { parserOf } from './postgres-pool.ts';
import { boundMessage, copyMessage, preparingMessage, SYNC } from './bound-message.ts';
import type { Copy, SqlStatement } from './postgres-additions.ts';
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
  /** Whether all connections so far go to the server itself; null before the first one. */
  #isDirect: boolean | null = null;

  constructor({ prepares = true, replyMs = Infinity }: SenderOptions = {}) {
    this.#names = prepares ? new StatementNames() : null;
    this.#replyMs = replyMs;
  }

  /**
   * Whether rows may be sent as copies. Behind a pooler they are inserted: a copy that the server refuses before it has all
   * rows can keep a connection of PgBouncer for ever.
   */
  get copies(): boolean {
    return this.#names !== null && this.#isDirect === true;
  }

  /** Notes whether a new connection goes to the server itself. One that does not is enough. */
  noteServer(isDirect: boolean): void {
    this.#isDirect = isDirect && this.#isDirect !== false;
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

  async send(statement: SqlStatement): Promise<StatementResult> {
    const { message, run } = this.#sent(statement);
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

  #sent({ sql, parameters, copies = [] }: SqlStatement): Sent {
    if (copies.length > 0) return this.#withCopies(sql, parameters, copies);
    if (parameters.length === 0) return inText(sql);
    // First, because it throws if a value cannot be sent. Then nothing was sent, and nothing is prepared.
    const message = boundMessage(this.#nameOf(sql), parameters);
    const { prepared, first, messages } = this.#named(sql);
    return {
      message: messages.length === 0 ? message : Buffer.concat([...messages, message]),
      run: new Run(prepared, first),
    };
  }

  /** One Sync for all, so that they are one transaction. */
  #withCopies(sql: string, parameters: readonly unknown[], copies: readonly Copy[]): Sent {
    const end = sql === '' ? SYNC : boundMessage(this.#nameOf(sql), parameters);
    const messages: Buffer[] = [];
    const first: Prepared[] = [];
    const name = (each: string): Prepared => {
      const named = this.#named(each);
      messages.push(...named.messages);
      first.push(...named.first);
      return named.prepared;
    };
    for (const copy of copies) {
      name(copy.sql);
      messages.push(copyMessage(this.#nameOf(copy.sql), copy.text));
    }
    const prepared = sql === '' ? undescribed() : name(sql);
    return { message: Buffer.concat([...messages, end]), run: new Run(prepared, first) };
  }

  /** Empty for a statement that is prepared for one run. */
  #nameOf(sql: string): string {
    return this.#names?.of(sql) ?? '';
  }

  #named(sql: string): Named {
    const name = this.#nameOf(sql);
    const known = name === '' ? undefined : this.#prepared.get(name);
    if (known !== undefined && !known.isDoubtful) return { prepared: known, first: [], messages: [] };
    const prepared = undescribed();
    if (name !== '') this.#prepared.set(name, prepared);
    const messages = [preparingMessage(name, sql, known !== undefined)];
    return { prepared, first: [prepared], messages };
  }
}

interface Sent {
  readonly message: Buffer;
  readonly run: Run;
}

interface Named {
  readonly prepared: Prepared;
  /** The statement, if this run prepares it. */
  readonly first: readonly Prepared[];
  /** What prepares it. */
  readonly messages: readonly Buffer[];
}

const undescribed = (): Prepared => ({ columns: [], empty: {}, isDoubtful: false });

/** One or more statements without values, for example `begin`. */
const inText = (sql: string): Sent => ({ message: serialize.query(sql), run: new Run(undescribed(), []) });

/** One run of a statement. */
class Run implements ReplyReader {
  readonly #result = Promise.withResolvers<StatementResult>();
  readonly sentAt = world.elapsedMs();
  readonly #rows: Row[] = [];
  readonly #prepared: Prepared;
  /** The statements that it prepares. */
  readonly #first: readonly Prepared[];
  #changed: number | null = null;
  #failure: Error | null = null;

  constructor(prepared: Prepared, first: readonly Prepared[]) {
    this.#prepared = prepared;
    this.#first = first;
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
    for (const prepared of this.#first) prepared.isDoubtful = true;
    this.#result.reject(error);
  }

  end(): void {
    if (this.#failure !== null) this.#result.reject(this.#failure);
    else this.#result.resolve({ rows: this.#rows, changed: this.#changed });
  }
}
