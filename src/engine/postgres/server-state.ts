import { CompiledQuery, type Kysely, sql } from 'kysely';
import { OperationError } from '../../kernel/errors.ts';
import type { ServerHistory } from '../sql/database.ts';
import type { Tables } from '../sql/tables.ts';

/** A standby does not have its own timeline yet. */
export async function historyOf(db: Kysely<Tables>): Promise<ServerHistory> {
  const query = sql<ServerHistory>`select system_identifier::text as system, case when not pg_is_in_recovery()
    then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline
    from pg_control_system()`;
  const found = await query.execute(db).catch(unlessUnavailable);
  return found?.rows[0] ?? UNKNOWN;
}

const UNKNOWN: ServerHistory = { system: null, timeline: null };

/**
 * Two equal snapshots see the same transactions, if they are of the same server since the same start. A standby that
 * becomes the primary goes on with the same start.
 */
const STAMP = CompiledQuery.raw(`select concat_ws(' ', pg_postmaster_start_time(), pg_is_in_recovery(),
  pg_current_snapshot()) as stamp`);

/** A text that differs if a transaction has committed since the one before; null if the server does not tell it. */
export async function stampOf(db: Kysely<Tables>): Promise<string | null> {
  const found = await db.executeQuery<{ stamp: string }>(STAMP).catch(unlessUnavailable);
  return found?.rows[0]?.stamp ?? null;
}

/** Servers that only look like PostgreSQL may not have all of these functions. */
function unlessUnavailable(error: unknown): null {
  if (error instanceof OperationError) throw error;
  return null;
}
