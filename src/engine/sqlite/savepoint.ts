import type { CompiledQuery, QueryResult } from 'kysely';
import type { SqliteConnection } from './file/sqlite-connection.ts';
import { world } from '../../kernel/world.ts';

/** Milliseconds that a transaction may take in a group. Then it is rolled back and runs again alone. */
const TOGETHER_MS = 20;
/** Milliseconds after which a transaction that runs alone yields to the event loop. */
const TURN_MS = 10;

/** The savepoint of one transaction inside the transaction of its group. */
export class Savepoint {
  readonly #connection: SqliteConnection;
  readonly #othersWait: boolean;
  #turnSince = world.elapsedMs();
  #isOver = false;
  #isRolledBack = false;
  #turns = 0;

  constructor(connection: SqliteConnection, othersWait: boolean) {
    this.#connection = connection;
    this.#othersWait = othersWait;
    connection.exec('savepoint one');
  }

  /** Whether the transaction was too slow for its group and was rolled back. */
  get isRolledBack(): boolean {
    return this.#isRolledBack;
  }

  /** How often it has yielded to the event loop. With each turn it has probably changed more pages. */
  get turns(): number {
    return this.#turns;
  }

  async execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const ms = world.elapsedMs() - this.#turnSince;
    if (this.#othersWait) {
      if (ms > TOGETHER_MS) this.#rollBack();
    } else if (ms > TURN_MS) {
      this.#turns += 1;
      await world.turn();
      this.#turnSince = world.elapsedMs();
    }
    if (this.#isOver) throw new Error('A statement came after the end of its transaction.');
    return this.#connection.execute(query);
  }

  /** Runs an insert. */
  run(sql: string, values: readonly unknown[]): void {
    this.#connection.run(sql, values);
  }

  /** Keeps the changes of the transaction, or undoes them. */
  end(use: 'keep' | 'undo'): void {
    this.#isOver = true;
    // On a full disk SQLite ends the transaction by itself. Then `keep` fails, and `undo` has nothing to do.
    if (use === 'undo' && !this.#connection.inTransaction()) return;
    if (use === 'undo' || this.#isRolledBack) this.#connection.exec('rollback to one');
    this.#connection.exec('release one');
  }

  #rollBack(): never {
    this.#isRolledBack = true;
    throw new Error('The work takes too long to share its transaction.');
  }
}
