import { type Kysely, sql } from 'kysely';
import { relayAll, type Relaying } from '../positions/relay.ts';
import { hold } from '../positions/give-positions.ts';
import { notBefore } from '../../kernel/clock.ts';
import { keyId, type SecretKeys } from '../../engine/crypto/keys.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Anchors } from './anchor.ts';
import type { Finding } from './findings.ts';
import { isEndOfKey, noteChainEnd } from './chain-end.ts';
import { headFault, headOf } from './head.ts';
import { listHash, makeCheckpoint, NO_CHECKPOINT, type CheckpointRow } from './checkpoint.rules.ts';
import { type CheckedPosition, nextBatch, type PositionRow } from './waiting-events.ts';

/** The advisory lock on PostgreSQL that lets one process at a time make checkpoints. No other lock uses this number. */
const CHECKPOINT_LOCK = 7_325_001;

export interface CheckpointResult {
  /** Null if no event waits, if another process makes checkpoints, or if there is a fault. */
  readonly checkpoint: CheckpointRow | null;
  /**
   * Ids of events whose rows are not as the gateway wrote them. They get no checkpoint, and `audit verify` reports
   * them.
   */
  readonly refused: readonly string[];
  /** Why the chain is not continued: its end is not as the gateway wrote it. A person must look at it. */
  readonly fault: Finding | null;
  /** The error if the end of the chain could not be noted outside of the database; otherwise null. */
  readonly unnoted: unknown;
}

/** What makes checkpoints. */
export interface Checkpointer extends Relaying {
  readonly anchors: Anchors;
}

/**
 * Gives positions to the events that have none, then makes the next checkpoint over a batch of committed events, oldest
 * first. If the first key has changed since the last checkpoint, it makes one even without events, so that the new key
 * covers the whole chain. It continues the chain only if its end is as the gateway wrote it, and notes the new end
 * outside of the database.
 */
export async function checkpointEvents(checkpointer: Checkpointer): Promise<CheckpointResult> {
  const { database, auditKeys, clock, anchors } = checkpointer;
  const forged = await relayAll(checkpointer);
  const anchor = await anchors.last();
  const { head, ...made } = await database.transaction(async (db) => {
    if (database.rowLocks && !(await isFirst(db))) return { ...NOTHING, head: undefined };
    const last = await headOf(db);
    const fault = await headFault(db, last, auditKeys, anchor);
    if (fault !== null) return { ...NOTHING, fault, head: undefined };
    const { rows, stop } = await nextBatch(db, auditKeys, last?.last_position ?? 0);
    const fakes = rows.filter(({ isGenuine }) => !isGenuine);
    await hold(db, fakes, 1);
    const refused = fakes.flatMap(({ event }) => event?.id ?? []);
    const isVouchedFor =
      (last === undefined || last.key === keyId(auditKeys[0])) && (await isEndOfKey(db, auditKeys));
    if (rows.length === 0 && isVouchedFor)
      return { ...NOTHING, refused, fault: stop === null ? null : unknownKeyOf(stop), head: last };
    const checkpoint = await appendCheckpoint(db, { head: last, rows }, auditKeys, clock());
    return { ...NOTHING, checkpoint, refused, head: checkpoint };
  });
  const result = { ...made, refused: [...forged, ...made.refused] };
  if (head === undefined) return result;
  const noted = anchors.note({ number: head.number, hash: head.hash });
  return noted.then(
    () => result,
    (unnoted: unknown) => ({ ...result, unnoted }),
  );
}

const NOTHING: CheckpointResult = { checkpoint: null, refused: [], fault: null, unnoted: null };

/** This process does not know the key of the event. If no other process knows it, a person must look at it. */
const unknownKeyOf = ({ event }: PositionRow): Finding => ({
  fault: 'not_vouched_for',
  ...(event === null ? {} : { event: event.id }),
  says: `Event ${event?.id ?? ''} waits for its checkpoint with a MAC of a key that is not configured.`,
});

interface Batch {
  readonly head: CheckpointRow | undefined;
  readonly rows: readonly CheckedPosition[];
}

async function appendCheckpoint(
  db: Kysely<Tables>,
  { head, rows }: Batch,
  keys: SecretKeys,
  now: Date,
): Promise<CheckpointRow> {
  const list = listHash();
  for (const row of rows) list.add(row);
  const checkpoint = makeCheckpoint(
    {
      number: (head?.number ?? 0) + 1,
      previous: head?.hash ?? NO_CHECKPOINT,
      last_position: rows.at(-1)?.position ?? head?.last_position ?? 0,
      events: rows.length,
      content: list.end(),
      made_at: notBefore(head?.made_at ?? '', now),
    },
    keys,
  );
  await db.insertInto('checkpoint').values(checkpoint).execute();
  await noteChainEnd(db, checkpoint, keys);
  return checkpoint;
}

async function isFirst(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ first: boolean }>`
    select pg_try_advisory_xact_lock(${CHECKPOINT_LOCK}) as first`.execute(db);
  return rows[0]?.first === true;
}
