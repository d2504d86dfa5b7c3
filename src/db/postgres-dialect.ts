import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { breaksConnection, faultOf } from './postgres-faults.ts';

/** The gateway has some hundred different statements; planning one costs as much as running it. */
const STATEMENTS_MAX = 500;

/** PostgreSQL through a pool, with statements that each connection prepares once and failures in the gateway's words. */
export function postgresDialect(pool: Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PooledDriver(pool),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PooledDriver implements Driver {
  readonly #pool: Pool;
  readonly #names = new Map<string, string>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PooledConnection> {
    try {
      return new PooledConnection(await this.#pool.connect(), (sql) => this.#nameOf(sql));
    } catch (error) {
      throw faultOf(error);
    }
  }

  async beginTransaction(connection: PooledConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel } = settings;
    await connection.say(isolationLevel === undefined ? 'begin' : `begin isolation level ${isolationLevel}`);
  }

  async commitTransaction(connection: PooledConnection): Promise<void> {
    await connection.say('commit');
  }

  /** A broken connection takes its transaction with it. */
  async rollbackTransaction(connection: PooledConnection): Promise<void> {
    if (!connection.isBroken) await connection.say('rollback');
  }

  async releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }

  /** Statements beyond the limit, such as lists of many lengths, are parsed each time. */
  #nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= STATEMENTS_MAX) return known;
    const name = `fundgate_${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}

class PooledConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #nameOf: (sql: string) => string | undefined;
  #isBroken = false;

  constructor(client: PoolClient, nameOf: (sql: string) => string | undefined) {
    this.#client = client;
    this.#nameOf = nameOf;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const name = this.#nameOf(sql);
    const query = { text: sql, values: [...parameters], ...(name !== undefined && { name }) };
    const { command, rowCount, rows } = await this.#guard(() => this.#client.query(query));
    if (command === 'SELECT' || rowCount === null) return { rows };
    return { rows, numAffectedRows: BigInt(rowCount) };
  }

  /** A statement without parameters or rows. */
  async say(sql: string): Promise<void> {
    await this.#guard(() => this.#client.query(sql));
  }

  // oxlint-disable-next-line require-yield -- the gateway reads pages, never streams.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read by the page.');
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  async #guard<Result>(ask: () => Promise<Result>): Promise<Result> {
    try {
      return await ask();
    } catch (error) {
      this.#isBroken ||= breaksConnection(error);
      throw faultOf(error);
    }
  }
}
