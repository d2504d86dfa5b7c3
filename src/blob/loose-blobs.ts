import type { Kysely } from 'kysely';
import { type Clock, secondsLater, timestamp } from '../kernel/clock.ts';
import { refusal } from '../kernel/errors.ts';
import type { Tables } from '../kernel/tables.ts';
import { DOWNLOAD_URL_SECONDS } from './signed-url.ts';
import type { BlobStore } from './store.ts';

/** Longer than any upload takes and than a signed URL of a replaced document lives, so that neither is cut off. */
export const LOOSE_GRACE_SECONDS = DOWNLOAD_URL_SECONDS + 600;
/** Keys removed in one go: a sweep with much to do still gives way to requests. */
const SWEEP_BATCH = 100;

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
    throw givenUp();
  }
}

/** Whether a key still waits to be adopted, and no sweep has come upon it. */
export async function isAwaited(db: Kysely<Tables>, key: string): Promise<boolean> {
  const row = await db.selectFrom('loose_blob').select('doomed').where('key', '=', key).executeTakeFirst();
  return row?.doomed === 0;
}

export const givenUp = () =>
  refusal('conflict', 'The upload took too long and its files were given up; send it again.');

/** Lets go of keys, in the transaction that refers to them no more; their bytes go after the grace period. */
export async function releaseBlobs(db: Kysely<Tables>, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length > 0) await announceBlobs(db, keys, now);
}

/** Removes at once whichever of the keys were never adopted, bytes first. */
export async function discardBlobs(
  db: Kysely<Tables>,
  store: Pick<BlobStore, 'remove'>,
  keys: readonly string[],
): Promise<void> {
  const loose = await db.selectFrom('loose_blob').select('key').where('key', 'in', keys).execute();
  await removeLoose(
    db,
    store,
    loose.map(({ key }) => key),
  );
}

/** Removes a batch of bytes that have been loose for longer than the grace period; how many it removed. */
export async function sweepBlobs(
  db: Kysely<Tables>,
  store: Pick<BlobStore, 'remove'>,
  clock: Clock,
): Promise<number> {
  const before = timestamp(secondsLater(clock(), -LOOSE_GRACE_SECONDS));
  const due = await db
    .selectFrom('loose_blob')
    .select('key')
    .where('since', '<', before)
    .limit(SWEEP_BATCH)
    .execute();
  await removeLoose(
    db,
    store,
    due.map(({ key }) => key),
  );
  return due.length;
}

/** Rows stay until the bytes are gone: a crash in between leaves the keys to the next sweep. */
async function removeLoose(
  db: Kysely<Tables>,
  store: Pick<BlobStore, 'remove'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const doomed = await db
    .updateTable('loose_blob')
    .set({ doomed: 1 })
    .where('key', 'in', keys)
    .returning('key')
    .execute();
  for (const { key } of doomed) await store.remove(key);
  await db.deleteFrom('loose_blob').where('key', 'in', keys).execute();
}
