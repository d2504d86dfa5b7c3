import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Tables } from '../../kernel/sql/tables.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Statements } from './sqlite-kysely.ts';

/** One transaction of an operation, waiting to run on the writer. */
export interface SqliteUnit {
  readonly since: number;
  /** Does not share its commit with other units. */
  isAlone: boolean;
  /** Runs the work in a transaction of `db` and remembers the result. It may run again from its beginning. */
  run(db: Kysely<Tables>): Promise<void>;
  /** Why it failed; null where it succeeded. */
  readonly failure: { readonly error: unknown } | null;
  /** Resolves or rejects the promise of the caller. */
  answer(): void;
  fail(error: unknown): void;
}

export function sqliteUnit<Result>(work: (db: Kysely<Tables>) => Promise<Result>): {
  readonly unit: SqliteUnit;
  readonly done: Promise<Result>;
} {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  let failure: SqliteUnit['failure'] = null;
  let answer = (): void => {};
  const unit: SqliteUnit = {
    since: performance.now(),
    isAlone: false,
    async run(db) {
      try {
        const result = await db.transaction().execute(work);
        failure = null;
        answer = () => resolve(result);
      } catch (error) {
        failure = { error };
        answer = () => reject(error);
      }
    },
    get failure() {
      return failure;
    },
    answer: () => answer(),
    fail: reject,
  };
  return { unit, done: promise };
}

/** Milliseconds that a unit may delay the others of its group; after that it is rolled back and runs again alone. */
const TOGETHER_MS = 20;
/** Milliseconds after which a unit that runs alone lets the event loop run. */
const TURN_MS = 10;

/** The savepoint of one unit within the transaction of its group. */
export class Savepoint implements Statements {
  readonly #connection: SqliteConnection;
  readonly #othersWait: boolean;
  #turnSince = performance.now();
  #isOver = false;
  #isRolledBack = false;

  constructor(connection: SqliteConnection, othersWait: boolean) {
    this.#connection = connection;
    this.#othersWait = othersWait;
  }

  /** Whether the unit was too slow for its group and was rolled back. */
  get isRolledBack(): boolean {
    return this.#isRolledBack;
  }

  async execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const ms = performance.now() - this.#turnSince;
    if (this.#othersWait) {
      if (ms > TOGETHER_MS) this.#rollBack();
    } else if (ms > TURN_MS) {
      await setImmediate();
      this.#turnSince = performance.now();
    }
    if (this.#isOver) throw new Error('A statement came after the end of its transaction.');
    return this.#connection.execute(query);
  }

  begin(): void {
    this.#connection.say('savepoint unit');
  }

  commit(): void {
    if (this.#isRolledBack) this.#rollBack();
    this.#connection.say('release unit');
  }

  rollback(): void {
    if (!this.#connection.inTransaction()) return;
    this.#connection.say('rollback to unit');
    this.#connection.say('release unit');
  }

  release(): void {
    this.#isOver = true;
  }

  #rollBack(): never {
    this.#isRolledBack = true;
    throw new Error('The work takes too long to share its transaction.');
  }
}
