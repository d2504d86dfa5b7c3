import {
  type CompiledQuery,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
  type QueryResult,
} from 'kysely';
import type { Tables } from '../kernel/sql/tables.ts';

/** Runs one statement outside of transactions. */
type RunStatement = <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>;

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

/** With a plugin, and within a transaction, Kysely makes an executor of its own from this one. */
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
