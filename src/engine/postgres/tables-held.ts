import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { applyPending, FailedMigration } from '../sql/apply-pending.ts';
import { MIGRATION_LOCK_TIMEOUT_MS } from './connections/postgres-pool.ts';
import { world } from '../../kernel/world.ts';

/** Shorter than a second: after a second PostgreSQL looks for deadlocks and ends one of the two sessions. */
const LOCK_TIMEOUT_MS = 500;
/**
 * Milliseconds in which the waiting requests run. The pause is random, so that it does not coincide with other regular
 * work.
 */
const PAUSE_MS = 500;
/** No lock in time; or a deadlock, if the server looks for deadlocks sooner. */
const IN_USE = new Set<unknown>(['55P03', '40P01']);

/**
 * Applies the pending migrations while no other connection uses a table. Gateways of the previous version keep working
 * meanwhile. If migrations locked table after table, a migration and a request could wait for each other, and the
 * server would end one of them. So all tables are locked first. If a lock does not come soon, all locks are released
 * and taken again after a pause.
 */
export async function applyWithTablesHeld(orm: MikroORM, first: string): Promise<readonly string[]> {
  const until = world.elapsedMs() + MIGRATION_LOCK_TIMEOUT_MS;
  for (;;) {
    const inUse = await tryOnce(orm);
    if ('applied' in inUse) return inUse.applied;
    if (world.elapsedMs() > until) throw new FailedMigration(first, inUse.cause);
    await world.pause(PAUSE_MS * (0.5 + world.chance()));
  }
}

type Tried = { readonly applied: readonly string[] } | { readonly cause: unknown };

async function tryOnce(orm: MikroORM): Promise<Tried> {
  let held = false;
  try {
    const applied = await orm.em.transactional(async (em) => {
      // Indexing a large table takes longer than the role or the database may allow a request.
      await em.execute('set local statement_timeout = 0');
      await em.execute(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      const tables = await tablesIn(em);
      // If the database only has tables of other programs, there is nothing to lock.
      if (tables.length > 0) await em.execute(`lock table ${tables.join(', ')} in access exclusive mode`);
      held = true;
      await em.execute(`set local lock_timeout = ${MIGRATION_LOCK_TIMEOUT_MS}`);
      return applyPending(orm, em.getTransactionContext());
    });
    return { applied };
  } catch (cause) {
    if (held || !(cause instanceof Error && 'code' in cause && IN_USE.has(cause.code))) throw cause;
    return { cause };
  }
}

/** The existing tables of the gateway, without other tables of the database. */
async function tablesIn(em: EntityManager): Promise<readonly string[]> {
  const named = Array.from(em.getMetadata().getAll().values(), ({ tableName }) => tableName);
  const there = await em.execute<{ name: string }[]>(
    'select tablename as name from pg_tables where schemaname = current_schema()',
  );
  const known = new Set(there.map(({ name }) => name));
  return named.filter((name) => known.has(name));
}
