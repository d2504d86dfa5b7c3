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
import type { PoolClient } from 'pg';
import { breaksConnection, faultOf } from './postgres-faults.ts';

/** The gateway has some hundred different statements; planning one costs as much as running it. */
const STATEMENTS_MAX = 500;

/** The source of connections. */
export interface Entrance {
  enter(): Promise<{ readonly client: PoolClient; readonly leave: () => void }>;
  close(): Promise<void>;
}

/**
 * A PostgreSQL dialect that prepares each statement once per connection and maps failures to errors of the catalogue.
 */
export function postgresDialect(entrance: Entrance, names = new StatementNames()): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PooledDriver(entrance, names),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** Names of prepared statements, the same on every connection of a pool. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  /** Undefined beyond the limit: such statements, for example lists of many lengths, are parsed each time. */
  of(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= STATEMENTS_MAX) return known;
    const name = `fundgate_${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}

class PooledDriver implements Driver {
  readonly #entrance: Entrance;
  readonly #names: StatementNames;

  constructor(entrance: Entrance, names: StatementNames) {
    this.#entrance = entrance;
    this.#names = names;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PooledConnection> {
    try {
      const { client, leave } = await this.#entrance.enter();
      return new PooledConnection(client, this.#names, leave);
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

  /** The transaction ends with a broken connection. */
  async rollbackTransaction(connection: PooledConnection): Promise<void> {
    if (!connection.isBroken) await connection.say('rollback');
  }

  async releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release();
  }

  destroy(): Promise<void> {
    return this.#entrance.close();
  }
}

class PooledConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  readonly #leave: () => void;
  #isBroken = false;

  constructor(client: PoolClient, names: StatementNames, leave: () => void) {
    this.#client = client;
    this.#names = names;
    this.#leave = leave;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const name = this.#names.of(sql);
    const query = { text: sql, values: [...parameters], ...(name !== undefined && { name }) };
    const { command, rowCount, rows } = await this.#guard(() => this.#client.query(query));
    if (command === 'SELECT' || rowCount === null) return { rows };
    return { rows, numAffectedRows: BigInt(rowCount) };
  }

  /** Runs a statement without parameters or rows. */
  async say(sql: string): Promise<void> {
    await this.#guard(() => this.#client.query(sql));
  }

  // oxlint-disable-next-line require-yield -- the gateway reads pages, never streams.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read by the page.');
  }

  release(): void {
    this.#client.release(this.#isBroken);
    this.#leave();
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
