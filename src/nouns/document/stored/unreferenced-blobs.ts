import { ORPHAN_GRACE_SECONDS } from '../../../engine/blob/orphan-blobs.ts';
import type { EncryptedStore } from '../../../engine/blob/encrypted/encrypted-store.ts';
import type { StoredBlob } from '../../../engine/blob/store.ts';
import { type Clock, secondsLater } from '../../../kernel/clock.ts';
import { inBatches } from '../../../engine/async/in-batches.ts';
import type { Database } from '../../../engine/sql/database.ts';
import { blobKeyOf, documentIdOf } from '../document-blob.rules.ts';

/** Storage keys of one query. */
const BATCH_KEYS = 200;

interface Search {
  readonly database: Pick<Database, 'writes'>;
  readonly blobs: EncryptedStore;
  readonly clock: Clock;
}

/** One batch of stored blobs. */
interface Searched {
  readonly blobs: number;
  readonly unreferenced: readonly StoredBlob[];
}

/**
 * Reads the storage and finds blobs that neither a document nor the sweep knows, for example after an older database
 * was restored. Blobs younger than the grace period are skipped, because they may belong to a running upload.
 */
export async function* searchStorage(search: Search): AsyncGenerator<Searched> {
  for await (const batch of inBatches(search.blobs.list(), BATCH_KEYS))
    yield await searchBatch(search, batch);
}

async function searchBatch(search: Search, batch: readonly StoredBlob[]): Promise<Searched> {
  const before = secondsLater(search.clock(), -ORPHAN_GRACE_SECONDS);
  const old = batch.filter(({ writtenAt }) => writtenAt < before);
  // Queried twice, because a document may be replaced between the two statements of the first query. By the second
  // query its blob is registered as an orphan.
  const unknown = await unknownOf(search, await unknownOf(search, old));
  const there = await Promise.all(unknown.map((blob) => isThere(search, blob)));
  return { blobs: batch.length, unreferenced: unknown.filter((_, at) => there[at]) };
}

/** Orphans are queried first, because a blob stops being an orphan in the transaction that gives it to a document. */
async function unknownOf({ database }: Search, blobs: readonly StoredBlob[]): Promise<readonly StoredBlob[]> {
  if (blobs.length === 0) return [];
  const keys = blobs.map(({ key }) => key);
  const orphans = await database.writes
    .selectFrom('orphan_blob')
    .select('key')
    .where('key', 'in', keys)
    .execute();
  const documents = await database.writes
    .selectFrom('document')
    .select(['id', 'revision'])
    .where('id', 'in', keys.map(documentIdOf))
    .execute();
  const known = new Set([...orphans.map(({ key }) => key), ...documents.map(blobKeyOf)]);
  return blobs.filter(({ key }) => !known.has(key));
}

/** The sweep may have removed it since. The rest of an unfinished write has no size. */
const isThere = async ({ blobs }: Search, { key, size }: StoredBlob): Promise<boolean> =>
  size === null || (await blobs.size(key)) !== null;
