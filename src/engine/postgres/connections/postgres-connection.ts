import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely';
import type { PoolClient } from 'pg';
import type { Tables } from '../../sql/tables.ts';
import { type RunStatement, streamQuery } from '../../sql/direct-kysely.ts';
import type { Addition, AdditionOf, SqlStatement } from './postgres-additions.ts';
import { mayJoin, ofOneTransaction } from './postgres-together.ts';
import { breaksConnection, faultOf } from './postgres-faults.ts';
import type { StatementResult, StatementSenders } from './statement-sender.ts';

/** Takes connections from the pool in the turn of an owner. */
export interface ConnectionSource {
  acquire(): Promise<{ readonly client: PoolClient; readonly releasePermit: () => void }>;
  readonly additionOf: AdditionOf;
  /** Commits a transaction that only inserts rows, perhaps in a group. `alone` commits it without a group. */
  commitAdditions(additions: readonly Addition[], alone: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** A connection of the pool, and the permit to hold it. */
export type PooledClient = Awaited<ReturnType<ConnectionSource['acquire']>>;

/**
 * A connection that is taken from the pool when there is something to send. `begin` and inserts of plain rows are
 * buffered, because the caller does not need their results. They are sent with the next statement, and the inserts
 * become one statement. So a transaction takes as many round trips as it has queries. If a transaction only inserts
 * rows, it is one statement without `begin` and `commit`, and may join a group commit.
 */
export class PooledConnection implements DatabaseConnection {
  readonly #source: ConnectionSource;
  readonly #senders: StatementSenders;
  readonly streamQuery = streamQuery;
  /** Taken once, also if several statements begin the transaction at once: they are sent in the order of their calls. */
  #pooled: Promise<PooledClient> | null = null;
  #held: PooledClient | null = null;
  #isBroken = false;
  /** The `begin` of the transaction; null outside a transaction. */
  #begin: SqlStatement | null = null;
  #hasBegun = false;
  #isOver = false;
  /** Buffered inserts. */
  #additions: Addition[] = [];

  constructor(source: ConnectionSource, senders: StatementSenders) {
    this.#source = source;
    this.#senders = senders;
  }

  begin(sql: string): void {
    this.#begin = { sql, parameters: [] };
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isOver) throw new Error('A statement came after the end of its transaction.');
    const addition = this.#begin === null ? null : this.#source.additionOf(query);
    if (addition !== null) {
      if (!mayJoin(this.#additions, addition)) await this.send(this.#unsent());
      this.#additions.push(addition);
      return { rows: [] };
    }
    return resultOf(await this.send([...this.#unsent(), query]));
  }

  async commit(): Promise<void> {
    if (this.#hasBegun) {
      await this.send([...this.#takeAdditions(), COMMIT]);
      // If this fails, a rollback follows, because the connection must not go back to the pool with an open
      // transaction.
      this.#hasBegun = false;
    } else if (this.#additions.length > 0) {
      const additions = this.#additions;
      await this.#source.commitAdditions(additions, async () => {
        await this.send([ofOneTransaction(additions, this.#senders)]);
      });
    }
  }

  /** Sends no rollback if the connection is broken, because the server has rolled back, or if nothing was sent yet. */
  async rollback(): Promise<void> {
    this.#additions = [];
    if (this.#hasBegun && !this.#isBroken) await this.send([ROLLBACK]);
  }

  release(): void {
    this.#isOver = true;
    this.#held?.client.release(this.#isBroken);
    this.#held?.releasePermit();
  }

  #unsent(): readonly SqlStatement[] {
    const begin = this.#begin === null || this.#hasBegun ? [] : [this.#begin];
    this.#hasBegun ||= begin.length > 0;
    return [...begin, ...this.#takeAdditions()];
  }

  #takeAdditions(): readonly SqlStatement[] {
    if (this.#additions.length === 0) return [];
    const additions = ofOneTransaction(this.#additions, this.#senders);
    this.#additions = [];
    return [additions];
  }

  /** Sends all statements before it waits for any result. Returns the last result, or throws the first error. */
  async send(statements: readonly SqlStatement[]): Promise<StatementResult> {
    try {
      this.#pooled ??= this.#source.acquire();
      this.#held = await this.#pooled;
      const sender = this.#senders.of(this.#held.client);
      const results = await Promise.allSettled(statements.map((each) => sender.send(each)));
      const failed = results.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
      const last = results.at(-1);
      if (last?.status !== 'fulfilled') throw new Error('There was nothing to send.');
      return last.value;
    } catch (error) {
      this.#isBroken ||= breaksConnection(error);
      throw faultOf(error);
    }
  }
}

/** Runs work in a transaction. The statements of `db` go to the given connection. */
export async function inTransaction<Result>(
  connection: PooledConnection,
  kyselyOf: (run: RunStatement) => Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  connection.begin('begin isolation level read committed');
  try {
    const result = await work(kyselyOf((query) => connection.executeQuery(query)));
    await connection.commit();
    return result;
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

/** The result of a statement in the form of Kysely. */
export const resultOf = <Row>({ rows, changed }: StatementResult): QueryResult<Row> =>
  changed === null ? { rows } : { rows, numAffectedRows: BigInt(changed) };

/** Sends one statement on a separate connection. */
export async function sendOnce(
  source: ConnectionSource,
  senders: StatementSenders,
  statement: SqlStatement,
): Promise<StatementResult> {
  const connection = new PooledConnection(source, senders);
  try {
    return await connection.send([statement]);
  } finally {
    connection.release();
  }
}

const COMMIT: SqlStatement = { sql: 'commit', parameters: [] };
const ROLLBACK: SqlStatement = { sql: 'rollback', parameters: [] };
