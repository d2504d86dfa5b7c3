import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../sql/tables.ts';

export async function takeName(db: Kysely<Tables>, name: string): Promise<boolean> {
  const lock = sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${lockOf(name)}) as taken`;
  const { rows } = await lock.execute(db);
  return rows[0]?.taken === true;
}

export async function awaitName(db: Kysely<Tables>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(name)})`.execute(db);
}

/** The advisory lock that stands for a name. */
const lockOf = (name: string): string =>
  createHash('sha256').update(name).digest().readBigInt64BE().toString();
