import type { Kysely } from 'kysely';
import { type Clock, secondsLater, timestamp } from '../kernel/clock.ts';
import { refusal } from '../kernel/errors.ts';
import type { Tables } from '../kernel/tables.ts';
import { DOWNLOAD_URL_SECONDS } from './signed-url.ts';
import type { BlobStore } from './store.ts';

/** Longer than any upload takes and than a signed URL of a replaced document lives, so that neither is cut off. */
export const ORPHAN_GRACE_SECONDS = DOWNLOAD_URL_SECONDS + 600;
/** Keys removed in one go: a sweep with much to do still gives way to requests. */
const SWEEP_BATCH = 100;
/** As many as a request brings: a storage far away costs one round trip for each so many. */
const REMOVED_TOGETHER = 10;
/** After this a process that took keys up counts as gone: a batch takes seconds, unless the storage is failing anyway. */
const TAKEN_UP_MINUTES = 10;
/** Not to be adopted any more, and in nobody's hands. */
const CLAIMED = 1;

type Bytes = Pick<BlobStore, 'remove'>;

/** Announces keys before their bytes are stored. */
export async function announceBlobs(db: Kysely<Tables>, keys: readonly string[], now: Date): Promise<void> {
  await db
    .insertInto('loose_blob')
    .values(keys.map((key) => ({ key, since: timestamp(now), doomed: 0 })))
    .execute();
}

/** Takes stored keys into use, in the transaction that refers to them. A sweep that came first is a `conflict`. */
export async function adoptBlobs(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
  const adopted = await db
    .deleteFrom('loose_blob')
    .where('key', 'in', keys)
    .where('doomed', '=', 0)
    .executeTakeFirstOrThrow();
  if (adopted.numDeletedRows !== BigInt(keys.length)) {
    throw expired();
  }
}

/** Whether a key still waits to be adopted, and no sweep has come upon it. */
export async function isAwaited(db: Kysely<Tables>, key: string): Promise<boolean> {
  const row = await db.selectFrom('loose_blob').select('doomed').where('key', '=', key).executeTakeFirst();
  return row?.doomed === 0;
}

export const expired = () =>
  refusal('conflict', 'The upload took too long and its files were given up; send it again.');

/** Lets go of keys, in the transaction that refers to them no more; their bytes go after the grace period. */
export async function releaseBlobs(db: Kysely<Tables>, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length === 0) return;
  await db
    .insertInto('loose_blob')
    .values(keys.map((key) => ({ key, since: timestamp(now), doomed: CLAIMED })))
    .execute();
}

/** Forgets keys under which nothing was stored. */
export async function withdrawBlobs(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.deleteFrom('loose_blob').where('key', 'in', keys).where('doomed', '=', 0).execute();
}

/** Removes at once whichever of the keys were never adopted, bytes first; what was replaced since stays its time. */
export async function discardBlobs(db: Kysely<Tables>, store: Bytes, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const doomed = await db
    .updateTable('loose_blob')
    .set({ doomed: CLAIMED })
    .where('key', 'in', keys)
    .where('doomed', '=', 0)
    .returning('key')
    .execute();
  await removeClaimed(
    db,
    store,
    doomed.map(({ key }) => key),
  );
}

interface Books {
  readonly writes: Kysely<Tables>;
  readonly rowLocks: boolean;
}

/**
 * Removes a batch of bytes that have been loose for longer than the grace period; how many it removed. Each key is taken
 * up by one process alone, whichever comes first, until that process has failed or been silent for long.
 */
export async function sweepBlobs(books: Books, store: Bytes, clock: Clock): Promise<number> {
  const { writes: db } = books;
  const now = clock();
  const keys = await takeUp(books, now);
  try {
    await removeClaimed(db, store, keys);
  } catch (error) {
    await putBack(db, keys, now);
    throw error;
  }
  return keys.length;
}

const minuteOf = (now: Date): number => Math.floor(now.getTime() / 60_000);

/** Takes up keys that are due and that nobody else has in hand. */
async function takeUp({ writes, rowLocks }: Books, now: Date): Promise<string[]> {
  const minute = minuteOf(now);
  const rows = await writes
    .with('due', (db) =>
      db
        .selectFrom('loose_blob')
        .select('key')
        .where('since', '<', timestamp(secondsLater(now, -ORPHAN_GRACE_SECONDS)))
        .where((key) =>
          key.or([
            key('doomed', '<', minute - TAKEN_UP_MINUTES),
            // Taken up before the clock was set back.
            key('doomed', '>', minute + TAKEN_UP_MINUTES),
          ]),
        )
        .limit(SWEEP_BATCH)
        .$if(rowLocks, (due) => due.forUpdate().skipLocked()),
    )
    .updateTable('loose_blob')
    .set({ doomed: minute })
    .where('key', 'in', ({ selectFrom }) => selectFrom('due').select('key'))
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

/** Leaves what could not be removed to whoever sweeps next. */
async function putBack(db: Kysely<Tables>, keys: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('loose_blob')
    .set({ doomed: CLAIMED })
    .where('key', 'in', keys)
    .where('doomed', '=', minuteOf(now))
    .execute();
}

/** Rows stay until the bytes are gone: a crash in between leaves the keys to a later sweep. */
async function removeClaimed(db: Kysely<Tables>, store: Bytes, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  for (let at = 0; at < keys.length; at += REMOVED_TOGETHER) {
    await Promise.all(keys.slice(at, at + REMOVED_TOGETHER).map((key) => store.remove(key)));
  }
  await db.deleteFrom('loose_blob').where('key', 'in', keys).execute();
}
