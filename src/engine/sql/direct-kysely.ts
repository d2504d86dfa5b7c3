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
 * A Kysely whose statements outside of transactions go straight to `run`: to take a connection, run one statement on it
 * and give it back, Kysely waits ten times, which takes longer than SQLite does to find a row.
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
 * Makes Kyselys of transactions whose statements go straight to `run`. They share what a `statement` has compiled, which
 * is kept by the adapter.
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

/** A part of each connection that Kysely asks for and the gateway never uses: it reads pages. */
// oxlint-disable-next-line require-yield -- it never yields.
export async function* streamQuery(): AsyncIterableIterator<never> {
  throw new Error('Rows are read by the page.');
}

/** With a plugin, and within a transaction of its own, Kysely makes an executor of its own from this one. */
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
