import { type Kysely, sql } from 'kysely';
import { relayAll, type Relaying } from '../positions/relay.ts';
import { refuse } from '../positions/give-positions.ts';
import { notBefore } from '../../kernel/clock.ts';
import { keyId, type SecretKeys } from '../../engine/crypto/keys.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Anchors } from './anchor.ts';
import type { Finding } from './findings.ts';
import { headFault, headOf } from './head.ts';
import {
  hashOfEvent,
  listHash,
  makeCheckpoint,
  NO_CHECKPOINT,
  type CheckpointRow,
} from './checkpoint.rules.ts';
import { eventsOf, nextBatch, type WaitingRow } from './waiting-events.ts';

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
    const { rows, forged: fakes } = await nextBatch(db, auditKeys);
    await refuse(
      db,
      fakes.map(({ number }) => number),
    );
    const refused = fakes.map(({ id }) => id);
    const isVouchedFor = last === undefined || last.key === keyId(auditKeys[0]);
    if (rows.length === 0 && isVouchedFor) return { ...NOTHING, refused, head: last };
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

interface Batch {
  readonly head: CheckpointRow | undefined;
  readonly rows: readonly WaitingRow[];
}

async function appendCheckpoint(
  db: Kysely<Tables>,
  { head, rows }: Batch,
  keys: SecretKeys,
  now: Date,
): Promise<CheckpointRow> {
  const list = listHash();
  const events = eventsOf(rows);
  const hashed = events
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((event) => ({ event_id: event.id, hash: hashOfEvent(event) }));
  for (const { event_id, hash } of hashed) list.add(event_id, hash);
  const checkpoint = makeCheckpoint(
    {
      number: (head?.number ?? 0) + 1,
      previous: head?.hash ?? NO_CHECKPOINT,
      events: events.length,
      content: list.end(),
      made_at: notBefore(head?.made_at ?? '', now),
    },
    keys,
  );
  await db.insertInto('checkpoint').values(checkpoint).execute();
  if (events.length > 0) await moveUnder(db, checkpoint.number, { rows, hashed });
  return checkpoint;
}

async function isFirst(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ first: boolean }>`
    select pg_try_advisory_xact_lock(${CHECKPOINT_LOCK}) as first`.execute(db);
  return rows[0]?.first === true;
}

interface Moved {
  readonly rows: readonly WaitingRow[];
  readonly hashed: readonly { readonly event_id: string; readonly hash: string }[];
}

async function moveUnder(db: Kysely<Tables>, checkpoint: number, { rows, hashed }: Moved): Promise<void> {
  await db
    .insertInto('checkpointed_event')
    .values(hashed.map((each) => ({ ...each, checkpoint })))
    .execute();
  await db
    .deleteFrom('waiting_event')
    .where(
      'number',
      'in',
      rows.map(({ number }) => number),
    )
    .execute();
}
