import { type Kysely, sql } from 'kysely';
import type { Tables } from '../engine/sql/tables.ts';

/** What a command has recorded and not written yet. */
interface Unwritten {
  readonly events: unknown[];
  readonly counts: unknown[];
  readonly endings: Map<string, () => Promise<void>>;
}

/** Runs work of a transaction and takes all of it back. Throws the error that the work throws. */
export async function attempting(
  db: Kysely<Tables>,
  { events, counts, endings }: Unwritten,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = { events: events.length, counts: counts.length, endings: [...endings] };
  await sql`savepoint attempt`.execute(db);
  try {
    await work();
  } finally {
    await sql`rollback to savepoint attempt`.execute(db);
    await sql`release savepoint attempt`.execute(db);
    events.length = before.events;
    counts.length = before.counts;
    endings.clear();
    for (const [name, ending] of before.endings) endings.set(name, ending);
  }
}
