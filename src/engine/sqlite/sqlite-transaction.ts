import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Tables } from '../sql/tables.ts';
import { plainInsertOf } from '../sql/plain-insert.ts';
import type { Inserts } from './additions/commit-group.js';
import type { Savepoint } from './savepoint.ts';
import { SqliteTurn } from './sqlite-turn.ts';

/** The two queues of a transaction: for a group commit of inserts, or for a turn on the writing connection. */
interface TransactionQueues {
  /** Commits a transaction that only added rows. */
  commitInserts(inserts: Inserts): Promise<void>;
  takeTurn(turn: SqliteTurn): void;
}

/** Values that structured cloning passes to a thread unchanged. */
const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number';
/** The most characters that a transaction buffers: a group of 32 such transactions takes two megabytes. */
const LENGTH_MAX = 65_536;

/** The result of a run; `again` if the run must be repeated alone. */
type End<Result> = { readonly result: Result } | 'again';

/**
 * One run of the work of a transaction. It begins at once and buffers inserts. If it only inserts, it never waits for
 * the connection and is committed in a group. At its first other statement it waits for its turn on the connection and
 * runs the buffered inserts there. Then its statements run as usual.
 */
export class SqliteTransaction {
  readonly #queues: TransactionQueues;
  readonly #isAlone: boolean;
  readonly #inserts: { readonly sql: string; readonly values: readonly unknown[] }[] = [];
  #length = 0;
  #turn: SqliteTurn | null = null;
  /** Resolves when the turn has come and the buffered rows are inserted. */
  #ready: Promise<Savepoint> | null = null;
  #isOver = false;

  constructor(queues: TransactionQueues, isAlone: boolean) {
    this.#queues = queues;
    this.#isAlone = isAlone;
  }

  /** Runs the work with a `db` that sends its statements to `execute`. */
  async run<Result>(db: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<Result>): Promise<End<Result>> {
    const done = await this.#outcomeOf(() => work(db));
    this.#isOver = true;
    // Even if the work has failed, its turn must be awaited and given back.
    await this.#turn?.begun.catch(() => null);
    if (this.#turn?.hasBegun === true) {
      if ((await this.#turn.end('error' in done ? done : null)) === 'again') return 'again';
    } else if (!('error' in done) && this.#inserts.length > 0) {
      await this.#queues.commitInserts(this.#inserts);
    }
    if ('error' in done) throw done.error;
    return done;
  }

  /** A refused turn or a failed insert fails the transaction even if the work ignores the error. */
  async #outcomeOf<Result>(
    work: () => Promise<Result>,
  ): Promise<{ readonly result: Result } | { readonly error: unknown }> {
    try {
      const result = await work();
      await this.#ready;
      return { result };
    } catch (error) {
      return { error };
    }
  }

  async execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isOver) throw new Error('A statement came after the end of its transaction.');
    if (this.#turn === null && this.#collects(query)) return { rows: [] };
    const savepoint = await (this.#ready ??= this.#takeTurn());
    return savepoint.execute(query);
  }

  #collects(query: CompiledQuery): boolean {
    if (plainInsertOf(query) === null || !query.parameters.every(isPlain)) return false;
    for (const value of query.parameters) if (typeof value === 'string') this.#length += value.length;
    if (this.#length > LENGTH_MAX) return false;
    this.#inserts.push({ sql: query.sql, values: query.parameters });
    return true;
  }

  async #takeTurn(): Promise<Savepoint> {
    this.#turn = new SqliteTurn(this.#isAlone);
    this.#queues.takeTurn(this.#turn);
    const savepoint = await this.#turn.begun;
    for (const { sql, values } of this.#inserts) savepoint.run(sql, values);
    return savepoint;
  }
}
