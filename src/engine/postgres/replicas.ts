import { type Kysely, sql } from 'kysely';
import { withDeadline } from '../async/deadline.ts';
import { OperationError } from '../../kernel/errors.ts';
import type { Tables } from '../sql/tables.ts';
import { GATEWAY } from '../sql/database.ts';
import type { OnReplica } from '../sql/engine.ts';
import type { SharedPool } from './connections/shared-pool.ts';
import { world } from '../../kernel/world.ts';

/**
 * How long a read waits for a replica that is slightly behind. Then the primary takes the read. Streaming takes a few
 * milliseconds.
 */
const CATCH_UP_MS = 50;
const CATCH_UP_POLL_MS = 5;
/** How long a replica is skipped after it stayed behind. */
const BEHIND_MS = 1_000;
/** Pause after a failed replica; it doubles with each further failure. */
const REST_MS = { from: 1_000, to: 30_000 } as const;
/**
 * How long a server may take for a reply; a list takes some ten milliseconds. If a replica is silent for longer, it is
 * skipped and the primary takes the read. The primary also takes it if it did not tell its position in this time,
 * because it may still be able to read.
 */
const REPLY_MS = 1_000;

interface Replica {
  readonly pool: SharedPool;
  /** The last known position up to which it has replayed; it never decreases. Null if not known yet. */
  replayed: number | null;
  restsUntil: number;
  /** Failures in a row. If there are any, only one read at a time tries the replica. */
  failures: number;
  readonly ask: () => Promise<number>;
  /** Called with false when the replica is left out, and with true when it is used again. */
  readonly changed: (isRead: boolean) => void;
}

/**
 * Reads from streaming replicas in turn, without missing a change. A read uses a replica only if the replica has
 * replayed everything that the primary had written when the read started. Otherwise it uses `reads`. So a client sees
 * every change that any process has confirmed to it.
 */
export function spreadOver(primary: Kysely<Tables>, pools: readonly SharedPool[], onReplica: OnReplica) {
  const replicas = pools.map((pool, at): Replica => {
    const ask = shared(() => replayedBy(pool.of(GATEWAY, 'read')));
    const changed = (isRead: boolean) => onReplica(at + 1, isRead);
    return { pool, replayed: null, restsUntil: 0, failures: 0, ask, changed };
  });
  const written = shared(() => writtenBy(primary));
  let turn = 0;

  function choose(): Replica | undefined {
    const now = world.elapsedMs();
    const able = replicas.filter(({ restsUntil }) => restsUntil <= now);
    turn += 1;
    const replica = able[turn % able.length];
    if (replica !== undefined && replica.failures > 0) replica.restsUntil = now + CATCH_UP_MS + REPLY_MS;
    return replica;
  }

  return async <Result>(
    reads: Kysely<Tables>,
    work: (db: Kysely<Tables>) => Promise<Result>,
    owner = GATEWAY,
  ): Promise<Result> => {
    const replica = choose();
    if (replica === undefined) return work(reads);
    const { failures } = replica;
    if (!(await isCurrent(replica, written))) return work(reads);
    try {
      const result = await inTime(work(replica.pool.of(owner, 'read')), REPLY_MS);
      if (failures > 0) recover(replica);
      return result;
    } catch (error) {
      // If the operation refused the request, the primary would refuse it too. Any other error is a failure of the
      // replica.
      if (error instanceof OperationError && error.code !== 'service_unavailable') throw error;
      rest(replica, failures);
      return work(reads);
    }
  };
}

/** Pauses a replica after a failure. If several reads meet the same failure, it counts once. */
function rest(replica: Replica, failuresBefore: number): void {
  if (replica.failures !== failuresBefore) return;
  replica.restsUntil = world.elapsedMs() + Math.min(REST_MS.to, REST_MS.from * 2 ** replica.failures);
  replica.failures += 1;
  replica.replayed = null;
  if (replica.failures === 1) replica.changed(false);
}

/** Ends the pauses of a replica after a successful read. */
function recover(replica: Replica): void {
  if (replica.failures === 0) return;
  Object.assign(replica, { failures: 0, restsUntil: 0 });
  replica.changed(true);
}

/** Whether the replica has everything that the primary has written; otherwise it is skipped for a while. */
async function isCurrent(replica: Replica, written: () => Promise<number>): Promise<boolean> {
  const wanted = await inTime(written(), REPLY_MS).catch(() => null);
  if (wanted === null) return false;
  const { failures } = replica;
  const catchingUp = { isLate: false, hasReply: false };
  try {
    if (await inTime(reaches(replica, wanted, catchingUp), CATCH_UP_MS)) return true;
  } catch {
    // It failed, was silent or is behind.
  } finally {
    catchingUp.isLate = true;
  }
  if (catchingUp.hasReply) replica.restsUntil = world.elapsedMs() + BEHIND_MS;
  else rest(replica, failures);
  return false;
}

/** The result of the work. Throws if it takes too long. */
const inTime = <Result>(work: Promise<Result>, ms: number): Promise<Result> =>
  withDeadline(work, ms, () => new Error('The replica does not respond.'));

async function reaches(
  replica: Replica,
  wanted: number,
  catchingUp: { readonly isLate: boolean; hasReply: boolean },
): Promise<boolean> {
  while (!catchingUp.isLate) {
    if (replica.replayed !== null && replica.replayed >= wanted) return true;
    const replayed = await replica.ask();
    catchingUp.hasReply = true;
    replica.replayed = Math.max(replica.replayed ?? 0, replayed);
    if (replica.replayed < wanted) await world.pause(CATCH_UP_POLL_MS);
  }
  return false;
}

/** The end of the write-ahead log. It moves before a change is confirmed. */
async function writtenBy(primary: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::int8 as position`.execute(primary);
  const [row] = rows;
  if (row === undefined) throw new Error('The primary did not report the end of its log.');
  return row.position;
}

/** Throws if the server replays nothing, because it was promoted or never was a replica. */
async function replayedBy(replica: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ position: number | null }>`
    select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::int8 end as position`.execute(
    replica,
  );
  const position = rows[0]?.position ?? null;
  if (position === null) throw new Error('The server is no replica.');
  return position;
}

/**
 * Shares one query among callers. If a query runs already, a caller waits for the next one: the running query may miss
 * what was written before the call.
 */
function shared<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | null = null;

  async function askNext(): Promise<Result> {
    await underWay.catch(() => {});
    next = null;
    const result = ask();
    underWay = result;
    return result;
  }
  return () => (next ??= askNext());
}
