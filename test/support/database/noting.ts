import { type KyselyPlugin, SqliteQueryCompiler } from 'kysely';
import type { Database } from '../../../src/engine/sql/database.ts';

/** Notes the statements of each transaction, and those that only read if they are wanted. */
export function noting(
  database: Database,
  said: string[],
  which: 'changes' | 'also reads' = 'changes',
): Database {
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
    ...(which === 'also reads' && { reads: database.reads.withPlugin(plugin) }),
    transaction: (work, owner) => database.transaction((db) => work(db.withPlugin(plugin)), owner),
  };
}
