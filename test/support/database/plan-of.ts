import { CompiledQuery, type KyselyPlugin } from 'kysely';
import type { TestGateway } from '../gateway.ts';
import { withReads } from './with-reads.ts';
import { onPostgres } from '../postgres/databases.ts';

/** A plugin of Kysely, and the statements that it sees. */
export function watchStatements({ gateway: { database } }: TestGateway) {
  const statements: CompiledQuery[] = [];
  const watch: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(database.reads.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { statements, watch };
}

/** The query plan of each statement of an operation, and the answer of the operation. */
export async function planOf<View>(
  fixture: TestGateway,
  run: (foundation: TestGateway['gateway']) => Promise<{ view: View }>,
): Promise<{ plan: readonly string[]; view: View }> {
  const { database } = fixture.gateway;
  const { statements, watch } = watchStatements(fixture);
  const reads = database.reads.withPlugin(watch);
  const { view } = await run({ ...fixture.gateway, database: withReads(database, reads) });
  const explain = onPostgres() ? 'explain' : 'explain query plan';
  const plan: string[] = [];
  for (const { sql: text, parameters } of statements) {
    const explained = CompiledQuery.raw(`${explain} ${text}`, [...parameters]);
    const { rows } = await database.reads.executeQuery<Record<string, string>>(explained);
    plan.push(...rows.map((row) => row['detail'] ?? row['QUERY PLAN'] ?? ''));
  }
  return { plan, view };
}
