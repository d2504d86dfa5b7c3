import type { Clock } from '../kernel/clock.ts';
import { digesting } from '../blob/digest.ts';
import { adoptBlobs, announceBlobs, discardBlobs, releaseBlobs } from '../blob/orphan-blobs.ts';
import type { SealedStore } from '../blob/encrypted/encrypted-store.ts';
import { blobKeyOf, blobOf, newRevision } from '../document/document-blob.rules.ts';
import { documentPages, isAsItWas } from '../document/document-pages.ts';
import type { DocumentRow } from '../document/document.present.ts';
import { DamageError } from '../kernel/damage.ts';
import { OperationError } from '../kernel/errors.ts';
import type { Database } from '../pipeline/database.ts';
import type { Tallied } from './rotation-count.ts';

interface Resealing {
  readonly database: Database;
  readonly blobs: SealedStore;
  readonly clock: Clock;
  readonly progress: (sentence: string) => void;
}

/**
 * Stores the bytes again of every document that is sealed with another key than the first, or not at all. The new bytes
 * have a key of their own until the row points to them; the old ones stay for downloads under way. So nothing is lost
 * whenever it is broken off: the sweep takes what was left, and the next run goes on.
 */
export async function resealDocuments(resealing: Resealing, tallied: Tallied): Promise<void> {
  const { blobs, progress } = resealing;
  for await (const rows of documentPages(resealing.database)) {
    for (const row of rows) {
      tallied.lookedAt += 1;
      if (row.sealed_with !== blobs.sealsWith) await resealDocument(resealing, row, tallied);
    }
    progress(`Documents: ${tallied.lookedAt} looked at, ${tallied.encrypted} encrypted again.`);
  }
}

/** How many documents are sealed with another key than the first. */
export async function countStaleDocuments({ database, blobs }: Resealing): Promise<number> {
  let count = 0;
  for await (const rows of documentPages(database)) {
    count += rows.filter(({ sealed_with }) => sealed_with !== blobs.sealsWith).length;
  }
  return count;
}

async function resealDocument(resealing: Resealing, row: DocumentRow, tallied: Tallied): Promise<void> {
  const { database, blobs, clock } = resealing;
  const revision = newRevision();
  const key = blobKeyOf({ id: row.id, revision });
  await announceBlobs(database.writes, [key], clock());
  try {
    await copyBytes(blobs, row, key);
    if (await pointTo(resealing, row, { key, revision })) tallied.encrypted += 1;
    else tallied.changedMeanwhile += 1;
  } catch (error) {
    // One that was replaced in the meantime may have lost its bytes by right.
    if (error instanceof DamageError && (await isAsItWas(database, row))) tallied.damage(error.place);
    else if (error instanceof DamageError || isGivenUp(error)) tallied.changedMeanwhile += 1;
    else throw error;
  } finally {
    await discardBlobs(database.writes, blobs, [key]);
  }
}

/** Stores the bytes of a document under another key; they must be those that were uploaded. */
async function copyBytes(blobs: SealedStore, row: DocumentRow, key: string): Promise<void> {
  const source = await blobs.get(blobOf(row));
  if (source === null)
    throw new DamageError('The bytes of a document are missing.', `blob/${blobKeyOf(row)}`);
  const file = digesting(source);
  await blobs.put(key, file.body);
  const { sha256, size } = file.digest();
  if (sha256 !== row.sha256 || size !== row.size) {
    throw new DamageError('A document is not what was uploaded.', `blob/${blobKeyOf(row)}`);
  }
}

/** Whether the row points to the new bytes now; it does not where it was replaced meanwhile. */
async function pointTo(
  { database, blobs, clock }: Resealing,
  row: DocumentRow,
  { key, revision }: { readonly key: string; readonly revision: string },
): Promise<boolean> {
  return database.transaction(async (db) => {
    const updated = await db
      .updateTable('document')
      .set({ revision, sealed_with: blobs.sealsWith })
      .where('id', '=', row.id)
      .where('revision', row.revision === null ? 'is' : '=', row.revision)
      .executeTakeFirstOrThrow();
    if (updated.numUpdatedRows === 0n) return false;
    await adoptBlobs(db, [key]);
    await releaseBlobs(db, [blobKeyOf(row)], clock());
    return true;
  });
}

/** So slow a storage that the sweep came first; the next run tries again. */
const isGivenUp = (error: unknown) => error instanceof OperationError && error.code === 'conflict';
