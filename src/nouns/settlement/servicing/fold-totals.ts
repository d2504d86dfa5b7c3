import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../engine/sql/database.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { OF_DAYS } from './servicing-totals.ts';

/** Rows of one transaction: some ten milliseconds of work, during which writers on SQLite wait. */
const FOLDED_ROWS_MAX = 2_000;

/** The last rows of the totals are left for the next time. Otherwise new changes could keep the work going for ever. */
const wholeBatch = (count: number): number => (count < FOLDED_ROWS_MAX ? 0 : count);

/**
 * Makes the counters of outstanding amounts few again, so that ageing reads one row for each open day, currency and
 * part. A total is the sum of its rows, so adding up its rows in one of them does not change it. Rows of zero are
 * removed; settled days have many. A row that a transaction has locked is left out. Returns the number of rows if the
 * batch was full, else zero.
 */
export async function foldTotals({ writes, counterShards, rowLocks }: Database): Promise<number> {
  const free = sql.raw(rowLocks ? 'for update skip locked' : '');
  if (counterShards > 1) {
    const folded = await foldShards(writes, free);
    if (wholeBatch(folded) > 0) return folded;
  }
  return wholeBatch(await removeZeros(writes, free));
}

type Locking = ReturnType<typeof sql.raw>;

/** Rows of the first shard are locked in the order of their names, as changes do it, so that no deadlock occurs. */
async function foldShards(db: Kysely<Tables>, free: Locking): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with folded as (
      delete from counter where (name, shard) in
        (select name, shard from counter where ${OF_DAYS} and shard > 0 limit ${FOLDED_ROWS_MAX} ${free})
      returning name, total
    ), sums as (
      insert into counter (name, shard, total)
        select name, 0, sum(total) from folded group by name order by name
        on conflict (name, shard) do update set total = counter.total + excluded.total
    )
    select count(*) as count from folded`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

async function removeZeros(db: Kysely<Tables>, free: Locking): Promise<number> {
  const isZero = sql<SqlBool>`total = 0`;
  const { numAffectedRows } = await sql`
    delete from counter where ${isZero} and (name, shard) in
      (select name, shard from counter where ${OF_DAYS} and ${isZero} limit ${FOLDED_ROWS_MAX} ${free})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
