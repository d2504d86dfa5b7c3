import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import type { WebhookFixture } from './webhook-fixture.ts';

interface Held {
  /** Begins while no other transaction can write to the table, and ends when they can. */
  readonly work: () => Promise<unknown>;
  /** How many transactions of `work` wait for the table. */
  readonly waiters: number;
  /** Done while they wait. Gets a function that counts those that wait. */
  readonly meanwhile?: (countNow: () => Promise<number>) => Promise<unknown>;
}

/** Stops work on PostgreSQL before it writes to a table. */
export async function whileHeld(
  { gateway: { database } }: WebhookFixture,
  table: keyof Tables & string,
  { work, waiters, meanwhile = async () => {} }: Held,
): Promise<void> {
  let working: Promise<unknown> = Promise.resolve();
  await database.transaction(async (db) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(db);
    working = work();
    const countNow = () => countWaiters(database.reads);
    await expect.poll(countNow).toBe(waiters);
    await meanwhile(countNow);
  });
  await working;
}

/** How many statements wait for a lock. Asked in no transaction, which would always see the same. */
export async function countWaiters(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  );
  return rows.length;
}
