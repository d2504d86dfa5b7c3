import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../engine/sql/tables.ts';
import { REMOVED_ROWS_MAX } from '../../../pipeline/rows/remove-rows.ts';

/** Customers or settlements of one transaction. */
const BATCH_RECORDS = 100;

/**
 * The ids of the first records of a partner: so many that one transaction removes their rows in another table, but at
 * least one. A record with all of its rows is removed at once, so that no one sees half of it.
 */
export async function nextRecords(
  db: Kysely<Tables>,
  table: 'customer' | 'instant_settlement',
  rows: { readonly of: keyof Tables; readonly by: string },
  partnerId: string,
): Promise<readonly string[]> {
  const { rows: found } = await sql<{ id: string; count: number }>`
    select id, (select cast(count(*) as integer) from ${sql.table(rows.of)} as part
      where ${sql.ref(`part.${rows.by}`)} = ${sql.ref(`${table}.id`)}) as count
    from ${sql.table(table)} where partner_id = ${partnerId} order by id limit ${BATCH_RECORDS}`.execute(db);
  const ids: string[] = [];
  let sum = 0;
  for (const { id, count } of found) {
    sum += count;
    if (sum > REMOVED_ROWS_MAX && ids.length > 0) break;
    ids.push(id);
  }
  return ids;
}
