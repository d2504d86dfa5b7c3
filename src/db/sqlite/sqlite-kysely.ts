import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Tables } from '../../kernel/sql/tables.ts';
import { directKysely } from '../direct-kysely.ts';

/** Runs the statements of a Kysely. Without `begin` and the rest it has no transactions. */
export interface Statements {
  execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  readonly begin?: () => void;
  readonly commit?: () => void;
  readonly rollback?: () => void;
  readonly release?: () => void;
}

/**
 * Kysely over SQLite. `acquire` returns the connection for one statement, or for one transaction; it decides the
 * order, so Kysely has no queue of its own.
 */
export function sqliteKysely(acquire: () => Statements): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => new OrderedElsewhere(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => new Statement(acquire()),
      beginTransaction: async (connection) => of(connection).begin?.(),
      commitTransaction: async (connection) => of(connection).commit?.(),
      rollbackTransaction: async (connection) => of(connection).rollback?.(),
      releaseConnection: async (connection) => of(connection).release?.(),
      destroy: async () => {},
    }),
  };
  return directKysely(dialect, (query) => acquire().execute(query));
}

/** Kysely's own adapter would make one statement wait for another. */
class OrderedElsewhere extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class Statement implements DatabaseConnection {
  readonly statements: Statements;

  constructor(statements: Statements) {
    this.statements = statements;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.statements.execute(query);
  }

  // oxlint-disable-next-line require-yield -- the gateway reads pages, never streams.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read by the page.');
  }
}

function of(connection: DatabaseConnection): Statements {
  if (!(connection instanceof Statement)) throw new Error('Not a connection of this driver.');
  return connection.statements;
}
