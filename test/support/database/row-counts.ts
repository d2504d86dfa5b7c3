import { CompiledQuery, type Kysely } from 'kysely';
import { entities } from '../../../src/run/migrations/entities.ts';
import type { Tables } from '../../../src/engine/sql/tables.ts';

const COUNTS = entities.map(
  ({ meta: { tableName } }) => `(select count(*) from ${tableName}) as ${tableName}`,
);
/** One for all tables: many tests ask before and after each request. */
const STATEMENT = CompiledQuery.raw(`select ${COUNTS.join(', ')}`);

/** How many rows every table has; every change writes an event, so that an update shows too. */
export async function rowCounts(db: Kysely<Tables>): Promise<Readonly<Record<string, number>>> {
  const [counts] = (await db.executeQuery<Record<string, number>>(STATEMENT)).rows;
  if (counts === undefined) throw new Error('The tables have no counts.');
  return counts;
}
