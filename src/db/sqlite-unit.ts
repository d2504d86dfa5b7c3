import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Tables } from '../kernel/tables.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Statements } from './sqlite-kysely.ts';

/** Work that is all or nothing, and that somebody waits for. */
export interface SqliteUnit {
  readonly since: number;
  /** Shares its transaction with no other. */
  isAlone: boolean;
  /** Runs the work in a transaction of `db` and keeps how it ended. It may run again, from its beginning. */
  run(db: Kysely<Tables>): Promise<void>;
  /** Why it failed; null where it did not. */
  readonly failure: { readonly error: unknown } | null;
  /** Tells how it ended. */
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

/** Work that others of its transaction wait for may take so long; then it gives its place up and runs again alone. */
const TOGETHER_MS = 20;
/** Work that runs alone lets the event loop have a turn so often. */
const TURN_MS = 10;

/** The savepoint of one unit within the transaction that it shares with others. */
export class Savepoint implements Statements {
  readonly #connection: SqliteConnection;
  readonly #othersWait: boolean;
  #turnSince = performance.now();
  #isOver = false;
  #isGivenUp = false;

  constructor(connection: SqliteConnection, othersWait: boolean) {
    this.#connection = connection;
    this.#othersWait = othersWait;
  }

  /** Whether the unit took too long for those who wait for it, and was undone for that. */
  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  async execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const ms = performance.now() - this.#turnSince;
    if (this.#othersWait) {
      if (ms > TOGETHER_MS) this.#giveUp();
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
    if (this.#isGivenUp) this.#giveUp();
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

  #giveUp(): never {
    this.#isGivenUp = true;
    throw new Error('The work takes too long to share its transaction.');
  }
}
