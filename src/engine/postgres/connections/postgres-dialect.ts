import {
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { type ConnectionSource, PooledConnection } from './postgres-connection.ts';
import { StatementSenders } from './statement-sender.ts';

/** One adapter for all, because it keeps the compiled texts of each `statement`. */
const ADAPTER = new PostgresAdapter();

/**
 * A PostgreSQL dialect that maps failures to errors of the catalogue. By default it prepares no statements, because
 * each runs only once.
 */
export function postgresDialect(
  source: ConnectionSource,
  senders = new StatementSenders({ prepares: false }),
): Dialect {
  return {
    createAdapter: () => ADAPTER,
    createDriver: () => new PooledDriver(source, senders),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PooledDriver implements Driver {
  readonly #source: ConnectionSource;
  readonly #senders: StatementSenders;

  constructor(source: ConnectionSource, senders: StatementSenders) {
    this.#source = source;
    this.#senders = senders;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PooledConnection> {
    return new PooledConnection(this.#source, this.#senders);
  }

  async beginTransaction(connection: PooledConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel } = settings;
    connection.begin(isolationLevel === undefined ? 'begin' : `begin isolation level ${isolationLevel}`);
  }

  commitTransaction(connection: PooledConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PooledConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release();
  }

  destroy(): Promise<void> {
    return this.#source.close();
  }
}
