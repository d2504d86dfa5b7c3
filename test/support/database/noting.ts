import { type KyselyPlugin, SqliteQueryCompiler } from 'kysely';
import type { Database } from '../../../src/engine/sql/database.ts';

/** Notes the statements of each transaction. */
export function noting(database: Database, said: string[]): Database {
  const compiler = new SqliteQueryCompiler();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      said.push(compiler.compileQuery(node, queryId).sql.replaceAll('"', ''));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    ...database,
    transaction: (work, owner) => database.transaction((db) => work(db.withPlugin(plugin)), owner),
  };
}
