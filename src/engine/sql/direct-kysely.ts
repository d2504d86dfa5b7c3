import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
  type QueryResult,
  Transaction,
} from 'kysely';
import type { Tables } from './tables.ts';

/** Runs one statement. */
export type RunStatement = <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>;

/**
 * A Kysely that sends statements outside transactions straight to `run`. Kysely itself waits ten times to take a
 * connection, run one statement and give the connection back. That takes longer than finding a row in SQLite.
 */
export function directKysely(dialect: Dialect, run: RunStatement): Kysely<Tables> {
  const driver = dialect.createDriver();
  const connections = new DefaultConnectionProvider(driver);
  const executor = new DirectExecutor(
    [dialect.createQueryCompiler(), dialect.createAdapter(), connections],
    run,
  );
  return new Kysely<Tables>({ config: { dialect }, driver, executor, dialect });
}

/**
 * Makes Kyselys for transactions that send statements straight to `run`. They share the adapter, and so the compiled
 * texts of each `statement`.
 */
export function transactionKyselys(dialect: Dialect): (run: RunStatement) => Transaction<Tables> {
  const [compiler, adapter] = [dialect.createQueryCompiler(), dialect.createAdapter()];
  const rest = { config: { dialect }, driver: dialect.createDriver(), dialect };
  return (run) => {
    const connection: DatabaseConnection = { executeQuery: run, streamQuery };
    const executor = new DirectExecutor(
      [compiler, adapter, { provideConnection: (consumer) => consumer(connection) }],
      run,
    );
    return new Transaction<Tables>({ ...rest, executor });
  };
}

/** Kysely asks each connection for it, but the gateway never uses it, because it reads pages. */
// oxlint-disable-next-line require-yield -- it never yields.
export async function* streamQuery(): AsyncIterableIterator<never> {
  throw new Error('Rows are read by the page.');
}

/** Kysely makes its own executor from this one for a plugin or for its own transaction. */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #run: RunStatement;

  constructor(parts: ConstructorParameters<typeof DefaultQueryExecutor>, run: RunStatement) {
    super(...parts);
    this.#run = run;
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#run(query);
  }
}
