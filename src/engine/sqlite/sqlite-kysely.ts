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
import type { Tables } from '../sql/tables.ts';
import { directKysely, type RunStatement, streamQuery, transactionKyselys } from '../sql/direct-kysely.ts';

/** Runs the statements of a Kysely. */
export interface Statements {
  execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
}

/** Kysely over SQLite without transactions. `statements` decides the order, so Kysely has no queue of its own. */
export const sqliteKysely = (statements: Statements): Kysely<Tables> =>
  directKysely(
    dialectOver(() => statements),
    (query) => statements.execute(query),
  );

function dialectOver(acquire: () => Statements): Dialect {
  const nothing = async () => {};
  return {
    createAdapter: () => adapter,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => ({
      init: nothing,
      acquireConnection: async () => new Statement(acquire()),
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: nothing,
      destroy: nothing,
    }),
  };
}

async function refuse(): Promise<never> {
  throw new Error('A transaction begins with the database.');
}

/** Kysely's adapter runs one statement after another with a mutex. Here the caller decides the order. */
class OrderedElsewhere extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** One adapter for all, because it keeps the compiled texts of each `statement`. */
const adapter = new OrderedElsewhere();

class Statement implements DatabaseConnection {
  readonly statements: Statements;
  readonly streamQuery = streamQuery;

  constructor(statements: Statements) {
    this.statements = statements;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.statements.execute(query);
  }
}

/** A Kysely for the statements of one transaction. Its caller decides where the transaction begins and ends. */
export const transactionKysely: (run: RunStatement) => Kysely<Tables> = transactionKyselys(
  dialectOver(() => {
    throw new Error('A transaction has a connection of its own.');
  }),
);
