import type { Kysely } from 'kysely';
import { type Clock, secondsLater, timestamp } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import type { Tables } from '../sql/tables.ts';
import { DOWNLOAD_URL_SECONDS } from './signed-url.ts';
import type { BlobStore } from './store.ts';

/** Longer than any upload takes and longer than a signed URL of a replaced file is valid. */
export const ORPHAN_GRACE_SECONDS = DOWNLOAD_URL_SECONDS + 600;
/** The most blobs of one sweep, so that a large sweep does not delay requests. */
const SWEEP_BATCH = 100;
/** Parallel removals: the most files of one request, so a remote storage removes them in one round trip. */
const REMOVED_TOGETHER = 10;
/** A claim older than this is void. A batch takes seconds, so the process that made it has probably died. */
const CLAIM_MINUTES = 10;
/** The value of `state` for a blob that a row may still refer to. */
const ADOPTABLE = 0;
/** The value of `state` for a blob that waits for removal and that no process has claimed. */
const FOR_REMOVAL = 1;

type Bytes = Pick<BlobStore, 'remove'>;

/** Registers keys before their bytes are stored. */
export async function registerBlobs(db: Kysely<Tables>, keys: readonly string[], now: Date): Promise<void> {
  await db
    .insertInto('orphan_blob')
    .values(keys.map((key) => ({ key, since: timestamp(now), state: ADOPTABLE })))
    .execute();
}

/**
 * Takes stored blobs into use, in the transaction that refers to them. Throws `conflict` if the sweep has already
 * claimed one.
 */
export async function adoptBlobs(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
  const adopted = await db
    .deleteFrom('orphan_blob')
    .where('key', 'in', keys)
    .where('state', '=', ADOPTABLE)
    .executeTakeFirstOrThrow();
  if (adopted.numDeletedRows !== BigInt(keys.length)) {
    throw uploadExpired();
  }
}

/** Whether a key can still be adopted: it is registered and no sweep has claimed it. */
export async function isRegistered(db: Kysely<Tables>, key: string): Promise<boolean> {
  const row = await db.selectFrom('orphan_blob').select('state').where('key', '=', key).executeTakeFirst();
  return row?.state === ADOPTABLE;
}

export const uploadExpired = () =>
  refusal('conflict', 'The upload took too long and its files have expired; send it again.');

/** Marks blobs for removal after the grace period, in the transaction that drops the reference to them. */
export async function releaseBlobs(db: Kysely<Tables>, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length === 0) return;
  await db
    .insertInto('orphan_blob')
    .values(keys.map((key) => ({ key, since: timestamp(now), state: FOR_REMOVAL })))
    .execute();
}

/** Deletes the rows of keys under which no bytes were stored. */
export async function withdrawBlobs(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.deleteFrom('orphan_blob').where('key', 'in', keys).where('state', '=', ADOPTABLE).execute();
}

/** Removes the blobs that were never adopted, bytes first. Blobs of replaced files keep their grace period. */
export async function discardBlobs(db: Kysely<Tables>, store: Bytes, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const claimed = await db
    .updateTable('orphan_blob')
    .set({ state: FOR_REMOVAL })
    .where('key', 'in', keys)
    .where('state', '=', ADOPTABLE)
    .returning('key')
    .execute();
  await removeClaimed(
    db,
    store,
    claimed.map(({ key }) => key),
  );
}

interface SweepDatabase {
  readonly writes: Kysely<Tables>;
  readonly rowLocks: boolean;
}

/**
 * Removes a batch of blobs that have been orphans for longer than the grace period, and returns their number. One
 * process claims each blob, until that process fails or its claim is too old.
 */
export async function sweepBlobs(database: SweepDatabase, store: Bytes, clock: Clock): Promise<number> {
  const { writes: db } = database;
  const now = clock();
  const keys = await claimDue(database, now);
  try {
    await removeClaimed(db, store, keys);
  } catch (error) {
    await unclaim(db, keys, now);
    throw error;
  }
  return keys.length;
}

const minuteOf = (now: Date): number => Math.floor(now.getTime() / 60_000);

/** Claims keys that are due and that no other process has claimed. */
async function claimDue({ writes, rowLocks }: SweepDatabase, now: Date): Promise<string[]> {
  const minute = minuteOf(now);
  const rows = await writes
    .with('due', (db) =>
      db
        .selectFrom('orphan_blob')
        .select('key')
        .where('since', '<', timestamp(secondsLater(now, -ORPHAN_GRACE_SECONDS)))
        .where((key) =>
          key.or([
            key('state', '<', minute - CLAIM_MINUTES),
            // Claimed before the clock was set back.
            key('state', '>', minute + CLAIM_MINUTES),
          ]),
        )
        .limit(SWEEP_BATCH)
        .$if(rowLocks, (due) => due.forUpdate().skipLocked()),
    )
    .updateTable('orphan_blob')
    .set({ state: minute })
    .where('key', 'in', ({ selectFrom }) => selectFrom('due').select('key'))
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

/** Gives up the claim on blobs that could not be removed, so the next sweep finds them. */
async function unclaim(db: Kysely<Tables>, keys: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('orphan_blob')
    .set({ state: FOR_REMOVAL })
    .where('key', 'in', keys)
    .where('state', '=', minuteOf(now))
    .execute();
}

/** Deletes rows after bytes, so a later sweep still finds the keys if the process crashes in between. */
async function removeClaimed(db: Kysely<Tables>, store: Bytes, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  for (let at = 0; at < keys.length; at += REMOVED_TOGETHER) {
    await Promise.all(keys.slice(at, at + REMOVED_TOGETHER).map((key) => store.remove(key)));
  }
  await db.deleteFrom('orphan_blob').where('key', 'in', keys).execute();
}
