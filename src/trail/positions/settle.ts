import type { Kysely } from 'kysely';
import type { Database, Writers } from '../../engine/sql/database.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Passed } from './passed.ts';

/** What a relay has seen, for the next one of its process. */
interface Seen {
  /** The last number that a relay saw. */
  readonly last: number;
  /** Transactions that may still have a number up to `until`; null if none are awaited. */
  readonly awaited: { readonly until: number; readonly writers: Writers } | null;
  /** The events that it has left behind, on the server of `awaited`. */
  readonly passed: Passed | null;
}

const NOTHING_SEEN: Seen = { last: 0, awaited: null, passed: null };

const seenBy = new WeakMap<Database, Seen>();

interface Settling {
  /** No transaction that still runs has a number up to this one. */
  readonly proven: number;
  /** What the last relay of this process has left behind; null if that is unknown. */
  readonly passed: Passed | null;
  /** Notes what the relay saw. Call it after its commit. */
  note(last: number, passed: Passed | null): void;
}

/**
 * Finds out up to which number every transaction has ended. It must be called before the relay reads events. A
 * transaction locks the table of events before it takes a number. So a transaction with a number below the last seen
 * one either holds this lock, or has ended.
 */
export async function beginSettling(database: Database, db: Kysely<Tables>): Promise<Settling> {
  const writers = await database.writersOf(db, 'event');
  const { last, awaited, passed } = seenBy.get(database) ?? NOTHING_SEEN;
  // The only writer is this transaction, so it sees every number that exists.
  if (writers === null) {
    const note: Settling['note'] = (seen, left) =>
      void seenBy.set(database, { last: seen, awaited: null, passed: left });
    return { proven: Number.MAX_SAFE_INTEGER, passed, note };
  }
  const isOver = (awaitedWriters: Writers) =>
    awaitedWriters.server === writers.server &&
    awaitedWriters.transactions.every((each) => !writers.transactions.includes(each));
  const isAwaitedOver = awaited !== null && isOver(awaited.writers);
  const isSameServer = awaited === null || awaited.writers.server === writers.server;
  const candidates = [0];
  if (awaited !== null && isAwaitedOver) candidates.push(awaited.until);
  if (isAwaitedOver && writers.transactions.length === 0) candidates.push(last);
  const next =
    awaited !== null && isSameServer && !isAwaitedOver
      ? awaited
      : { until: isSameServer ? last : 0, writers };
  return {
    proven: Math.max(...candidates),
    passed: isSameServer ? passed : null,
    note: (seen, left) => void seenBy.set(database, { last: seen, awaited: next, passed: left }),
  };
}

/** Moves the mark of the relay on; it never goes back. */
export async function settle(db: Kysely<Tables>, settled: number): Promise<void> {
  if (settled > 0) await moveMark(db, { settled });
}

const moveMark = statement((db, { settled }: { settled: number }) =>
  db
    .insertInto('feed_mark')
    .values({ id: 1, settled })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({ settled: ref('excluded.settled') }))
        .whereRef('feed_mark.settled', '<', 'excluded.settled'),
    ),
);
