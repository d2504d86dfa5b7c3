import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { OperationError } from '../kernel/errors.ts';
import type { Tables } from '../kernel/tables.ts';

/** How long reads wait for a replica that is a moment behind, before the primary takes them: streaming takes a few ms. */
const CATCH_UP_MS = 50;
const CATCH_UP_POLL_MS = 5;
/** A replica that failed or stayed behind is not asked for so long; then the next reads give it another chance. */
const LEFT_OUT_MS = 1_000;

interface Replica {
  readonly db: Kysely<Tables>;
  /** How far it had replayed when it was last asked, and never less: it does not go back. */
  replayed: number;
  leftOutUntil: number;
  readonly ask: () => Promise<number | null>;
}

/**
 * Reads on streaming replicas, in turn, that miss nothing: a replica takes them only once it has replayed all that the
 * primary had written when they came, and else `reads` does. Whoever was told of a change, by whichever process, sees it.
 */
export function spreadOver(primary: Kysely<Tables>, replicas: readonly Kysely<Tables>[]) {
  const known = replicas.map((db): Replica => {
    return { db, replayed: 0, leftOutUntil: 0, ask: shared(() => replayedBy(db)) };
  });
  const written = shared(() => writtenBy(primary));
  let turn = 0;

  function choose(): Replica | undefined {
    const now = performance.now();
    const able = known.filter(({ leftOutUntil }) => leftOutUntil <= now);
    turn += 1;
    return able[turn % able.length];
  }

  return async <Result>(
    reads: Kysely<Tables>,
    work: (db: Kysely<Tables>) => Promise<Result>,
  ): Promise<Result> => {
    const replica = choose();
    if (replica === undefined || !(await isCurrent(replica, written))) return work(reads);
    try {
      return await work(replica.db);
    } catch (error) {
      // What an operation refuses, it refuses everywhere; all else is the replica's: it is gone, or dropped the read.
      if (error instanceof OperationError && error.code !== 'service_unavailable') throw error;
      leaveOut(replica);
      return work(reads);
    }
  };
}

async function isCurrent(replica: Replica, written: () => Promise<number>): Promise<boolean> {
  const late = new AbortController();
  try {
    const deadline = setTimeout(CATCH_UP_MS, false, { signal: late.signal, ref: false });
    const isReached = await Promise.race([reaches(replica, written, late.signal), deadline]);
    if (!isReached) leaveOut(replica);
    return isReached;
  } catch {
    leaveOut(replica);
    return false;
  } finally {
    late.abort();
  }
}

async function reaches(
  replica: Replica,
  written: () => Promise<number>,
  late: AbortSignal,
): Promise<boolean> {
  const wanted = await written();
  while (!late.aborted) {
    if (replica.replayed >= wanted) return true;
    const replayed = await replica.ask();
    if (replayed === null) return false;
    replica.replayed = Math.max(replica.replayed, replayed);
    if (replica.replayed < wanted) await setTimeout(CATCH_UP_POLL_MS);
  }
  return false;
}

const leaveOut = (replica: Replica): void => {
  replica.leftOutUntil = performance.now() + LEFT_OUT_MS;
};

/** The end of the log; it is moved before a change is acknowledged. */
async function writtenBy(primary: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::int8 as position`.execute(primary);
  const [row] = rows;
  if (row === undefined) throw new Error('The primary did not say how far its log goes.');
  return row.position;
}

/** Null for a server that replays nothing: it was promoted, or never was a replica, and is not asked any more. */
async function replayedBy(replica: Kysely<Tables>): Promise<number | null> {
  const { rows } = await sql<{ position: number | null }>`
    select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::int8 end as position`.execute(
    replica,
  );
  return rows[0]?.position ?? null;
}

/** One question at a time: whoever comes while it is under way shares the next, whose answer is from after they came. */
function shared<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | null = null;

  async function askNext(): Promise<Answer> {
    await underWay.catch(() => {});
    next = null;
    const answer = ask();
    underWay = answer;
    return answer;
  }
  return () => (next ??= askNext());
}
