import { type Kysely, sql } from 'kysely';
import type { Writers } from '../sql/database.ts';
import type { Tables } from '../sql/tables.ts';

/**
 * The transactions that hold the lock of an insert, an update or a delete of a table. The start of the server tells its
 * a transaction from one of another server, because both count from 1.
 */
export async function writersOf(db: Kysely<Tables>, table: string): Promise<Writers> {
  const { rows } = await sql<{ server: string; transactions: string | null }>`
    select pg_postmaster_start_time()::text as server, string_agg(virtualtransaction, ' ') as transactions
    from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
      and relation = to_regclass(${table})
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('An aggregate has one row.');
  return { server: row.server, transactions: row.transactions?.split(' ') ?? [] };
}
